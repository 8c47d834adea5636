from __future__ import annotations

import json

from rpg.runtime.apply import apply
from rpg.runtime.edits import (
    CreateLocation,
    Follow,
    MoveCharacter,
    MovePlayer,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.registry import MOST_LOCATIONS, REGISTRY_SCHEMA, registry_result
from rpg.runtime.scene import scene
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import State
from rpg.text.tokens import encode_cl100k
from tests.runtime.worlds import crowd, start

NONE: frozenset[tuple[str, str]] = frozenset()


def held(state: State) -> frozenset[tuple[str, str]]:
    return frozenset(scene(state).owners)


def owners(result: dict[str, object]) -> list[tuple[str, str]]:
    sheets = result["sheets"]
    assert isinstance(sheets, list)
    return [(sheet["kind"], sheet["id"]) for sheet in sheets]


def test_a_move_brings_the_sheets_of_the_new_scene_and_repeats_none() -> None:
    before = start()
    after = apply(before, MovePlayer("market", "model", minutes=5, companions=("mira",)))
    result = registry_result(before, after, held(before))
    assert owners(result) == [("location", "market"), ("character", "ana")]
    assert result["sheets"][1]["sheet"] == sheet_of(after, ("character", "ana"))
    assert owners(registry_result(before, after, NONE)) == [("location", "market"), ("character", "ana")]
    assert owners(registry_result(before, after, held(before) | held(after))) == []


def test_a_change_that_brings_nothing_in_has_no_sheets() -> None:
    before = start()
    after = apply(before, UpdateCharacter("mira", "model", condition="wet"))
    assert owners(registry_result(before, after, held(before))) == []


def test_someone_who_comes_in_brings_their_sheet() -> None:
    after = apply(start(), MoveCharacter("ana", "quay", "model"))
    assert owners(registry_result(start(), after, held(start()))) == [("character", "ana")]


def test_a_sheet_whose_text_the_story_changed_is_told_anew() -> None:
    before = apply(start(), CreateLocation("yard", "Yard", "Mud.", "Deep.", "model"))
    before = apply(before, MovePlayer("yard", "model"))
    after = apply(before, UpdateLocation("yard", "model", description="Dry."))
    assert owners(registry_result(before, after, held(before))) == [("location", "yard")]


def test_the_scene_is_told_with_what_can_change() -> None:
    state = apply(apply(start(), Follow("mira", "model")), MovePlayer("market", "model", minutes=5))
    state = apply(state, UpdateLocation("market", "model", note="A fire."))
    result = registry_result(start(), state, NONE)
    assert result["ok"] is True
    assert result["player"] == {
        "location": "market",
        "name": "The Market",
        "note": "A fire.",
        "clock": "Day 1 08:05",
    }
    assert result["exits"][1] == {
        "to": "tower",
        "name": "The Tower",
        "label": "an iron door",
        "minutes": 2,
        "locked": "rusted shut",
    }
    assert result["present"] == [
        {"id": "mira", "name": "Mira Vale", "follows": True},
        {"id": "ana", "name": "Ana"},
    ]


def test_places_are_listed_nearest_first_with_their_detail() -> None:
    result = registry_result(start(), start(), NONE)
    assert [(place["id"], place["detail"]) for place in result["locations"]] == [
        ("quay", "full"),
        ("market", "digest"),
        ("tower", "name"),
        ("lighthouse", "digest"),
        ("castle", "name"),
    ]


def test_a_hidden_way_is_told_to_the_narrator_as_hidden() -> None:
    assert registry_result(start(), start(), NONE)["exits"][2]["hidden"] is True


def test_the_list_of_places_is_capped() -> None:
    state = start(crowd(5, 200))
    assert len(registry_result(state, state, NONE)["locations"]) == MOST_LOCATIONS


def test_keys_come_in_one_order_and_the_schema_is_small() -> None:
    result = registry_result(start(), start(), NONE)
    assert list(result) == ["ok", "player", "exits", "present", "locations", "sheets"]
    assert encode_cl100k(json.dumps(REGISTRY_SCHEMA, separators=(",", ":"))) < 230
