"""The one door through which the world changes: `apply` validates an edit and applies it.

Around an edit that can change who is with the player, the two scenes are compared and every leaver gets
a note of where and when they were last seen. So the state is a function of the sequence of edits, however
they are grouped into nodes. Source: docs/design.md §3, §5.
"""

from __future__ import annotations

from typing import assert_never

from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
    Happen,
    MoveCharacter,
    MovePlayer,
    RemoveLocation,
    Reveal,
    SetAnswer,
    SetClock,
    SetExit,
    SetFlag,
    SetLock,
    SetPin,
    SetPremise,
    SetSummary,
    Unfollow,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.errors import EditError
from rpg.runtime.kinds import exits, moves, people, places, story
from rpg.runtime.locks import check_locks
from rpg.runtime.shape import check_shape
from rpg.runtime.state import State
from rpg.runtime.whereabouts import in_order, present

__all__ = ["EditError", "apply", "begin_turn"]

_MOVES_PEOPLE = (MovePlayer, MoveCharacter, AdvanceTime, SetClock)


def apply(state: State, edit: Edit) -> State:
    """The state after `edit`; the same object when nothing changes.

    Raises EditError when the edit cannot be applied: an unknown id, a locked fact, somebody who is not
    present, a permanent place, a value out of bounds.
    """
    check_shape(edit)
    check_locks(state, edit)
    after = _applied(state, edit)
    if after is state or not isinstance(edit, _MOVES_PEOPLE):
        return after
    return _departed(state, after)


def begin_turn(state: State) -> State:
    """The state in which the next turn's edits are applied."""
    return state.set(("turn",), state.turn + 1)


def _applied(state: State, edit: Edit) -> State:
    match edit:
        case MovePlayer():
            return moves.move_player(state, edit)
        case MoveCharacter():
            return moves.move_character(state, edit)
        case Follow():
            return moves.follow(state, edit)
        case Unfollow():
            return moves.unfollow(state, edit)
        case CreateLocation():
            return places.create_location(state, edit)
        case UpdateLocation():
            return places.update_location(state, edit)
        case RemoveLocation():
            return places.remove_location(state, edit)
        case Reveal():
            return places.reveal(state, edit)
        case Connect():
            return exits.connect(state, edit)
        case Disconnect():
            return exits.disconnect(state, edit)
        case SetExit():
            return exits.set_exit(state, edit)
        case CreateCharacter():
            return people.create_character(state, edit)
        case UpdateCharacter():
            return people.update_character(state, edit)
        case SetFlag() | AdvanceTime() | SetClock() | SetAnswer() | SetPremise() | SetSummary():
            return _told(state, edit)
        case SetPin():
            return story.set_pin(state, edit)
        case SetLock():
            return story.set_lock(state, edit)
        case Happen():
            return story.happen(state, edit)
        case _:
            assert_never(edit)


def _told(
    state: State, edit: SetFlag | AdvanceTime | SetClock | SetAnswer | SetPremise | SetSummary
) -> State:
    match edit:
        case SetFlag():
            return story.set_flag(state, edit)
        case AdvanceTime():
            return story.advance_time(state, edit)
        case SetClock():
            return story.set_clock(state, edit)
        case SetAnswer():
            return story.set_answer(state, edit)
        case SetPremise():
            return story.set_premise(state, edit)
        case SetSummary():
            return story.set_summary(state, edit)
        case _:
            assert_never(edit)


def _departed(before: State, after: State) -> State:
    """`after` with a note for everyone who was with the player before and no longer is: when they were last seen."""
    left = in_order(before, [*({*present(before)} - {*present(after)})])
    if not left:
        return after
    departures = int(before.get(("departures",), 0))
    for number, who in enumerate(left, start=departures + 1):
        after = after.set(("left", who), (after.turn, number, before.player_location, before.clock))
    return after.set(("departures",), departures + len(left))
