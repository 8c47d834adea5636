"""Changing the exits between two places. Both directions are kept in step."""

from __future__ import annotations

from dataclasses import replace

from rpg.runtime.state import State
from rpg.world.model import Exit


def way(state: State, start: str, end: str) -> Exit | None:
    """The exit from `start` to `end` as it is now, hidden and locked ones too; None when there is none."""
    if end in state.altered(start):
        return state.exits(start).get(end)
    return state.index.exits.get(start, {}).get(end)


def with_exit(state: State, start: str, exit: Exit) -> State:
    """`state` with one exit as given. What the author wrote needs no fact."""
    authored = state.index.exits.get(start, {}).get(exit.to)
    key = ("exit", start, exit.to)
    if authored is not None and _told(authored) == _told(exit):
        return state.drop(key)
    return state.set(key, _told(exit))


def without_exit(state: State, start: str, end: str) -> State:
    """`state` with no exit from `start` to `end`."""
    key = ("exit", start, end)
    return state.set(key, None) if end in state.index.exits.get(start, {}) else state.drop(key)


def found(state: State, start: str, end: str) -> State:
    """`state` with a hidden way between two places found from both sides."""
    for here, there in ((start, end), (end, start)):
        exit = way(state, here, there)
        if exit is not None and exit.hidden:
            state = with_exit(state, here, replace(exit, hidden=False))
    return state


def _told(exit: Exit) -> tuple[str, int | None, bool, str]:
    return (exit.label, exit.minutes, exit.hidden, exit.locked)
