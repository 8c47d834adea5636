from __future__ import annotations

import pytest

from rpg.runtime.apply import EditError, apply
from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    Disconnect,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    RemoveLocation,
    Reveal,
    SetExit,
    SetFlag,
    SetLock,
    SetPremise,
    Unfollow,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.locks import locked_facts
from rpg.runtime.state import State
from tests.runtime.worlds import start


def locked(fact: str, *edits: Edit) -> State:
    state = start()
    for edit in (*edits, SetLock(fact, True, "player")):
        state = apply(state, edit)
    return state


FOLLOWING = Follow("mira", "player")


@pytest.mark.parametrize(
    ("fact", "edit"),
    [
        ("condition:mira", UpdateCharacter("mira", "model", condition="wet")),
        ("relationship:mira", UpdateCharacter("mira", "model", relationship="warm")),
        ("knows:mira", UpdateCharacter("mira", "model", knows=("x",))),
        ("position:mira", MoveCharacter("mira", "market", "model")),
        ("position:mira", MovePlayer("market", "model", companions=("mira",))),
        ("position:mira", Follow("mira", "model")),
        ("follows:mira", Follow("mira", "model")),
        ("player", MovePlayer("market", "model")),
        ("clock", AdvanceTime(5, "model")),
        ("clock", MovePlayer("market", "model", minutes=5)),
        ("flag:bell", SetFlag("bell", 1, "model")),
        ("note:quay", UpdateLocation("quay", "model", note="x")),
        ("known:castle", Reveal("castle", "model")),
        ("exit:quay:market", SetExit("quay", "market", "model", locked="x")),
        ("exit:quay:market", SetExit("market", "quay", "model", locked="x")),
        ("exit:market:quay", Disconnect("quay", "market", "model")),
        ("exit:quay:castle", Connect("castle", "quay", "model")),
        ("premise", SetPremise("x", "model")),
    ],
)
def test_a_locked_fact_refuses_the_model_and_nobody_else(fact: str, edit: Edit) -> None:
    state = locked(fact)
    with pytest.raises(EditError) as caught:
        apply(state, edit)
    assert caught.value.code == "locked_fact"
    by_hand = type(edit)(**{name: getattr(edit, name) for name in edit.__slots__} | {"source": "hand"})
    assert apply(state, by_hand).hash != state.hash
    assert apply(apply(state, SetLock(fact, False, "player")), edit).hash == apply(start(), edit).hash


@pytest.mark.parametrize(
    "edit",
    [
        Unfollow("mira", "model"),
        MoveCharacter("mira", "castle", "model"),
        MovePlayer("market", "model", left_behind=("mira",)),
    ],
)
def test_who_is_locked_as_a_follower_stays_one(edit: Edit) -> None:
    with pytest.raises(EditError, match="follows:mira"):
        apply(locked("follows:mira", FOLLOWING), edit)


def test_a_locked_follower_still_comes_along() -> None:
    state = apply(locked("position:mira", FOLLOWING), MovePlayer("market", "model"))
    assert state.player_location == "market"
    assert state.follows("mira")


def test_a_lock_on_one_fact_leaves_its_neighbours_open() -> None:
    state = locked("condition:mira")
    assert apply(state, UpdateCharacter("mira", "model", relationship="warm")).relationship("mira") == "warm"
    assert apply(state, UpdateCharacter("tomas", "model", condition="wet")).condition("tomas") == "wet"


def test_a_locked_way_is_not_found_by_walking_it() -> None:
    state = apply(locked("exit:quay:cellar"), MovePlayer("cellar", "model"))
    assert state.exits("quay")["cellar"].hidden


def test_a_locked_temporary_place_is_not_removed_by_the_story() -> None:
    from tests.runtime.test_apply import YARD

    with pytest.raises(EditError, match="location:yard"):
        apply(locked("location:yard", YARD), RemoveLocation("yard", "model"))


def test_locks_are_listed() -> None:
    assert locked_facts(apply(locked("flag:bell"), SetLock("clock", True, "hand"))) == ("clock", "flag:bell")
