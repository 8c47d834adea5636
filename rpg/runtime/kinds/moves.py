"""Moving the player and the characters."""

from __future__ import annotations

from itertools import pairwise

from rpg.runtime.edits import Follow, MoveCharacter, MovePlayer, Unfollow
from rpg.runtime.errors import EditError
from rpg.runtime.kinds.needs import check_minutes, need_present, needed_character, needed_location
from rpg.runtime.locks import is_locked
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.ways import found, way
from rpg.runtime.whereabouts import whereabouts


def move_player(state: State, edit: MovePlayer) -> State:
    """The clock advances, then everyone is where they went. To where the player already is: nobody goes."""
    _check_travel(state, edit)
    start = state.player_location
    if edit.to == start:
        return _parted(state, edit, start)
    arrived = _passed(state, edit.minutes)
    arrived = _parted(arrived, edit, start)
    for companion in edit.companions:
        if not arrived.follows(companion):
            arrived = _put(arrived, companion, edit.to)
    if not edit.via and not (edit.source == "model" and is_locked(state, f"exit:{start}:{edit.to}")):
        arrived = found(arrived, start, edit.to)
    visits = (state.visits(edit.to) + 1, state.turn)
    return arrived.set(("player",), edit.to).set(("visits", edit.to), visits)


def move_character(state: State, edit: MoveCharacter) -> State:
    """The character is at the place; whoever followed and is now elsewhere no longer does."""
    needed_character(state, edit.character)
    if edit.to is None:
        return _put(state.drop(("follows", edit.character)), edit.character, None)
    needed_location(state, edit.to)
    if whereabouts(state, edit.character) == edit.to:
        return state
    return _put(state.drop(("follows", edit.character)), edit.character, edit.to)


def follow(state: State, edit: Follow) -> State:
    """The character travels with the player; their own position no longer matters."""
    needed_character(state, edit.character)
    if state.follows(edit.character):
        return state
    need_present(state, edit.character)
    return state.drop(("position", edit.character)).set(("follows", edit.character), True)


def unfollow(state: State, edit: Unfollow) -> State:
    """The character stays where the player is."""
    needed_character(state, edit.character)
    return _stay(state, edit.character, state.player_location)


def _check_travel(state: State, edit: MovePlayer) -> None:
    needed_location(state, edit.to)
    both = sorted({*edit.companions} & {*edit.left_behind})
    if both:
        raise EditError(
            "contradiction",
            f"{both[0]} can not both come along and stay behind.",
            "Name each person in one list only.",
            name=name_of(state, both[0]),
        )
    for companion in edit.companions:
        needed_character(state, companion)
        need_present(state, companion)
    for other in edit.left_behind:
        needed_character(state, other)
    if edit.minutes is not None:
        check_minutes(edit.minutes)
    if (
        edit.source == "player"
        and edit.from_ in (None, state.player_location)
        and edit.to != state.player_location
    ):
        _check_way(state, edit)


def _check_way(state: State, edit: MovePlayer) -> None:
    """The player walks over ways that exist, are found and are open; the story may do as it likes."""
    steps = (state.player_location, *edit.via, edit.to)
    for start, end in pairwise(steps):
        exit = way(state, start, end)
        if exit is None or exit.hidden:
            raise EditError(
                "no_way",
                f"No way is known from {start} to {end}.",
                "Find another way.",
                place=name_of(state, edit.to),
            )
        if exit.locked:
            raise EditError(
                "locked",
                f"The way from {start} to {end} is shut: {exit.locked}",
                "Open it first.",
                place=name_of(state, edit.to),
                reason=exit.locked,
            )


def _passed(state: State, minutes: int | None) -> State:
    if state.clock is None or not minutes:
        return state
    return state.set(("clock",), state.clock + minutes)


def _parted(state: State, edit: MovePlayer, place: str) -> State:
    for other in edit.left_behind:
        state = _stay(state, other, place)
    return state


def _stay(state: State, character: str, place: str) -> State:
    if not state.follows(character):
        return state
    return _put(state.drop(("follows", character)), character, place)


def _put(state: State, character: str, place: str | None) -> State:
    return state.set(("position", character), (place, state.clock))
