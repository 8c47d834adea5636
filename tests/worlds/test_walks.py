"""Every walk that the authors of the large worlds and the tutorials wrote down, on the storyteller, and what all
walks of a world reach together."""

from __future__ import annotations

import pytest

from rpg.world.load import load_world
from tests.worlds.walks import FOLDER, Walks, files_of, lore_of, topics_of

LARGE = ("low-water", "forty-seven-minutes")
TUTORIALS = ("first-steps", "first-move")
WALKS = [
    pytest.param(name, file.stem, id=f"{name}/{file.stem}")
    for name in (*LARGE, *TUTORIALS)
    for file in files_of(name)
]


@pytest.fixture(scope="session")
def walks() -> dict[str, Walks]:
    """The worlds, each with the walks that have been played so far."""
    return {name: Walks(load_world(FOLDER / name).world) for name in (*LARGE, *TUTORIALS)}


@pytest.fixture(params=(*LARGE, *TUTORIALS))
def walked(request: pytest.FixtureRequest, walks: dict[str, Walks]) -> Walks:
    return walks[str(request.param)]


@pytest.mark.parametrize(("name", "file"), WALKS)
def test_every_walk_ends_as_its_author_says(name: str, file: str, walks: dict[str, Walks]) -> None:
    assert walks[name].walk(file) == ()


def test_together_they_come_to_every_place(walked: Walks) -> None:
    assert set(walked.world.locations) - walked.all().places == set()


def test_together_they_speak_to_everybody(walked: Walks) -> None:
    assert set(walked.world.characters) - walked.all().spoken_to == set()


def test_together_they_are_told_every_topic(walked: Walks) -> None:
    assert topics_of(walked.world) - walked.all().topics == set()


def test_together_they_bring_about_every_beat(walked: Walks) -> None:
    assert set(walked.world.beats) - walked.all().beats == set()


def test_together_they_bring_up_every_entry_of_the_lorebooks(walked: Walks) -> None:
    assert lore_of(walked.world) - walked.all().lore == set()


def test_together_they_come_to_every_ending(walked: Walks) -> None:
    endings = {id for id, beat in walked.world.beats.items() if beat.ending}

    assert endings - walked.all().beats == set()
    assert len({walked.world.beats[id].ending for id in endings}) >= 2
