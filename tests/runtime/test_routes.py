from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import EditError, apply, begin_turn
from rpg.runtime.carry import carry
from rpg.runtime.edits import (
    Connect,
    CreateLocation,
    Edit,
    Follow,
    MovePlayer,
    Reveal,
    SetExit,
    SetLock,
)
from rpg.runtime.gametools import turn_minutes
from rpg.runtime.operations import run_operations
from rpg.runtime.routes import (
    TravelOption,
    is_known,
    known_locations,
    model_move,
    plan_travel,
    travel_options,
)
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from tests.runtime.strategies import edits
from tests.runtime.worlds import harbour, start, teahouse


def after(*edits: Edit, state: State | None = None) -> State:
    state = state or start()
    for edit in edits:
        state = apply(state, edit)
    return state


SEEN_MARKET = (MovePlayer("market", "model"), MovePlayer("quay", "model"))


def test_known_are_places_visited_seen_from_there_or_revealed() -> None:
    assert known_locations(start()) == ("quay", "market", "lighthouse")
    assert known_locations(after(*SEEN_MARKET)) == ("quay", "market", "lighthouse", "castle", "tower")
    assert is_known(after(Reveal("cellar", "model")), "cellar")
    assert is_known(after(SetExit("quay", "cellar", "model", hidden=False)), "cellar")
    assert not is_known(start(), "cellar")


def test_the_menu_lists_known_places_nearest_first_then_what_cannot_be_reached_and_why() -> None:
    state = after(*SEEN_MARKET, Reveal("cellar", "model"))
    assert travel_options(state) == (
        TravelOption("market", 5, 1),
        TravelOption("lighthouse", 20, 1),
        TravelOption("castle", 20, 2, via=("market",)),
        TravelOption("cellar", reason="no_way"),
        TravelOption("tower", reason="locked", lock="rusted shut"),
    )


def test_nearer_means_fewer_minutes_not_fewer_steps() -> None:
    state = after(*SEEN_MARKET, Connect("market", "castle", "model", minutes=2))
    assert [option.location for option in travel_options(state)[:3]] == ["market", "castle", "lighthouse"]


def test_travel_goes_several_steps_at_once_and_adds_up_the_minutes() -> None:
    move = plan_travel(after(*SEEN_MARKET), "the castle")
    assert (move.to, move.via, move.minutes, move.from_, move.source) == (
        "castle",
        ("market",),
        20,
        "quay",
        "player",
    )


def test_the_shortest_way_by_minutes_is_taken() -> None:
    state = after(*SEEN_MARKET, Connect("lighthouse", "castle", "model", minutes=1))
    assert plan_travel(state, "castle").via == ("market",)
    nearer = after(Connect("quay", "lighthouse", "model", minutes=2), state=state)
    assert plan_travel(nearer, "castle").via == ("lighthouse",)


@pytest.mark.parametrize(
    ("destination", "companions", "code"),
    [
        ("quay", (), "here"),
        ("castle", (), "unknown"),
        ("cellar", (), "unknown"),
        ("atlantis", (), "unknown_location"),
        ("market", ("ana",), "not_present"),
        ("market", ("nobody",), "unknown_character"),
    ],
)
def test_where_the_player_cannot_go_and_why(destination: str, companions: tuple[str, ...], code: str) -> None:
    with pytest.raises(EditError) as caught:
        plan_travel(start(), destination, companions)
    assert caught.value.code == code


def test_the_menu_gives_away_no_place_that_the_player_does_not_know() -> None:
    with pytest.raises(EditError) as caught:
        plan_travel(start(), "cella")
    assert "cellar" not in caught.value.values["nearest"]
    with pytest.raises(EditError) as other:
        plan_travel(start(), "markt")
    assert other.value.values["nearest"] == ("market",)


def test_of_two_places_with_one_name_the_known_one_is_meant() -> None:
    state = after(CreateLocation("dock_2", "Second", "", "", "hand"))
    state = after(
        CreateLocation("second", "Elsewhere", "", "", "hand"), Reveal("dock_2", "hand"), state=state
    )
    state = after(Connect("quay", "dock_2", "hand"), state=state)
    assert plan_travel(state, "SECOND").to == "dock_2"


