"""The lorebooks of a turn: which books are active, what they placed, and what the record keeps of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rpg.context.values import LorePlacement, PlanInputs
from rpg.session.story import Ground, Story

if TYPE_CHECKING:
    from rpg.session.planning import Telling


@dataclass(frozen=True, slots=True)
class TurnLore:
    """What the engine placed and what is kept with the turn."""

    placements: tuple[LorePlacement, ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict)


def lore_of_turn(story: Story, ground: Ground, telling: Telling, inputs: PlanInputs) -> TurnLore:
    """The lore of a turn, a function of the path, the books and the seed."""
    return TurnLore()
