"""Saves of every release so far open, read and play on. A file in `releases` is never changed."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from rpg.store.save import Save
from rpg.store.verify import verify
from rpg.timeline.tree import path

from .saves import turn

RELEASES = sorted(Path(__file__).with_name("releases").glob("*.rpg.z"))


def test_there_are_releases_to_look_at() -> None:
    assert RELEASES


@pytest.mark.parametrize("packed", RELEASES, ids=lambda file: file.name)
def test_a_save_of_an_earlier_release_opens_and_plays_on(tmp_path: Path, packed: Path) -> None:
    file = tmp_path / "old.rpg"
    file.write_bytes(zlib.decompress(packed.read_bytes()))
    with Save.open(file, write=False) as save:
        before = [save.node(id).text for id in path(save, save.head)]
        assert before[:3] == ["It begins.", "words 0", "Reply to words 0."]
    with Save.open(file) as save:
        assert [save.node(id).text for id in path(save, save.head)] == before
        assert save.attempts(save.head or 0)[0].content.text == "It broke o"
        assert save.draft(save.head) == "half a sent"
        assert save.fold().state_at(save.head).flag("n") == 8
        turn(save, "and on")
        assert verify(save).ok
