"""What lore is told about the moment of the story: the state and the chat, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_FLAGS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LoreMessage:
    """A message that is scanned. player: the player's own words or a travel, which begin a turn."""

    text: str
    name: str = ""
    player: bool = True


@dataclass(frozen=True, slots=True)
class LoreScene:
    """location: id of where the player is; tags: of that location. present, speaking: character ids.

    clock: minutes since the start of day 1, None where time is not modelled. turn and message_count: of the
    whole path, reply_count: of the narrator's messages; None counts the messages passed in.
    """

    location: str = ""
    tags: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    speaking: str = ""
    visited: tuple[str, ...] = ()
    clock: int | None = None
    flags: Mapping[str, object] = field(default_factory=lambda: NO_FLAGS)
    turn: int | None = None
    message_count: int | None = None
    reply_count: int | None = None

    @property
    def people(self) -> frozenset[str]:
        """Everyone present or speaking."""
        return frozenset((*self.present, self.speaking)) - {""}
