"""The other tools that change the state: arguments become edits through the same door.

Source: docs/design.md §5, docs/tools.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.runtime.apply import apply
from rpg.runtime.arguments import Arguments
from rpg.runtime.edits import AdvanceTime, Edit, MovePlayer, SetClock, SetFlag, Source, UpdateCharacter
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.locks import is_locked
from rpg.runtime.names import resolve_character
from rpg.runtime.operations import Operations
from rpg.runtime.state import State
from rpg.text.clean import clean_line
from rpg.text.nearest import nearest

LONGEST_FACT = 1_000
"""Characters of a condition, a relationship, something known or the value of a flag."""


@dataclass(frozen=True, slots=True)
class GameTool:
    """A tool that stands for one edit. schema: JSON schema of its parameters."""

    schema: Mapping[str, Any]
    make: Callable[[State, Arguments, Source], Edit]


def run_game_tool(state: State, name: str, arguments: Any, source: Source = "model") -> Operations:
    """The stage after a call of `update_character`, `set_flag` or `advance_time`, and its edit.

    Raises EditError.
    """
    tool = GAME_TOOLS.get(name)
    if tool is None:
        near = nearest(name, GAME_TOOLS)
        hint = f"Did you mean {near}?" if near else f"There are {one_of(GAME_TOOLS)}."
        raise EditError("unknown_operation", f'There is no tool "{name}".', hint, name=name)
    if not isinstance(arguments, Mapping):
        raise EditError("bad_operations", f"The arguments of {name} are not an object.", "Send an object.")
    given = Arguments(name, {str(key): value for key, value in arguments.items()})
    edit = tool.make(state, given, source)
    return Operations(apply(state, edit), (edit,))


def turn_minutes(state: State, edits_of_turn: Iterable[Edit]) -> AdvanceTime | None:
    """What the clock advances by at the end of a turn: minutes_per_turn.

    None when time is not modelled or locked, or when an edit of the turn moved the player or set the clock.
    """
    clock = state.world.clock
    if clock is None or state.clock is None or clock.minutes_per_turn <= 0 or is_locked(state, "clock"):
        return None
    if any(_takes_time(edit) for edit in edits_of_turn):
        return None
    return AdvanceTime(clock.minutes_per_turn, "player")


def _takes_time(edit: Edit) -> bool:
    match edit:
        case MovePlayer(to=to, from_=start):
            return to != start
        case AdvanceTime() | SetClock():
            return True
    return False


def _update_character(state: State, given: Arguments, source: Source) -> Edit:
    given.check(("character",), ("condition", "relationship", "knows"))
    texts = {name: _fact(given, name) for name in ("condition", "relationship") if _is_given(given, name)}
    knows = given.lines("knows")
    if not texts and not knows:
        raise given.missing("condition, relationship or knows", ("character", "one of these"))
    for text in knows:
        _check_length("knows", text)
    who = resolve_character(state, given.line("character"))
    return UpdateCharacter(who, source, texts.get("condition"), texts.get("relationship"), knows)


def _set_flag(state: State, given: Arguments, source: Source) -> Edit:
    given.check(("name",), ("value",))
    if "value" not in given.values:
        raise given.missing("value", ("name", "value (null takes the flag away)"))
    return SetFlag(given.line("name"), _flag_value(given), source)


def _advance_time(state: State, given: Arguments, source: Source) -> Edit:
    given.check(("minutes",))
    return AdvanceTime(given.number("minutes"), source)


def _flag_value(given: Arguments) -> str | int | float | bool | None:
    match given.values["value"]:
        case str(text):
            return _checked("value", clean_line(text))
        case None | bool() | int() | float() as value:
            return value
    raise given.bad("value", "a text, a number, true, false or null")


def _is_given(given: Arguments, name: str) -> bool:
    """An empty text is given when nothing else is: it takes the condition or relationship away."""
    if given.given(name):
        return True
    others = [other for other in ("condition", "relationship", "knows") if other != name]
    return given.values.get(name) == "" and not any(given.given(other) for other in others)


def _fact(given: Arguments, name: str) -> str:
    return _checked(name, given.line(name))


def _checked(name: str, text: str) -> str:
    _check_length(name, text)
    return text


def _check_length(name: str, text: str) -> None:
    if len(text) > LONGEST_FACT:
        raise EditError(
            "too_long",
            f"{name} has more than {LONGEST_FACT} characters.",
            "Keep it to a sentence.",
            field=name,
            most=LONGEST_FACT,
        )


def _parameters(properties: Mapping[str, Any], *required: str) -> Mapping[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


GAME_TOOLS: Mapping[str, GameTool] = {
    "update_character": GameTool(
        _parameters(
            {
                "character": {"type": "string"},
                "condition": {"type": "string"},
                "relationship": {"type": "string"},
                "knows": {"type": "array", "items": {"type": "string"}},
            },
            "character",
        ),
        _update_character,
    ),
    "set_flag": GameTool(
        _parameters(
            {
                "name": {"type": "string"},
                "value": {"type": ["string", "number", "boolean", "null"]},
            },
            "name",
            "value",
        ),
        _set_flag,
    ),
    "advance_time": GameTool(
        _parameters({"minutes": {"type": "integer", "minimum": 0}}, "minutes"),
        _advance_time,
    ),
}
"""Tools by name: their schemas, with stable key order, and how a call becomes an edit.

What a field means is told once, in the tool's description.
"""
