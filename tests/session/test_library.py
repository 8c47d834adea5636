"""The worlds that a player is shown, in order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rpg.session.library import worlds
from tests.session.stories import services, telling

WORLD = '[world]\nname = "{id}"\nlanguage = "{language}"\n{more}\n[locations.a]\n'


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", ["lesson", "kecheng", "abbey", "zoo"]),
        ("zh", ["kecheng", "lesson", "abbey", "zoo"]),
    ],
)
def test_worlds_that_teach_the_game_come_first_in_the_players_language(
    tmp_path: Path, language: str, order: list[str]
) -> None:
    (tmp_path / "worlds").mkdir()
    for id, tongue, more in (
        ("abbey", "en", ""),
        ("kecheng", "zh", "tutorial = true"),
        ("lesson", "en", "tutorial = true"),
        ("zoo", "zh", "tutorial = false"),
    ):
        text = WORLD.format(id=id, language=tongue, more=more)
        (tmp_path / "worlds" / f"{id}.toml").write_text(text, encoding="utf-8")

    made = replace(services(tmp_path, telling()), language=language)

    assert [world.id for world in worlds(made)] == order
