"""Lorebook files into a world and out of it, by the same door as cards."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from rpg.exchange.errors import ExchangeError
from rpg.exchange.world.exporting import BOOKS, export_world
from rpg.exchange.world.importing import import_into
from rpg.world.load import load_world
from tests.exchange.files import encoded, png_of

TAVERN = {"entries": {"0": {"uid": 0, "key": ["flood"], "content": "Water.", "order": 7, "odd": [1]}}}
FILES: dict[str, tuple[Any, str]] = {
    "tavern": (TAVERN, "tavern-lorebook"),
    "character_book": (
        {"name": "b", "extensions": {}, "entries": [{"id": 1, "keys": ["flood"], "content": "Water."}]},
        "character-book",
    ),
    "lorebook_v3": (
        {
            "spec": "lorebook_v3",
            "data": {"extensions": {}, "entries": [{"keys": ["flood"], "content": "W."}]},
        },
        "lorebook-v3",
    ),
    "novel": (
        {"lorebookVersion": 5, "entries": [{"keys": ["flood"], "text": "W.", "enabled": True}]},
        "novelai",
    ),
    "agnai": (
        {"kind": "memory", "entries": [{"keywords": ["flood"], "entry": "W.", "enabled": True}]},
        "agnai",
    ),
    "risu": ({"type": "risu", "ver": 1, "data": [{"key": "flood", "content": "W."}]}, "risu"),
    "story_cards": ([{"keys": "flood", "value": "W.", "title": "t"}], "story-cards"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_lorebook_file_becomes_a_book_of_the_world(kind: str, tmp_path: Path) -> None:
    data, _ = FILES[kind]
    file = tmp_path / "The Flood.json"
    file.write_bytes(encoded(data))

    taken = import_into(file, tmp_path / "w", "en")

    world = load_world(tmp_path / "w").world
    assert (taken.what, taken.id) == ("lorebook", "the_flood")
    assert [entry.keys for entry in world.lorebooks["the_flood"].entries.values()] == [("flood",)]
    assert taken.report.of("kept")[0].what == kind


def test_a_tavern_lorebook_goes_back_as_it_came(tmp_path: Path) -> None:
    file = tmp_path / "flood.json"
    file.write_bytes(encoded(TAVERN))
    import_into(file, tmp_path / "w", "en")

    out = json.loads(export_world(load_world(tmp_path / "w").world, tmp_path / "w", "tavern-lorebook").data)

    assert out["entries"] == TAVERN["entries"]


def test_a_lorebook_in_a_picture_is_found(tmp_path: Path) -> None:
    data = FILES["novel"][0]
    file = tmp_path / "flood.png"
    file.write_bytes(png_of((b"tEXt", b"naidata\0" + base64.b64encode(encoded(data)))))

    assert import_into(file, tmp_path / "w", "en").what == "lorebook"


def test_the_same_file_twice_becomes_two_books(tmp_path: Path) -> None:
    file = tmp_path / "flood.json"
    file.write_bytes(encoded(TAVERN))

    ids = [import_into(file, tmp_path / "w", "en").id for _ in range(2)]

    assert ids == ["flood", "flood_2"]
    assert list(load_world(tmp_path / "w").world.lorebooks) == ids


@pytest.mark.parametrize("to", BOOKS)
def test_every_format_of_books_is_written(to: str, tmp_path: Path) -> None:
    file = tmp_path / "flood.json"
    file.write_bytes(encoded(TAVERN))
    import_into(file, tmp_path / "w", "en")

    text = export_world(load_world(tmp_path / "w").world, tmp_path / "w", to).data.decode()

    assert "Water." in text


def test_what_is_not_there_or_not_clear_is_told(tmp_path: Path) -> None:
    file = tmp_path / "flood.json"
    file.write_bytes(encoded(TAVERN))
    for _ in range(2):
        import_into(file, tmp_path / "w", "en")
    world = load_world(tmp_path / "w").world

    cases = [
        ("tavern-lorebook", "", "which_one"),
        ("tavern-lorebook", "x", "no_such_part"),
        ("card-v2", "", "nothing_to_export"),
        ("pdf", "", "unknown_format"),
    ]
    for to, which, code in cases:
        with pytest.raises(ExchangeError) as caught:
            export_world(world, tmp_path / "w", to, which)
        assert caught.value.code == code


def test_a_world_of_one_file_takes_nothing_in(tmp_path: Path) -> None:
    one = tmp_path / "w.toml"
    one.write_text("[world]\nname = 'W'\n[locations.a]\n")
    file = tmp_path / "flood.json"
    file.write_bytes(encoded(TAVERN))

    with pytest.raises(ExchangeError) as caught:
        import_into(file, one, "en")

    assert caught.value.code == "not_a_folder"
