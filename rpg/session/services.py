"""The edges a session works with, injected: folders, configuration, environment, clock of the wall, narrators."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rpg.config.config import Config
    from rpg.config.paths import Paths
    from rpg.narrator.protocol import Narrator

NarratorFactory = Callable[[str | None, Mapping[str, Any], str], "Narrator"]
"""The narrator for a spec ("storyteller", "openai:MODEL" …; None: as configured), a save's settings and the
language of the prose."""


@dataclass(frozen=True, slots=True)
class Services:
    """What every face hands to the sessions it opens.

    language: of the interface. spec: the narrator the command line asked for. now: seconds since 1970.
    approve: tools that may run without a question. asks: whether somebody is there to be asked.
    """

    paths: Paths
    config: Config
    language: str
    environ: Mapping[str, str]
    narrator: NarratorFactory
    learned: MutableMapping[str, Any] = field(default_factory=dict)
    spec: str | None = None
    now: Callable[[], float] = time.time
    approve: frozenset[str] = frozenset()
    asks: bool = False
