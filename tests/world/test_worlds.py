"""The worlds that come with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.text.tokens import counter_for
from rpg.world.checks.run import check_world, subject_of
from rpg.world.checks.size import SMALL_WINDOW, scene_sizes, setting_cap
from rpg.world.load import load_world
from rpg.world.model import World
from rpg.world.sheets import character_sheet

FOLDER = Path(__file__).resolve().parents[2] / "worlds"
SMALL = ("lantern-harbour", "rain-harbour")
count = counter_for("").count


@pytest.fixture(params=SMALL)
def path(request: pytest.FixtureRequest) -> Path:
    return FOLDER / str(request.param)


@pytest.fixture
def world(path: Path) -> World:
    return load_world(path).world


def test_they_pass_the_check_without_a_word(path: Path) -> None:
    assert check_world(path, count).problems == ()


def test_they_are_as_large_as_they_should_be(world: World) -> None:
    assert len(world.locations) == 10
    assert len({place.region for place in world.locations.values()}) == 2
    assert len(world.characters) == 7
    assert 2 <= len(world.questions) <= 3
    assert len(world.presets) >= 2
    assert len(world.alternate_openings) >= 1
    assert sum(len(book.entries) for book in world.lorebooks.values()) >= 10
    assert world.license == "CC0-1.0"


def test_every_scene_fits_a_small_window_with_room_for_one_who_comes_along(world: World) -> None:
    largest = max(size.least for size in scene_sizes(subject_of(world, count)))
    longest = max(count(character_sheet(person, world)) for person in world.characters.values())

    assert largest + longest <= setting_cap(SMALL_WINDOW)


def test_ways_are_hidden_and_locked_and_time_matters(world: World) -> None:
    exits = [exit for place in world.locations.values() for exit in place.exits]

    assert any(exit.hidden for exit in exits)
    assert any(exit.locked for exit in exits)
    assert world.clock is not None
    assert sum(bool(person.schedule) for person in world.characters.values()) >= 5


def test_lore_depends_on_place_time_and_what_has_happened(world: World) -> None:
    conditions = [entry.when for book in world.lorebooks.values() for entry in book.entries.values()]

    assert any(when.tag for when in conditions)
    assert any(when.after is not None for when in conditions)
    assert any(when.flag for when in conditions)


def test_everyone_has_a_whole_sheet(world: World) -> None:
    for person in world.characters.values():
        for name in ("summary", "description", "personality", "speech", "goals", "secrets", "boundaries"):
            assert getattr(person, name), (person.id, name)
        assert person.examples
        assert person.relations
        assert person.topics


def test_one_is_english_and_one_chinese() -> None:
    assert {load_world(FOLDER / name).world.language for name in SMALL} == {"en", "zh"}
