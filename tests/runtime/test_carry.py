from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import EditError, apply
from rpg.runtime.carry import Outcome, carry, outcome_text, settled
from rpg.runtime.edits import (
    AdvanceTime,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    RemoveLocation,
    SetExit,
    SetFlag,
    SetLock,
    Unfollow,
    UpdateCharacter,
)
from rpg.runtime.recorded import recorded
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from tests.runtime.strategies import edits
from tests.runtime.worlds import start


def after(*edits: Edit) -> State:
    state = start()
    for edit in edits:
        state = apply(state, edit)
    return state


def test_an_edit_that_fits_is_applied_as_recorded() -> None:
    edit = recorded(start(), MoveCharacter("mira", "market", "model"))
    state, outcome = carry(start(), edit)
    assert outcome == Outcome("applied")
    assert state.hash == apply(start(), edit).hash
    assert outcome_text(outcome, "en") == ""


@pytest.mark.parametrize(
    ("past", "edit", "sentence"),
    [
        (
            [MovePlayer("lighthouse", "model")],
            MovePlayer("castle", "player", "quay", 20, via=("market",)),
            "Traveller was at The Lighthouse, not at The Quay.",
        ),
        (
            [MoveCharacter("mira", "market", "model")],
            MoveCharacter("mira", "castle", "model", "quay"),
            "Mira Vale was at The Market, not at The Quay.",
        ),
        (
            [MoveCharacter("mira", None, "model")],
            MoveCharacter("mira", "castle", "model", "quay"),
            "Mira Vale was out of sight, not at The Quay.",
        ),
        ([], MoveCharacter("mira", "castle", "model", ""), "Mira Vale was at The Quay, not out of sight."),
        (
            [MoveCharacter("mira", "market", "model")],
            Follow("mira", "model", "quay"),
            "Mira Vale was at The Market, not at The Quay.",
        ),
    ],
)
def test_an_edit_that_starts_from_elsewhere_is_applied_and_says_so(
    past: list[Edit], edit: Edit, sentence: str
) -> None:
    state, outcome = carry(after(*past), edit)
    assert outcome.status == "drifted"
    assert outcome_text(outcome, "en") == sentence
    assert state.hash != after(*past).hash


def test_companions_who_are_elsewhere_join_from_there() -> None:
    past = after(MoveCharacter("mira", "castle", "model"))
    move = MovePlayer("market", "model", "quay", 5, ("mira", "tomas"))
    state, outcome = carry(past, move)
    assert (outcome.status, outcome.code, outcome.values["names"]) == ("drifted", "companions", ["Mira Vale"])
    assert state.player_location == whereabouts(state, "mira") == whereabouts(state, "tomas") == "market"


def test_companions_who_no_longer_exist_are_left_out() -> None:
    state, outcome = carry(start(), MovePlayer("market", "model", "quay", 5, ("bob",)))
    assert (outcome.status, outcome.values["names"]) == ("drifted", ["bob"])
    assert state.player_location == "market"
    behind, outcome = carry(start(), MovePlayer("market", "model", "quay", 5, (), ("bob",)))
    assert outcome.status == "drifted"
    assert behind.player_location == "market"


@pytest.mark.parametrize(
    ("past", "edit"),
    [
        ([], MoveCharacter("mira", "quay", "model", "market")),
        ([MovePlayer("market", "model")], MovePlayer("market", "model", "quay", 5)),
        ([Follow("mira", "model")], Follow("mira", "model", "quay")),
        ([], Unfollow("mira", "model")),
        ([UpdateCharacter("mira", "model", "wet")], UpdateCharacter("mira", "model", "wet")),
        ([SetFlag("bell", 1, "model")], SetFlag("bell", 1, "model")),
        ([], RemoveLocation("yard", "model")),
        ([], Disconnect("quay", "castle", "model")),
        ([], AdvanceTime(0, "model")),
    ],
)
def test_what_is_so_already_is_moot(past: list[Edit], edit: Edit) -> None:
    before = after(*past)
    state, outcome = carry(before, edit)
    assert outcome.status == "moot"
    assert state.hash == before.hash
    assert outcome_text(outcome, "zh") == "本来就是这样。"


@pytest.mark.parametrize(
    ("past", "edit", "code"),
    [
        ([], MovePlayer("yard", "model", "quay"), "unknown_location"),
        ([], UpdateCharacter("bob", "model", "wet"), "unknown_character"),
        (
            [SetExit("quay", "market", "hand", locked="flooded")],
            MovePlayer("market", "player", "quay", 5),
            "locked",
        ),
        ([SetLock("condition:mira", True, "player")], UpdateCharacter("mira", "model", "wet"), "locked_fact"),
        (
            [CreateLocation("yard", "Yard", "", "", "model")],
            CreateLocation("yard", "Yard", "", "", "model"),
            "exists",
        ),
        (
            [SetExit("quay", "market", "hand", locked="flooded"), MoveCharacter("mira", "castle", "hand")],
            MovePlayer("market", "player", "quay", 5, ("mira",)),
            "locked",
        ),
    ],
)
def test_what_cannot_be_applied_is_kept_out_and_says_why(past: list[Edit], edit: Edit, code: str) -> None:
    before = after(*past)
    state, outcome = carry(before, edit)
    assert (outcome.status, outcome.code) == ("conflict", code)
    assert state is before
    assert outcome_text(outcome, "en")
    assert "{" not in outcome_text(outcome, "en")


def test_a_record_says_where_a_move_started() -> None:
    state = after(CreateCharacter("bob", "Bob", "", "", "castle", "model"))
    assert recorded(state, MovePlayer("market", "hand")) == MovePlayer("market", "hand", "quay")
    assert recorded(state, MoveCharacter("bob", "quay", "hand")) == MoveCharacter(
        "bob", "quay", "hand", "castle"
    )
    assert recorded(state, MoveCharacter("ferrin", "quay", "hand")) == MoveCharacter(
        "ferrin", "quay", "hand", ""
    )
    assert recorded(state, SetFlag("a", 1, "hand")) == SetFlag("a", 1, "hand")


@given(st.lists(edits, max_size=8), edits)
def test_carrying_is_total_and_agrees_with_apply(chain: list[Edit], edit: Edit) -> None:
    state = start()
    for earlier in chain:
        state, _ = carry(state, earlier)
    carried, outcome = carry(state, edit)
    try:
        applied = apply(state, edit)
    except EditError:
        assert outcome.status in ("conflict", "moot", "drifted")
        assert (carried is state) == (outcome.status != "drifted")
        return
    assert carried.hash == applied.hash
    assert (outcome.status == "moot") == (applied.hash == state.hash)


@given(st.lists(edits, max_size=10))
def test_folding_again_gives_the_same_state_and_the_same_outcomes(chain: list[Edit]) -> None:
    def fold() -> tuple[str, list[Outcome]]:
        state, outcomes = start(), []
        for edit in chain:
            state, outcome = carry(state, edit)
            outcomes.append(outcome)
        return state.hash, outcomes

    assert fold() == fold()


@given(past=st.lists(edits, max_size=6), edit=edits)
def test_what_is_settled_comes_to_the_same_and_no_longer_drifts(past: list[Edit], edit: Edit) -> None:
    state = start()
    for earlier in past:
        state = carry(state, earlier)[0]
    expected, outcome = carry(state, edit)
    after, statuses = state, []
    for one in settled(state, edit):
        after, told = carry(after, one)
        statuses.append(told.status)
    assert after.hash == expected.hash
    assert "drifted" not in statuses
    assert ("conflict" in statuses) == (outcome.status == "conflict")
