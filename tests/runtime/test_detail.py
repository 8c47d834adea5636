from __future__ import annotations

from rpg.runtime.apply import apply
from rpg.runtime.detail import DIGESTS, character_detail, digested, location_detail, next_door
from rpg.runtime.edits import MoveCharacter, MovePlayer, SetExit
from rpg.runtime.state import RECENT_KEPT, State
from rpg.world.model import Character, Exit, Location, World
from tests.runtime.worlds import start


def full_house(people: int) -> State:
    places = {"hall": Location("hall", "Hall", exits=(Exit("attic"),)), "attic": Location("attic", "Attic")}
    characters = {f"c{n:03}": Character(f"c{n:03}", f"Person {n}", location="hall") for n in range(people)}
    return start(World("house", "House", "hall", locations=places, characters=characters))


def test_the_place_is_full_next_door_a_digest_and_the_rest_a_name() -> None:
    state = start()
    found = {id: location_detail(state, id) for id in state.location_ids()}
    assert found == {
        "quay": "full",
        "market": "digest",
        "lighthouse": "digest",
        "cellar": "name",
        "castle": "name",
        "tower": "name",
    }


def test_a_hidden_place_is_next_door_once_its_way_is_found() -> None:
    state = apply(start(), SetExit("quay", "cellar", "model", hidden=False))
    assert next_door(state) == ("market", "lighthouse", "cellar")


def test_people_are_full_while_here_then_a_digest_and_far_ones_a_name() -> None:
    state = apply(start(), MoveCharacter("mira", "castle", "model"))
    assert [character_detail(state, id) for id in ("tomas", "mira", "ana")] == ["full", "digest", "name"]
    back = apply(state, MoveCharacter("mira", "quay", "model"))
    assert character_detail(back, "mira") == "full"
    assert digested(back) == ()


def test_only_the_last_who_left_keep_a_digest_latest_first() -> None:
    state = full_house(40)
    for number in range(40):
        state = apply(state, MoveCharacter(f"c{number:03}", "attic", "model"))
    assert digested(state) == tuple(f"c{number:03}" for number in range(39, 39 - DIGESTS, -1))


def test_a_crowd_that_left_and_came_back_does_not_push_out_those_who_left_before() -> None:
    state = full_house(RECENT_KEPT + 30)
    for id in state.character_ids():
        state = apply(state, MoveCharacter(id, "attic", "model"))
    for number in range(30, RECENT_KEPT + 30):
        state = apply(state, MoveCharacter(f"c{number:03}", "hall", "model"))
    assert digested(state) == tuple(f"c{number:03}" for number in range(29, 29 - DIGESTS, -1))


def test_detail_is_a_function_of_the_state_alone() -> None:
    state = apply(apply(start(), MovePlayer("market", "model")), MovePlayer("quay", "model"))
    again = State.from_facts(state.index, state.facts)
    assert digested(again) == digested(state)
