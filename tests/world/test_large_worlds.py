"""The worlds worth staying in: their size and their check."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.session.cramped import HAPPENED
from rpg.text.tokens import counter_for
from rpg.world.checks.run import check_world, subject_of
from rpg.world.checks.size import SMALL_WINDOW, scene_sizes, setting_cap
from rpg.world.load import load_world
from rpg.world.model import World

FOLDER = Path(__file__).resolve().parents[2] / "worlds"
LARGE = ("low-water", "forty-seven-minutes")
TUTORIALS = ("first-steps", "first-move")
count = counter_for("").count


@pytest.fixture(params=LARGE)
def world(request: pytest.FixtureRequest) -> World:
    return load_world(FOLDER / str(request.param)).world


@pytest.mark.parametrize("name", [*LARGE, *TUTORIALS])
def test_they_pass_the_check_without_a_word(name: str) -> None:
    assert check_world(FOLDER / name, count).problems == ()


def test_they_are_large(world: World) -> None:
    assert len(world.locations) >= 30
    assert len({place.region for place in world.locations.values()}) >= 4
    assert len(world.characters) >= 20
    assert len(world.questions) >= 3
    assert len(world.alternate_openings) >= 2
    assert sum(len(book.entries) for book in world.lorebooks.values()) >= 40
    assert len({beat.ending for beat in world.beats.values() if beat.ending}) >= 2
    assert world.license == "CC0-1.0"


def test_twenty_people_have_everything_to_play_from(world: World) -> None:
    fields = ("summary", "description", "speech", "goals", "secrets", "boundaries", "relations", "topics")
    whole = [person for person in world.characters.values() if all(getattr(person, name) for name in fields)]
    assert len(whole) >= 20


def test_their_lore_uses_what_the_engine_has(world: World) -> None:
    entries = [entry for book in world.lorebooks.values() for entry in book.entries.values()]
    assert any(entry.group for entry in entries)
    assert any(entry.sticky for entry in entries)
    assert any(entry.delay for entry in entries)
    assert any(entry.cooldown for entry in entries)


def test_every_scene_fits_the_window_of_a_small_model(world: World) -> None:
    most = max(size.least for size in scene_sizes(subject_of(world, count)))
    assert most + HAPPENED <= setting_cap(SMALL_WINDOW)
