"""The panel as data, in its two views; faces draw it and add nothing. Source: docs/context.md §3, §5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from rpg.context.result import Plan
from rpg.context.sections import DIALOGUE, SETTING, Group, Section
from rpg.context.status import Action, Status
from rpg.context.values import Quality

FlatGroup = Literal["platform", "characters", "lorebook", "memory", "observations", "log"]
FLAT: tuple[FlatGroup, ...] = ("platform", "characters", "lorebook", "memory", "observations", "log")

_OBSERVED = frozenset({"summary", "observations"})


@dataclass(frozen=True, slots=True)
class Row:
    """A group. cap: tokens it may use, None where it has none. share: of what is available, 0 to 1."""

    group: str
    tokens: int
    characters: int
    share: float
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class ClassicPanel:
    """Setting and dialogue side by side, with how much of the log is carried."""

    status: Status
    quality: Quality
    available: int
    reserve: int
    used: int
    setting: tuple[Row, ...]
    setting_used: int
    setting_cap: int
    dialogue: tuple[Row, ...]
    dialogue_used: int
    dialogue_cap: int
    carried: int
    total: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class FlatPanel:
    """Six groups against their caps and a total against the whole; no carried count."""

    status: Status
    quality: Quality
    reserve: int
    rows: tuple[Row, ...]
    used: int
    cap: int
    actions: tuple[Action, ...]


def panel(plan: Plan) -> ClassicPanel | FlatPanel:
    """The view that goes with the memory style."""
    style = plan.inputs.settings.memory_style
    match style:
        case "summary":
            return classic(plan)
        case "observations":
            return flat(plan)
        case _:
            assert_never(style)


def classic(plan: Plan) -> ClassicPanel:
    """The classic view."""
    space = plan.space
    caps: dict[Group, int] = {"lorebook": space.lore_cap}
    rows = {
        use.group: Row(use.group, use.tokens, use.characters, use.share, caps.get(use.group))
        for use in plan.groups
    }
    return ClassicPanel(
        plan.status,
        plan.quality,
        space.available,
        space.reserve.total,
        plan.total,
        tuple(rows[group] for group in SETTING),
        plan.setting_used,
        space.setting_cap,
        tuple(rows[group] for group in DIALOGUE),
        plan.dialogue_used,
        plan.dialogue_cap,
        plan.history.carried,
        plan.history.total,
        plan.actions,
    )


def flat(plan: Plan) -> FlatPanel:
    """The flat view."""
    available = plan.space.available
    caps = flat_caps(plan)
    parts: dict[FlatGroup, list[Section]] = {group: [] for group in FLAT}
    for part in plan.sections:
        parts[flat_group(part)].append(part)
    rows = tuple(_row(group, parts[group], available, caps.get(group)) for group in FLAT)
    return FlatPanel(
        plan.status, plan.quality, plan.space.reserve.total, rows, plan.total, available, plan.actions
    )


def flat_group(part: Section) -> FlatGroup:
    """Where a section counts in the flat view.

    Pins count under memory, this turn's input under the log, presets and the player's own instructions
    under the platform.
    """
    match part.group:
        case "platform" | "presets" | "other":
            return "platform"
        case "characters" | "scene" | "answers":
            return "characters"
        case "lorebook":
            return "lorebook"
        case "memory":
            return "observations" if part.id in _OBSERVED else "memory"
        case "pinned":
            return "memory"
        case "log" | "input":
            return "log"


def flat_caps(plan: Plan) -> dict[FlatGroup, int]:
    """Caps of the flat view where a group has one, in tokens."""
    settings = plan.inputs.settings
    return {
        "lorebook": plan.space.lore_cap,
        "observations": plan.dialogue_cap * settings.observation_percent // 100,
    }


def _row(group: FlatGroup, parts: Sequence[Section], available: int, cap: int | None) -> Row:
    tokens = sum(part.tokens for part in parts)
    characters = sum(part.characters for part in parts)
    return Row(group, tokens, characters, tokens / available if available else 0.0, cap)
