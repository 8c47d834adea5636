"""Whether a plan may be sent, and what the player can do when it is tight or refused. Source: docs/context.md §2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rpg.context.sections import Group, Section
from rpg.context.space import Space

Status = Literal["ok", "tight", "setting_too_long", "dialogue_too_long", "over_limit"]
REFUSED: frozenset[Status] = frozenset({"setting_too_long", "dialogue_too_long", "over_limit"})

TIGHT_PERCENT = 90

LITTLE = 10
"""What takes less than one of so many parts of what does not fit is not worth shortening."""

ActionCode = Literal[
    "edit_preset",
    "switch_lore_off",
    "ask_to_leave",
    "shorten_sheet",
    "shorten_answers",
    "shorten_instructions",
    "switch_tools_off",
    "shorten_memory",
    "unpin",
    "shorten_input",
    "take_back",
    "pin_recap",
    "larger_window",
    "new_story",
]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that helps. target: what it is about (an id), "" for none. tokens: what it can free, 0 for unknown."""

    code: ActionCode
    target: str = ""
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    """History: messages carried of all, and whether the newest one fitted."""

    carried: int
    total: int
    fits: bool


def status_of(space: Space, setting: int, dialogue: int, history: Carried, flat: bool) -> Status:
    """The status of a plan. setting, dialogue: tokens used. flat: memory style "observations"."""
    if setting > space.setting_cap or space.available == 0:
        return "setting_too_long"
    if not history.fits or setting + dialogue > space.available:
        return "over_limit" if flat else "dialogue_too_long"
    if setting * 100 > space.setting_cap * TIGHT_PERCENT or history.carried * 2 < history.total:
        return "tight"
    return "ok"


def actions_of(
    status: Status, space: Space, setting: int, sections: Sequence[Section], newest: int = 0
) -> tuple[Action, ...]:
    """What the player can do, what frees most first. None when all is well.

    newest: tokens of the newest message where that is what does not fit; what is small beside it helps nothing.
    """
    match status:
        case "ok":
            return ()
        case "setting_too_long":
            return (*_by_size(_setting(sections)), Action("larger_window"), Action("new_story"))
        case "dialogue_too_long" | "over_limit":
            dialogue = [one for one in _dialogue(sections) if one.tokens * LITTLE > newest]
            back = Action("take_back", "", newest)
            return (*_by_size((back, *dialogue)), Action("larger_window"), Action("new_story"))
        case "tight":
            crowded = setting * 100 > space.setting_cap * TIGHT_PERCENT
            return (
                *_by_size(_setting(sections) if crowded else ()),
                *(() if crowded else (Action("pin_recap"),)),
                Action("larger_window"),
            )


_SETTING_ACTIONS: dict[Group, ActionCode] = {
    "presets": "edit_preset",
    "lorebook": "switch_lore_off",
    "answers": "shorten_answers",
    "other": "shorten_instructions",
}
_DIALOGUE_ACTIONS: dict[Group, ActionCode] = {
    "memory": "shorten_memory",
    "pinned": "unpin",
    "input": "shorten_input",
}


def _setting(sections: Iterable[Section]) -> Iterator[Action]:
    totals: dict[Group, int] = {}
    for part in sections:
        if part.id.startswith("frame.person."):
            yield Action("ask_to_leave", part.source, part.tokens)
        elif part.id.startswith("frame.place."):
            yield Action("shorten_sheet", part.source, part.tokens)
        elif part.id == "tools":
            yield Action("switch_tools_off", "", part.tokens)
        elif part.group in _SETTING_ACTIONS and not part.id.startswith("frame."):
            totals[part.group] = totals.get(part.group, 0) + part.tokens
    yield from (Action(_SETTING_ACTIONS[group], group, tokens) for group, tokens in totals.items())


def _dialogue(sections: Iterable[Section]) -> Iterator[Action]:
    totals: dict[Group, int] = {}
    for part in sections:
        if part.group in _DIALOGUE_ACTIONS:
            totals[part.group] = totals.get(part.group, 0) + part.tokens
    yield from (Action(_DIALOGUE_ACTIONS[group], group, tokens) for group, tokens in totals.items())


def _by_size(actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(sorted((action for action in actions if action.tokens), key=lambda action: -action.tokens))
