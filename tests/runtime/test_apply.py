from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import EditError, apply, begin_turn
from rpg.runtime.edits import (
    AdvanceTime,
    Connect,
    CreateCharacter,
    CreateLocation,
    Disconnect,
    Edit,
    Follow,
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
from rpg.runtime.facts import Facts
from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.runtime.whereabouts import present, whereabouts
from rpg.world.model import Character
from tests.runtime.strategies import edits
from tests.runtime.worlds import MORNING, crowd, harbour, start

YARD = CreateLocation("yard", "The Yard", "Mud.", "A muddy yard.", "model", connect_to="quay")
BOB = CreateCharacter("bob", "Bob", "A porter.", "Strong.", "quay", "model")


def after(*edits: Edit, state: State | None = None) -> State:
    state = state or start()
    for edit in edits:
        state = apply(state, edit)
    return state


def refused(edit: Edit, state: State | None = None) -> EditError:
    with pytest.raises(EditError) as caught:
        apply(state or start(), edit)
    return caught.value


# -- moves --------------------------------------------------------------------------------------


def test_a_move_advances_the_clock_counts_the_visit_and_takes_followers_along() -> None:
    state = begin_turn(after(Follow("mira", "model")))
    moved = apply(state, MovePlayer("market", "model", "quay", 5))
    assert (moved.player_location, moved.clock) == ("market", 8 * 60 + 5)
    assert moved.get(("visits", "market")) == (1, 1)
    assert present(moved) == ("mira", "ana")


def test_companions_come_along_and_do_not_become_followers() -> None:
    moved = after(MovePlayer("market", "model", minutes=5, companions=("tomas",)))
    assert whereabouts(moved, "tomas") == "market"
    assert not moved.follows("tomas")
    assert moved.get(("position", "tomas")) == ("market", 8 * 60 + 5)


def test_a_follower_named_as_a_companion_is_still_a_follower() -> None:
    state = after(Follow("mira", "model"))
    named = apply(state, MovePlayer("market", "model", companions=("mira",)))
    assert named.hash == apply(state, MovePlayer("market", "model")).hash


def test_whoever_follows_has_no_position_of_their_own() -> None:
    moved = after(MoveCharacter("mira", "market", "model"), MoveCharacter("mira", "quay", "model"))
    state = apply(moved, Follow("mira", "model"))
    assert ("position", "mira") not in state.facts
    assert ("position", "mira") in moved.facts


def test_those_left_behind_stop_following_and_stay() -> None:
    state = after(Follow("mira", "model"), Follow("tomas", "model"))
    moved = apply(state, MovePlayer("castle", "model", minutes=20, left_behind=("mira",)))
    assert whereabouts(moved, "mira") == "quay"
    assert not moved.follows("mira")
    assert whereabouts(moved, "tomas") == "castle"


def test_a_move_across_a_border_of_the_schedule_leaves_people_where_the_move_put_them() -> None:
    state = after(SetClock(19 * 60 + 50, "hand"), Follow("mira", "model"))
    moved = apply(state, MovePlayer("lighthouse", "model", minutes=20, left_behind=("mira",)))
    assert whereabouts(moved, "mira") == "quay"


def test_moving_to_where_the_player_is_costs_nothing() -> None:
    state = start()
    assert apply(state, MovePlayer("quay", "model", minutes=5)) is state


def test_a_direct_move_along_a_hidden_exit_finds_it_from_both_sides() -> None:
    moved = after(MovePlayer("cellar", "model"))
    assert not moved.exits("cellar")["quay"].hidden
    assert not moved.exits("quay")["cellar"].hidden
    assert after(MovePlayer("cellar", "model", via=("market",))).exits("quay")["cellar"].hidden


def test_the_player_walks_over_open_ways_and_the_story_goes_anywhere() -> None:
    assert refused(MovePlayer("cellar", "player")).code == "no_way"
    assert refused(MovePlayer("castle", "player")).code == "no_way"
    at_market = after(MovePlayer("market", "model"))
    assert refused(MovePlayer("tower", "player"), at_market).values["reason"] == "rusted shut"
    assert after(MovePlayer("tower", "model"), state=at_market).player_location == "tower"
    assert after(MovePlayer("castle", "player", via=("market",))).player_location == "castle"


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (MovePlayer("atlantis", "model"), "unknown_location"),
        (MovePlayer("market", "model", companions=("ana",)), "not_present"),
        (MovePlayer("market", "model", companions=("nobody",)), "unknown_character"),
        (MovePlayer("market", "model", left_behind=("nobody",)), "unknown_character"),
        (MovePlayer("market", "model", companions=("mira",), left_behind=("mira",)), "contradiction"),
        (MovePlayer("market", "model", minutes=-1), "bad_minutes"),
        (MoveCharacter("nobody", "quay", "model"), "unknown_character"),
        (MoveCharacter("mira", "atlantis", "model"), "unknown_location"),
        (Follow("ana", "model"), "not_present"),
        (Follow("nobody", "model"), "unknown_character"),
        (Unfollow("nobody", "model"), "unknown_character"),
        (CreateLocation("yard", " ", "", "", "model"), "no_name"),
        (CreateLocation("a b", "A", "", "", "model"), "bad_id"),
        (CreateLocation("player", "A", "", "", "model"), "bad_id"),
        (CreateLocation("quay", "A", "", "", "model"), "exists"),
        (CreateLocation("mira", "A", "", "", "model"), "exists"),
        (CreateLocation("yard", "Docks", "", "", "model"), "exists"),
        (CreateLocation("yard", "QUAY", "", "", "model"), "exists"),
        (CreateLocation("yard", "Yard", "", "", "model", connect_to="x"), "unknown_location"),
        (UpdateLocation("quay", "model", description="new"), "permanent_location"),
        (UpdateLocation("x", "model", note="new"), "unknown_location"),
        (RemoveLocation("quay", "model"), "permanent_location"),
        (RemoveLocation("x", "model"), "unknown_location"),
        (Connect("quay", "quay", "model"), "same_place"),
        (Connect("quay", "x", "model"), "unknown_location"),
        (Connect("quay", "castle", "model", minutes=-1), "bad_minutes"),
        (Disconnect("quay", "castle", "model"), "no_exit"),
        (Disconnect("quay", "x", "model"), "unknown_location"),
        (SetExit("quay", "castle", "model", locked="shut"), "no_exit"),
        (Reveal("x", "model"), "unknown_location"),
        (CreateCharacter("mira", "A", "", "", "quay", "model"), "exists"),
        (CreateCharacter("bob", "Watchman", "", "", "quay", "model"), "exists"),
        (CreateCharacter("bob", "Guard", "", "", "quay", "model"), "exists"),
        (CreateCharacter("bob", "Bob", "", "", "x", "model"), "unknown_location"),
        (UpdateCharacter("nobody", "model", condition="wet"), "unknown_character"),
        (SetFlag(" ", 1, "model"), "bad_name"),
        (SetFlag("x" * 101, 1, "model"), "bad_name"),
        (SetFlag("x", float("nan"), "model"), "malformed"),
        (AdvanceTime(-1, "model"), "bad_minutes"),
        (AdvanceTime(10**9, "model"), "bad_minutes"),
        (SetClock(-1, "hand"), "bad_clock"),
        (SetAnswer("x", "y", "player"), "unknown_question"),
        (SetPin("", "y", "player"), "bad_name"),
        (SetLock("condition:mira", True, "model"), "not_allowed"),
        (SetLock("condition:nobody", True, "player"), "unknown_fact"),
        (SetLock("mood:mira", True, "player"), "unknown_fact"),
        (SetPremise("x" * 20_001, "player"), "too_long"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_way_out(edit: Edit, code: str) -> None:
    error = refused(edit)
    assert error.code == code
    assert error.message
    assert error.hint


def test_an_unknown_id_names_the_nearest() -> None:
    assert refused(MovePlayer("markt", "model")).values["nearest"][0] == "market"
    assert refused(MoveCharacter("mirra", "quay", "model")).values["nearest"][0] == "mira"


# -- departures ---------------------------------------------------------------------------------


def test_everyone_who_leaves_the_scene_is_noted_with_turn_order_place_and_time() -> None:
    state = begin_turn(start())
    moved = apply(state, MovePlayer("market", "model"))
    assert moved.get(("left", "mira")) == (1, 1, "quay", MORNING)
    assert moved.get(("left", "tomas")) == (1, 2, "quay", MORNING)
    assert moved.recent == ("tomas", "mira")


@pytest.mark.parametrize(
    "edit",
    [
        MoveCharacter("mira", "castle", "model"),
        MoveCharacter("mira", None, "model"),
        SetClock(21 * 60, "hand"),
    ],
)
def test_leaving_is_noted_whatever_made_them_leave(edit: Edit) -> None:
    assert after(edit).get(("left", "mira")) is not None


def test_coming_back_and_leaving_again_moves_to_the_front() -> None:
    away = after(MoveCharacter("mira", "castle", "model"), MoveCharacter("tomas", "castle", "model"))
    again = after(
        MoveCharacter("mira", "quay", "model"), MoveCharacter("mira", "castle", "model"), state=away
    )
    assert again.recent == ("mira", "tomas")
    assert again.get(("left", "mira"))[1] == 3


# -- places and ways ----------------------------------------------------------------------------


def test_a_temporary_place_is_made_connected_described_and_removed_without_a_trace() -> None:
    before = start()
    state = after(YARD, state=before)
    assert state.location("yard") is not None
    assert "yard" in state.exits("quay")
    assert "quay" in state.exits("yard")
    told = after(UpdateLocation("yard", "model", description="Dry now.", note="A cart."), state=state)
    place = told.location("yard")
    assert place is not None
    assert (place.description, place.summary, place.temporary) == ("Dry now.", "Mud.", True)
    assert after(RemoveLocation("yard", "model"), state=told).hash == before.hash


def test_a_place_is_not_removed_while_somebody_is_there() -> None:
    state = after(YARD, MoveCharacter("mira", "yard", "model"))
    assert refused(RemoveLocation("yard", "model"), state).code == "not_empty"
    inside = after(YARD, MovePlayer("yard", "model"))
    assert refused(RemoveLocation("yard", "model"), inside).code == "not_empty"


def test_who_was_once_put_at_a_removed_place_is_where_the_schedule_says() -> None:
    state = after(YARD, MoveCharacter("mira", "yard", "model"), AdvanceTime(24 * 60, "model"))
    removed = after(RemoveLocation("yard", "model"), SetClock(9 * 60, "hand"), state=state)
    assert whereabouts(removed, "mira") == "quay"
    assert whereabouts(apply(removed, YARD), "mira") == "quay"


def test_a_place_that_was_visited_is_not_revealed_again() -> None:
    assert after(Reveal("quay", "model")).hash == start().hash


def test_the_groups_follow_every_change_of_a_position() -> None:
    state = after(MoveCharacter("mira", "market", "model"), MoveCharacter("mira", "castle", "model"))
    assert (state.positioned("market"), state.positioned("castle")) == ((), ("mira",))
    assert after(MoveCharacter("mira", None, "model"), state=state).positioned("castle") == ()


def test_a_name_is_taken_by_what_the_story_made() -> None:
    assert refused(replace(YARD, id="other"), after(YARD)).code == "exists"
    assert refused(replace(BOB, id="other", name="bob"), after(BOB)).code == "exists"


def test_an_authored_place_takes_a_note_only_and_an_empty_one_takes_it_away() -> None:
    state = after(UpdateLocation("quay", "model", note="Burnt down."))
    assert state.note("quay") == "Burnt down."
    assert after(UpdateLocation("quay", "model", note=""), state=state).hash == start().hash


def test_ways_are_added_and_taken_away_in_both_directions() -> None:
    state = after(Connect("quay", "castle", "model", "a rope bridge", 3))
    assert (state.exits("quay")["castle"].label, state.exits("castle")["quay"].minutes) == (
        "a rope bridge",
        3,
    )
    assert after(Disconnect("castle", "quay", "model"), state=state).hash == start().hash
    cut = after(Disconnect("quay", "market", "model"))
    assert "market" not in cut.exits("quay")
    assert "quay" not in cut.exits("market")
    assert after(Connect("quay", "market", "model", "up the steps", 5), state=cut).hash == start().hash


def test_a_way_is_shut_and_opened_in_both_directions_and_back_to_what_the_author_wrote() -> None:
    shut = after(SetExit("quay", "market", "model", locked="flooded"))
    assert shut.exits("quay")["market"].locked == shut.exits("market")["quay"].locked == "flooded"
    assert after(SetExit("market", "quay", "model", locked=""), state=shut).hash == start().hash
    opened = after(SetExit("market", "tower", "model", locked=""))
    assert not opened.exits("tower")["market"].locked


def test_connecting_over_a_hidden_locked_way_opens_it() -> None:
    named = after(Connect("quay", "market", "model")).exits("quay")["market"]
    assert (named.label, named.minutes) == ("up the steps", 5)
    assert not after(Connect("market", "tower", "model")).exits("market")["tower"].locked
    assert not after(Connect("quay", "cellar", "model")).exits("quay")["cellar"].hidden


# -- people and the story -----------------------------------------------------------------------


def test_a_walk_on_comes_into_the_story() -> None:
    state = after(BOB)
    assert present(state) == ("mira", "tomas", "bob")
    person = state.character("bob")
    assert person == Character(
        "bob", "Bob", location="quay", summary="A porter.", description="Strong.", temporary=True
    )


def test_what_becomes_of_people_is_set_added_and_taken_away() -> None:
    state = after(UpdateCharacter("mira", "model", "wet", "warming to you", ("The ledger is gone.",)))
    assert (state.condition("mira"), state.relationship("mira")) == ("wet", "warming to you")
    more = after(UpdateCharacter("mira", "model", knows=("Tomas lied.", "The ledger is gone.")), state=state)
    assert more.knows("mira") == ("The ledger is gone.", "Tomas lied.")
    none = UpdateCharacter("mira", "hand", "", "", (), ("The ledger is gone.", "Tomas lied."))
    assert after(none, state=more).hash == start().hash


@pytest.mark.parametrize("value", ["yes", 3, 2.5, True, False, 0, ""])
def test_a_flag_is_set_and_taken_away(value: Any) -> None:
    state = after(SetFlag("bell", value, "model"))
    assert state.flags() == {"bell": value}
    assert after(SetFlag("bell", None, "model"), state=state).hash == start().hash


def test_answers_premise_summary_and_pins() -> None:
    state = after(
        SetAnswer("origin", "the isles", "player"),
        SetPremise("A debt.", "player"),
        SetSummary("So far.", "player"),
        SetPin("1", "The bell rang.", "player"),
    )
    assert state.answers() == {"origin": "the isles"}
    assert (state.premise, state.get(("summary",)), state.pins()) == (
        "A debt.",
        "So far.",
        {"1": "The bell rang."},
    )
    assert after(SetPin("1", None, "player"), state=state).pins() == {}
    assert start().answers() == {"origin": "the salt road"}


def test_without_a_clock_time_cannot_be_told() -> None:
    timeless = start(harbour(clock=False))
    assert refused(AdvanceTime(5, "model"), timeless).code == "no_clock"
    assert refused(SetClock(5, "hand"), timeless).code == "no_clock"
    assert apply(timeless, MovePlayer("market", "model", minutes=5)).clock is None


# -- properties ---------------------------------------------------------------------------------


def folded(chain: list[Edit], state: State | None = None) -> State:
    state = state or start()
    for edit in chain:
        try:
            state = apply(state, edit)
        except EditError:
            continue
    return state


@given(st.lists(edits, max_size=15), st.integers(0, 15))
def test_the_state_is_the_same_however_the_edits_are_grouped_or_loaded(chain: list[Edit], cut: int) -> None:
    whole = folded(chain)
    half = folded(chain[:cut])
    stored = json.loads(json.dumps(half.facts.document()))
    again = folded(chain[cut:], State.from_facts(half.index, Facts.from_document(stored)))
    assert again.hash == whole.hash
    assert again.recent == whole.recent
    assert again.groups == whole.groups


class Counted(dict[str, Any]):
    """A mapping that counts how often it is read and how many of its items are walked over."""

    reads = 0
    walked = 0

    def __getitem__(self, key: str) -> Any:
        self.reads += 1
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.reads += 1
        return super().get(key, default)

    def __iter__(self) -> Any:
        for item in super().__iter__():
            self.walked += 1
            yield item

    def values(self) -> Any:
        self.walked += len(self)
        return super().values()

    def items(self) -> Any:
        self.walked += len(self)
        return super().items()


@pytest.mark.parametrize(
    "edit",
    [
        MovePlayer("p1", "model", minutes=5, companions=("c0",)),
        MoveCharacter("c1", "p0", "model"),
        MoveCharacter("c9999", None, "model"),
        Follow("c0", "model"),
        UpdateCharacter("c77", "model", condition="wet"),
        UpdateLocation("p5", "model", note="x"),
        CreateLocation("yard", "Yard", "", "", "model", connect_to="p0"),
        CreateCharacter("bob", "Bob", "", "", "p0", "model"),
        Connect("p0", "p500", "model"),
        SetExit("p0", "p1", "model", locked="shut"),
        AdvanceTime(60, "model"),
        SetFlag("bell", True, "model"),
        Reveal("p9", "model"),
    ],
    ids=lambda edit: type(edit).__name__,
)
def test_an_edit_in_a_world_of_ten_thousand_characters_costs_what_it_touches(edit: Edit) -> None:
    people, places = Counted(CROWD.characters), Counted(CROWD.locations)
    state = initial_state(CROWD_INDEX)
    counted = replace(
        state, index=replace(CROWD_INDEX, world=replace(CROWD, characters=people, locations=places))
    )
    after = apply(counted, edit)
    assert after.hash != counted.hash
    assert people.walked == places.walked == 0
    assert people.reads < 150
    assert places.reads < 150
    assert len(dict(after.facts.items()).keys() ^ dict(counted.facts.items()).keys()) < 20


CROWD = crowd(10_000)
CROWD_INDEX = index_world(CROWD)
