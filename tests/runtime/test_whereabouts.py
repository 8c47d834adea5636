from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.carry import carry
from rpg.runtime.edits import (
    AdvanceTime,
    CreateCharacter,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    SetClock,
    Unfollow,
)
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from tests.runtime.strategies import edits
from tests.runtime.worlds import harbour, start


def after(*edits: Edit, state: State | None = None) -> State:
    state = state or start()
    for edit in edits:
        state = apply(state, edit)
    return state


def test_people_are_at_home_outside_their_schedule() -> None:
    assert whereabouts(start(), "mira") == "quay"
    assert whereabouts(start(), "ferrin") is None
    assert whereabouts(start(), "nobody") is None


def test_the_schedule_moves_people_without_an_edit_of_theirs() -> None:
    evening = after(AdvanceTime(12 * 60, "model"))
    assert whereabouts(evening, "mira") == "lighthouse"
    assert whereabouts(after(AdvanceTime(24 * 60, "model")), "mira") == "quay"


def test_an_explicit_position_holds_until_a_border_of_the_schedule() -> None:
    moved = after(MoveCharacter("mira", "castle", "model"))
    assert whereabouts(after(AdvanceTime(11 * 60, "model"), state=moved), "mira") == "castle"
    assert whereabouts(after(AdvanceTime(12 * 60, "model"), state=moved), "mira") == "lighthouse"
    assert whereabouts(after(AdvanceTime(24 * 60, "model"), state=moved), "mira") == "quay"


def test_turning_the_clock_back_undoes_what_came_of_time() -> None:
    moved = after(MoveCharacter("mira", "castle", "model"))
    back = after(AdvanceTime(13 * 60, "model"), SetClock(9 * 60, "hand"), state=moved)
    assert whereabouts(back, "mira") == "castle"


def test_someone_without_a_schedule_stays_where_they_were_put() -> None:
    assert (
        whereabouts(after(MoveCharacter("ana", "castle", "model"), AdvanceTime(9999, "model")), "ana")
        == "castle"
    )


def test_out_of_sight_holds_until_moved_again() -> None:
    gone = after(MoveCharacter("mira", None, "model"), AdvanceTime(13 * 60, "model"))
    assert whereabouts(gone, "mira") is None
    assert whereabouts(after(MoveCharacter("mira", "quay", "model"), state=gone), "mira") == "quay"


def test_a_follower_is_with_the_player_whatever_the_schedule_says() -> None:
    state = after(
        Follow("mira", "model"), MovePlayer("market", "model", minutes=5), AdvanceTime(13 * 60, "model")
    )
    assert whereabouts(state, "mira") == "market"
    stays = after(Unfollow("mira", "model"), MovePlayer("castle", "model", minutes=15), state=state)
    assert whereabouts(stays, "mira") == "market"


def test_without_a_clock_nobody_keeps_a_schedule() -> None:
    state = start(harbour(clock=False))
    moved = apply(state, MoveCharacter("tomas", "castle", "model"))
    assert whereabouts(state, "tomas") == "quay"
    assert whereabouts(moved, "tomas") == "castle"


def test_those_present_stand_in_the_authors_order_then_walk_ons() -> None:
    state = after(
        CreateCharacter("bob", "Bob", "", "", "quay", "model"),
        CreateCharacter("al", "Al", "", "", "quay", "model"),
        MoveCharacter("guard", "quay", "model"),
        MoveCharacter("ana", "quay", "model"),
    )
    assert present(state) == ("mira", "tomas", "ana", "guard", "al", "bob")
    assert present(state, "castle") == ()


@given(st.lists(edits, max_size=12))
def test_who_is_present_at_a_place_are_those_whose_whereabouts_it_is(chain: list[Edit]) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    for place in state.location_ids():
        expected = {who for who in state.character_ids() if whereabouts(state, who) == place}
        assert set(present(state, place)) == expected
        assert len(present(state, place)) == len(expected)


@pytest.mark.parametrize("place", ["quay", "market"])
def test_moving_someone_to_where_they_are_changes_nothing(place: str) -> None:
    state = after(MoveCharacter("mira", place, "model"))
    assert apply(state, MoveCharacter("mira", place, "model")) is state
