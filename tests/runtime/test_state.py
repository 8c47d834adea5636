from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.carry import carry
from rpg.runtime.edits import Edit, Follow, MoveCharacter, MovePlayer, SetExit
from rpg.runtime.facts import Facts
from rpg.runtime.index import index_world
from rpg.runtime.registry import registry_result
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from rpg.world.model import World
from tests.runtime.strategies import edits
from tests.runtime.worlds import harbour, start, teahouse


def without(*ids: str) -> World:
    world = harbour()
    return replace(
        world,
        locations={id: place for id, place in world.locations.items() if id not in ids},
        characters={id: person for id, person in world.characters.items() if id not in ids},
    )


def over(state: State, world: World) -> State:
    """The same facts over another version of the world."""
    return State.from_facts(index_world(world), state.facts)


def test_a_story_begins_at_the_start_visited_once_at_the_authors_time() -> None:
    state = start()
    assert (state.player_location, state.turn, state.clock, state.visits("quay")) == ("quay", 0, 8 * 60, 1)
    assert start(teahouse()).clock is None


def test_the_hash_tells_worlds_apart_but_not_runs_of_one() -> None:
    assert start().hash == start().hash
    assert start().hash != start(without("ferrin")).hash


def test_facts_about_what_a_changed_world_lacks_do_no_harm() -> None:
    state = start()
    for edit in (
        Follow("mira", "model"),
        MoveCharacter("ana", "castle", "model"),
        SetExit("market", "tower", "model", locked=""),
        MovePlayer("lighthouse", "model"),
        MovePlayer("market", "model"),
    ):
        state = apply(state, edit)
    changed = over(state, without("mira", "castle", "tower"))
    assert present(changed) == ("ana",)
    assert [exit.to for exit in scene(changed).exits] == ["quay"]
    assert over(changed, harbour()).hash == state.hash


@pytest.mark.parametrize("gone", ["castle", "market"])
def test_whoever_was_put_at_a_place_that_is_gone_is_where_they_would_be_otherwise(gone: str) -> None:
    state = apply(start(), MoveCharacter("mira", gone, "model"))
    assert whereabouts(over(state, without(gone)), "mira") == "quay"


@given(st.lists(edits, max_size=10), st.sets(st.sampled_from(("mira", "ana", "market", "castle", "cellar"))))
def test_play_goes_on_over_any_other_version(chain: list[Edit], gone: set[str]) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    world = without(*gone)
    changed = over(state, world)
    travel_options(changed)
    registry_result(changed, changed, frozenset())
    for edit in chain:
        changed, _ = carry(changed, edit)
    for place in changed.location_ids():
        here = {who for who in changed.character_ids() if whereabouts(changed, who) == place}
        assert set(present(changed, place)) == here


@given(st.lists(edits, max_size=12))
def test_groups_and_departures_kept_along_the_way_are_those_of_the_facts(chain: list[Edit]) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    again = State.from_facts(state.index, Facts.from_document(state.facts.document()))
    assert (again.hash, again.groups, again.recent) == (state.hash, state.groups, state.recent)
