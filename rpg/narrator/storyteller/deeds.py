"""What comes of an act before anything has changed: words at once, or tool calls to make first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.narrator.storyteller.acts import Act

REGISTRY = "edit_location_registry"


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call to make. needed: whether the act comes to nothing without it."""

    tool: str
    arguments: Mapping[str, Any] = field(hash=False)
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Told:
    """Nothing changes. halts: what else the player wanted to do on the line is not done then."""

    text: str
    halts: bool = False


@dataclass(frozen=True, slots=True)
class Do:
    """`calls` come first; then `act`, with everyone in it looked up, is told from the stage they made.

    topic: what an answer is told from.
    """

    act: Act
    calls: Sequence[Call]
    topic: str = ""


Deed = Told | Do


def operations(*listed: Mapping[str, Any]) -> tuple[Call, ...]:
    """One call of the location registry."""
    return (Call(REGISTRY, {"operations": list(listed)}),)
