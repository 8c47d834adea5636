"""An adopted world keeps what the story made true and lists what lost its footing."""

from __future__ import annotations

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.timeline.adopt import adopt

from .trees import small_world

OLD = index_world(small_world())
WITHOUT_MILL = index_world(small_world("New words.", ("inn", "street")))


def state(*facts: tuple[tuple[str, ...], object]) -> State:
    found = initial_state(OLD)
    for key, value in facts:
        found = found.set(key, value)
    return found


def test_what_still_has_its_place_stays_true() -> None:
    before = state((("player",), "street"), (("condition", "ana"), "tired"), (("flag", "door"), True))
    adopted = adopt(before, WITHOUT_MILL)
    assert adopted.lost == ()
    assert adopted.state.player_location == "street"
    assert adopted.state.condition("ana") == "tired"
    assert adopted.state.get(("world",)) == WITHOUT_MILL.version
    here = adopted.state.location("inn")
    assert here is not None
    assert here.summary == "New words."


def test_a_player_whose_place_is_gone_stands_at_the_start() -> None:
    adopted = adopt(state((("player",), "mill")), WITHOUT_MILL)
    assert adopted.state.player_location == "inn"
    assert adopted.state.visits("inn") == 2
    assert adopted.lost == ("mill",)


def test_nobody_is_left_at_a_place_that_is_gone() -> None:
    before = state(
        (("position", "ana"), ("mill", 480)),
        (("exit", "street", "mill"), ("a plank", 2, False, "")),
        (("character", "cat"), ("Cat", "", "", "mill")),
        (("note", "mill"), "burnt"),
    )
    adopted = adopt(before, WITHOUT_MILL)
    assert adopted.lost == ("mill",)
    assert ("position", "ana") not in adopted.state.facts
    assert ("exit", "street", "mill") not in adopted.state.facts
    assert adopted.state.get(("character", "cat")) == ("Cat", "", "", None)
    assert adopted.state.note("mill") == "burnt"


def test_followers_the_new_world_does_not_know_stop_following() -> None:
    adopted = adopt(state((("follows", "ghost"), True), (("condition", "ghost"), "pale")), WITHOUT_MILL)
    assert adopted.lost == ("ghost",)
    assert not adopted.state.follows("ghost")
    assert adopted.state.condition("ghost") == "pale"


def test_a_world_that_begins_to_model_time_starts_its_clock() -> None:
    before = state().drop(("clock",))
    assert adopt(before, WITHOUT_MILL).state.clock == 480
    assert adopt(state((("clock",), 900)), WITHOUT_MILL).state.clock == 900


def test_adopting_the_same_world_changes_nothing() -> None:
    before = state((("player",), "mill"), (("follows", "ana"), True))
    assert adopt(before, OLD).state.hash == before.hash
