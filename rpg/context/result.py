"""What planning gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rpg.context.frames import Standing
from rpg.context.history import Cut
from rpg.context.memory_in_force import InForce
from rpg.context.sections import DIALOGUE, SETTING, GroupUse, Omitted, Section, used
from rpg.context.space import Space
from rpg.context.status import REFUSED, Action, Status
from rpg.context.values import PlanInputs, Quality, Recalled, ToolOffer, WireMessage


@dataclass(frozen=True, slots=True)
class HistoryUse:
    """carried, total: messages, openings included. start: first carried message behind the opening.

    first: first message behind the opening. opening: whether it is carried. moved: the cut moved this turn.
    covered: the last message that the memory in force tells of.
    """

    carried: int
    total: int
    start: int
    first: int
    opening: bool
    moved: bool
    covered: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What stands in the request besides the fixed texts."""

    blocks: tuple[Standing, ...]
    memory: InForce
    cut: Cut
    recalled: tuple[Recalled, ...]
    omitted: tuple[Omitted, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one request.

    messages: the request; `tools` go with it (sorted by name). record: JSON-able, to be kept with the reply
    and given back as `PlanInputs.last_record` on the next turn. raw: tokens as sent, for calibration.
    choice, inputs: what was carried and what the plan was made from, for follow-up requests.
    """

    status: Status
    space: Space
    groups: tuple[GroupUse, ...]
    sections: tuple[Section, ...]
    omitted: tuple[Omitted, ...]
    messages: tuple[WireMessage, ...]
    tools: tuple[ToolOffer, ...]
    history: HistoryUse
    actions: tuple[Action, ...]
    record: Mapping[str, Any]
    quality: Quality
    choice: Choice = field(repr=False)
    inputs: PlanInputs = field(repr=False, compare=False)

    @property
    def blocks(self) -> tuple[Standing, ...]:
        """What stands in the history besides messages, and the digests behind the summary."""
        return self.choice.blocks

    @property
    def refused(self) -> bool:
        """Whether nothing may be sent."""
        return self.status in REFUSED

    @property
    def setting_used(self) -> int:
        """Tokens of setting content."""
        return used(self.sections, SETTING)

    @property
    def dialogue_used(self) -> int:
        """Tokens of dialogue content."""
        return used(self.sections, DIALOGUE)

    @property
    def dialogue_cap(self) -> int:
        """What dialogue content may use."""
        return self.space.dialogue_cap(self.setting_used)

    @property
    def total(self) -> int:
        """Tokens of the whole request."""
        return self.setting_used + self.dialogue_used
