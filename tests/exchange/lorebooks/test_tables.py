"""An imported book written into a world file is read back the same and exported as it came."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import tomli_w

from rpg.exchange.lorebooks.exporting import export_lorebook
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.exchange.lorebooks.kinds import KINDS, Kind
from rpg.exchange.lorebooks.tables import entry_table, lorebook_table
from rpg.world.load import load_world
from rpg.world.lorebook import Lorebook, LoreEntry, When
from tests.exchange.lorebooks.test_import_export import FILES, FULL


def _through_a_file(book: Lorebook, folder: Path) -> Lorebook:
    world = {
        "world": {"name": "W", "start": "quay"},
        "locations": {"quay": {"name": "Quay", "description": "Stone."}},
        "characters": {name: {"name": name, "description": "d"} for name in ("mira", "tomas")},
        "lorebooks": {book.id: lorebook_table(book)},
    }
    path = folder / "w.toml"
    path.write_text(tomli_w.dumps(world), "utf-8")
    return load_world(path).world.lorebooks[book.id]


def test_a_full_native_book_comes_back_the_same(tmp_path: Path) -> None:
    assert _through_a_file(FULL, tmp_path) == FULL


@pytest.mark.parametrize("kind", KINDS)
def test_an_imported_book_goes_back_as_it_came_after_living_in_a_world_file(
    kind: Kind, tmp_path: Path
) -> None:
    book = import_lorebook(FILES[kind], "b").book
    back = _through_a_file(book, tmp_path)
    assert export_lorebook(back, kind).data == FILES[kind]


def test_only_what_differs_from_the_defaults_is_written() -> None:
    entry = LoreEntry(id="e", keys=("x",), content="c", when=When(location=("quay",), after=90))
    assert entry_table(entry) == {
        "keys": ["x"],
        "content": "c",
        "when": {"location": ["quay"], "after": "Day 1 01:30"},
    }
    assert entry_table(replace(entry, keys=(), content="", when=When())) == {}


@pytest.mark.parametrize(
    ("own", "legal"), [("a b", "a_b"), ("Ünïcode!", "unicode"), ("龙-1", "龙-1"), ("!!", "entry")]
)
def test_ids_become_legal(own: str, legal: str) -> None:
    book = import_lorebook({"entries": [{"uid": own, "key": ["x"], "content": "c"}]}, "b", "tavern").book
    assert list(book.entries) == [legal]
