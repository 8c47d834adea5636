"""Edits with a record of where they started, so that a later fold can say that they drifted."""

from __future__ import annotations

from dataclasses import replace

from rpg.runtime.edits import Edit, Follow, MoveCharacter, MovePlayer
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts


def recorded(state: State, edit: Edit) -> Edit:
    """`edit` with `from_` as things are in `state`; other kinds of edits as they are."""
    start = origin(state, edit)
    match edit:
        case MovePlayer() | MoveCharacter() | Follow() if start is not None:
            return replace(edit, from_=start)
    return edit


def origin(state: State, edit: Edit) -> str | None:
    """Where the edit would start: a location id, "" for out of sight; None when it is no move."""
    match edit:
        case MovePlayer():
            return state.player_location
        case MoveCharacter(character=who) | Follow(character=who):
            return whereabouts(state, who) or ""
    return None
