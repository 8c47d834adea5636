from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.adopt import adopt
from rpg.runtime.apply import apply
from rpg.runtime.carry import carry
from rpg.runtime.edits import (
    CreateLocation,
    Edit,
    Follow,
    MoveCharacter,
    MovePlayer,
    SetExit,
    UpdateCharacter,
)
from rpg.runtime.index import index_world
from rpg.runtime.registry import registry_result
from rpg.runtime.routes import travel_options
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from rpg.world.model import World
from tests.runtime.strategies import edits
from tests.runtime.worlds import harbour, start


def without(*ids: str) -> World:
    world = harbour()
    return replace(
        world,
        locations={id: place for id, place in world.locations.items() if id not in ids},
        characters={id: person for id, person in world.characters.items() if id not in ids},
    )


def after(*edits: Edit) -> State:
    state = start()
    for edit in edits:
        state = apply(state, edit)
    return state


def test_the_overlay_stays_on_a_changed_world() -> None:
    world = harbour()
    mira = replace(world.characters["mira"], description="A new coat.")
    index = index_world(replace(world, characters={**world.characters, "mira": mira}))
    done = adopt(after(UpdateCharacter("mira", "model", "wet"), MovePlayer("market", "model")), index)
    assert done.lost == ()
    assert done.state.condition("mira") == "wet"
    assert done.state.player_location == "market"
    assert done.state.world.characters["mira"].description == "A new coat."


def test_what_lost_its_footing_is_listed_and_does_no_harm() -> None:
    state = after(
        Follow("mira", "model"),
        MoveCharacter("ana", "castle", "model"),
        SetExit("market", "tower", "model", locked=""),
        MovePlayer("market", "model"),
    )
    done = adopt(state, index_world(without("mira", "castle", "tower", "market")))
    assert done.lost == ("castle", "market", "mira", "tower")
    assert done.state.player_location == "quay"
    assert present(done.state) == ("tomas",)
    assert whereabouts(done.state, "ana") is None
    assert [exit.to for exit in scene(done.state).exits] == ["lighthouse", "cellar"]


def test_what_rests_is_taken_up_again_when_it_is_back() -> None:
    state = after(UpdateCharacter("mira", "model", "wet"), MoveCharacter("ana", "castle", "model"))
    there = adopt(state, index_world(without("mira", "castle"))).state
    back = adopt(there, state.index).state
    assert back.hash == state.hash


def test_the_clock_starts_and_ends_with_the_worlds() -> None:
    state = start()
    timeless = adopt(state, index_world(harbour(clock=False))).state
    assert timeless.clock is None
    assert adopt(timeless, state.index).state.clock == 8 * 60


def test_an_authored_place_wins_over_one_the_story_made_with_its_id() -> None:
    old = start(without("castle"))
    old = apply(old, CreateLocation("castle", "Cloud Castle", "", "", "model"))
    place = adopt(old, index_world(harbour())).state.location("castle")
    assert place is not None
    assert place.name == "The Castle"
    assert not place.temporary


@given(st.lists(edits, max_size=10), st.sets(st.sampled_from(("mira", "ana", "market", "castle", "cellar"))))
def test_play_goes_on_over_any_other_version(chain: list[Edit], gone: set[str]) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    adopted = adopt(state, index_world(without(*gone))).state
    travel_options(adopted)
    registry_result(adopted, adopted, frozenset())
    for edit in chain:
        adopted, _ = carry(adopted, edit)
    for place in adopted.location_ids():
        here = {who for who in adopted.character_ids() if whereabouts(adopted, who) == place}
        assert set(present(adopted, place)) == here
