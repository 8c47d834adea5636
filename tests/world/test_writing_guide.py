"""The guide for authors practises what it says: its examples are one world that is clean and can be finished."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rpg.cli.main import main
from rpg.text.tokens import counter_for
from rpg.world.checks.run import check_world
from rpg.world.load import load_world

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "writing-worlds.md").read_text("utf-8")
PARTS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SCENARIOS = re.findall(r"```toml scenario\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    (folder / "tests").mkdir(parents=True)
    (folder / "world.toml").write_text("\n".join(PARTS), encoding="utf-8")
    for number, scenario in enumerate(SCENARIOS):
        (folder / "tests" / f"{number}.toml").write_text(scenario, encoding="utf-8")
    return folder


def test_the_examples_together_are_a_world_without_a_problem(world: Path) -> None:
    assert len(PARTS) >= 4
    assert check_world(world, counter_for("").count).problems == ()


def test_it_is_played_to_its_end(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert SCENARIOS
    assert main(["world", "test", str(world)]) == 0, capsys.readouterr().out


def test_its_texts_are_as_long_as_it_advises(world: Path) -> None:
    loaded = load_world(world).world
    people = [
        " ".join(
            (
                one.summary,
                one.description,
                one.personality,
                one.speech,
                one.goals,
                one.secrets,
                one.boundaries,
            )
        )
        for one in loaded.characters.values()
    ]
    topics = [text for one in loaded.characters.values() for _, text in one.topics]
    entries = [one.content for book in loaded.lorebooks.values() for one in book.entries.values()]

    assert all(
        len(text.split()) <= 120 for text in (place.description for place in loaded.locations.values())
    )
    assert all(len(text.split()) <= 350 for text in people)
    assert all(len(text.split()) <= 70 for text in topics)
    assert all(len(text.split()) <= 60 for text in entries)
    assert all(len(beat.say.split()) <= 120 for beat in loaded.beats.values())
