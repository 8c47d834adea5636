"""Ways that the story adds, takes away, finds, opens and shuts."""

from __future__ import annotations

from dataclasses import replace

from rpg.runtime.edits import Connect, Disconnect, SetExit
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.kinds.needs import check_minutes, needed_location
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.ways import way, with_exit, without_exit
from rpg.world.model import Exit


def connect(state: State, edit: Connect) -> State:
    """An open, visible way there and back. One that exists keeps the label and minutes not given."""
    needed_location(state, edit.start)
    needed_location(state, edit.end)
    if edit.start == edit.end:
        raise EditError("same_place", "A way needs two different places.", "Change from or to.")
    if edit.minutes is not None:
        check_minutes(edit.minutes)
    state = _connected(state, edit.start, edit.end, edit.label, edit.minutes)
    return _connected(state, edit.end, edit.start, "", edit.minutes)


def disconnect(state: State, edit: Disconnect) -> State:
    """No way there or back."""
    if way(state, edit.start, edit.end) is None and way(state, edit.end, edit.start) is None:
        raise _no_exit(state, edit.start, edit.end)
    return without_exit(without_exit(state, edit.start, edit.end), edit.end, edit.start)


def set_exit(state: State, edit: SetExit) -> State:
    """The way and, if there is one, its way back."""
    if way(state, edit.start, edit.end) is None:
        raise _no_exit(state, edit.start, edit.end)
    state = _changed(state, edit.start, edit.end, edit)
    return _changed(state, edit.end, edit.start, edit)


def _connected(state: State, start: str, end: str, label: str, minutes: int | None) -> State:
    old = way(state, start, end) or Exit(end)
    fresh = replace(old, hidden=False, locked="", label=label or old.label)
    return with_exit(state, start, fresh if minutes is None else replace(fresh, minutes=minutes))


def _changed(state: State, start: str, end: str, edit: SetExit) -> State:
    exit = way(state, start, end)
    if exit is None:
        return state
    if edit.hidden is not None:
        exit = replace(exit, hidden=edit.hidden)
    if edit.locked is not None:
        exit = replace(exit, locked=edit.locked.strip())
    return with_exit(state, start, exit)


def _no_exit(state: State, start: str, end: str) -> EditError:
    needed_location(state, start)
    needed_location(state, end)
    ends = one_of(state.exits(start)) or "nowhere"
    return EditError(
        "no_exit",
        f"There is no exit from {start} to {end}.",
        f"From {start} there are exits to: {ends}. Use connect to make one.",
        start=name_of(state, start),
        end=name_of(state, end),
    )
