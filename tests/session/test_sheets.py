"""What may be read of a place depends on whether the player has been there."""

from __future__ import annotations

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.session.sheets import place_facts
from rpg.world.load import load_world
from rpg.world.model import Location
from tests.tui.game import WORLDS

HARBOUR = load_world(WORLDS / "harbour.toml").world


def begun() -> State:
    return initial_state(index_world(HARBOUR))


def elsewhere() -> Location:
    return next(
        place
        for place in HARBOUR.locations.values()
        if place.id != HARBOUR.start and place.description.strip()
    )


def told(place: str, *, author: bool = False) -> str:
    return "\n".join(text for _, text in place_facts(begun(), place, "en", author=author))


def test_of_the_place_the_player_is_at_everything_can_be_read() -> None:
    assert HARBOUR.locations[HARBOUR.start].description.strip() in told(HARBOUR.start)


def test_of_a_place_the_player_has_not_been_at_only_the_summary_can_be_read() -> None:
    place = elsewhere()

    assert place.summary in told(place.id)
    assert place.description.strip() not in told(place.id)


def test_the_author_reads_all_of_it() -> None:
    place = elsewhere()

    assert place.description.strip() in told(place.id, author=True)
