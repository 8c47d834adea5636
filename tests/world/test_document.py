from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from rpg.world.document import (
    character_from_document,
    document_hash,
    location_from_document,
    sheet_document,
    world_document,
    world_from_document,
    world_hash,
)
from rpg.world.model import Location, World
from tests.world.worlds import worlds

SMALL = World(id="w", name="W", start="a", locations={"a": Location("a", "A"), "b": Location("b", "B")})


@settings(max_examples=60)
@given(worlds())
def test_a_world_comes_back_from_json_as_it_was(world: World) -> None:
    document = json.loads(json.dumps(world_document(world), sort_keys=True))
    back = world_from_document(document)

    assert back == world
    assert list(back.locations) == list(world.locations)
    assert world_hash(back) == world_hash(world)


@settings(max_examples=20)
@given(worlds())
def test_single_sheets_come_back_too(world: World) -> None:
    for place in world.locations.values():
        assert location_from_document(sheet_document(place)) == place
    for person in world.characters.values():
        assert character_from_document(sheet_document(person)) == person


def test_the_hash_follows_the_content() -> None:
    assert world_hash(SMALL) == world_hash(replace(SMALL, locations=dict(SMALL.locations)))
    assert world_hash(SMALL) != world_hash(replace(SMALL, rules="x"))


def test_the_hash_follows_the_authors_order() -> None:
    turned = replace(SMALL, locations=dict(reversed(list(SMALL.locations.items()))))

    assert world_hash(turned) != world_hash(SMALL)


def test_defaults_are_left_out_so_that_new_fields_change_no_hash() -> None:
    assert world_document(SMALL) == {
        "id": "w",
        "name": "W",
        "start": "a",
        "locations": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
    }


def test_unknown_fields_of_a_newer_release_are_passed_over() -> None:
    assert world_from_document({**world_document(SMALL), "invented_later": {"x": 1}}) == SMALL


def test_the_order_of_keys_does_not_matter_to_the_hash() -> None:
    assert document_hash({"a": 1, "b": [2]}) == document_hash({"b": [2], "a": 1})


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"id": "w", "name": "W"},
        {"id": "w", "name": 5, "start": "a"},
        {"id": "w", "name": "W", "start": "a", "locations": {"a": {}}},
        {"id": "w", "name": "W", "start": "a", "locations": [{"id": "a"}]},
        {"id": "w", "name": "W", "start": "a", "locations": [{"id": "a", "name": "A", "map": [1]}]},
        {"id": "w", "name": "W", "start": "a", "clock": 5},
        {"id": "w", "name": "W", "start": "a", "clock": {"start": True}},
        {"id": "w", "name": "W", "start": "a", "alternate_openings": "text"},
    ],
)
def test_what_is_no_world_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="World"):
        world_from_document(document)
