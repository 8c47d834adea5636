from __future__ import annotations

from pathlib import Path

import pytest

from rpg.text.tokens import encode_cl100k
from rpg.world.checks.run import check_world
from rpg.world.fresh import write_fresh_world
from rpg.world.load import load_world


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["Salt", 'A "quoted" \\ name', "盐与烟", "two\nlines"])
def test_a_new_world_is_playable_and_clean(tmp_path: Path, language: str, name: str) -> None:
    write_fresh_world(tmp_path / "w", name, language)

    assert check_world(tmp_path / "w", encode_cl100k).problems == ()
    world = load_world(tmp_path / "w").world
    assert world.name == " ".join(name.split())
    assert world.language == language
    assert len(world.locations) >= 3


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    with pytest.raises(FileExistsError):
        write_fresh_world(tmp_path / "w", "W", "en")