def test_a_locked_way_gives_its_reason_and_a_place_without_a_way_says_so() -> None:
    state = after(*SEEN_MARKET, Reveal("cellar", "model"))
    with pytest.raises(EditError) as locked:
        plan_travel(state, "tower")
    assert (locked.value.code, locked.value.values["reason"]) == ("locked", "rusted shut")
    with pytest.raises(EditError) as lost:
        plan_travel(state, "cellar")
    assert lost.value.code == "no_way"


def test_the_way_leads_over_known_places_only() -> None:
    state = after(Reveal("castle", "model"), SetExit("quay", "market", "model", hidden=True))
    with pytest.raises(EditError) as caught:
        plan_travel(state, "castle")
    assert caught.value.code == "no_way"


def test_the_story_moves_anyone_anywhere_at_the_cost_of_a_way_or_of_a_turn() -> None:
    assert model_move(start(), "cellar").minutes == 1
    assert model_move(start(), "tower").minutes == 7
    far = after(CreateLocation("dream", "Dream", "", "", "model"))
    assert model_move(far, "dream").minutes == 10
    assert model_move(start(harbour(clock=False)), "market").minutes is None


def test_the_story_takes_the_way_that_the_player_would_take() -> None:
    state = after(*SEEN_MARKET, Connect("quay", "castle", "model", minutes=1))
    state = after(SetExit("quay", "castle", "model", hidden=True), state=state)
    assert model_move(state, "castle") == replace(plan_travel(state, "castle"), source="model")
    assert model_move(state, "castle").minutes == 20


def test_the_story_prefers_an_open_way_to_one_that_is_shut() -> None:
    state = after(Connect("quay", "castle", "model", minutes=1))
    state = after(SetExit("quay", "castle", "model", locked="barred"), state=state)
    assert model_move(state, "castle").minutes == 20


def test_companions_are_named_once_and_followers_come_unnamed() -> None:
    state = after(Follow("mira", "model"))
    assert model_move(state, "market", ["tomas", "Mira Vale", "TOMAS"]).companions == ("tomas",)
    assert model_move(state, "market", (), ["mira"]).left_behind == ("mira",)
    with pytest.raises(EditError) as caught:
        model_move(state, "market", ["mira"], ["mira"])
    assert caught.value.code == "contradiction"


def test_with_a_locked_clock_a_move_takes_no_time() -> None:
    state = after(SetLock("clock", True, "player"))
    assert after(model_move(state, "market"), state=state).clock == state.clock
    assert after(plan_travel(state, "market"), state=state).clock == state.clock


def test_without_a_clock_the_menu_counts_steps() -> None:
    state = after(MovePlayer("码头", "model"), MovePlayer("茶馆", "model"), state=start(teahouse()))
    assert travel_options(state) == (
        TravelOption("码头", None, 1),
        TravelOption("寺", reason="locked", lock="山门已闭"),
    )


unlocked = edits.filter(lambda edit: not isinstance(edit, SetLock))


@given(st.lists(unlocked, max_size=10), st.data())
def test_the_same_story_by_menu_and_by_tool_has_the_same_hash(chain: list[Edit], data: st.DataObject) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    options = [option.location for option in travel_options(state) if option.reachable]
    if not options:
        return
    place = data.draw(st.sampled_from(options))
    company = data.draw(st.lists(st.sampled_from((*present(state), "mira")), unique=True))
    company = [person for person in company if person in present(state)]
    turn = begin_turn(state)
    menu = plan_travel(turn, place, company)
    by_menu = apply(turn, menu)
    tool = run_operations(turn, {"op": "move_player", "to": place, "with": company})
    assert tool.stage.hash == by_menu.hash
    assert turn_minutes(by_menu, [menu]) is turn_minutes(tool.stage, tool.edits) is None


@given(st.lists(edits, max_size=10))
def test_what_the_menu_offers_can_be_done_and_what_it_refuses_cannot(chain: list[Edit]) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    for option in travel_options(state):
        if option.reachable:
            moved = apply(state, plan_travel(state, option.location))
            assert moved.player_location == option.location
        else:
            with pytest.raises(EditError) as caught:
                plan_travel(state, option.location)
            assert caught.value.code == option.reason


def test_a_place_off_the_ways_can_be_left_by_the_story_only() -> None:
    state = after(CreateLocation("dream", "Dream", "", "", "model"), MovePlayer("dream", "model"))
    assert {option.reason for option in travel_options(state)} == {"no_way"}
    assert after(model_move(state, "quay"), state=state).player_location == "quay"
