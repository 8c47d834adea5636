"""Lists of saves are cheap and complete; names are found, and never lead out of their folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.store.card import Card
from rpg.store.errors import SaveError, remedy
from rpg.store.library import find_save, free_path, list_saves, path_for, safe_name
from rpg.store.transaction import Transaction

from .saves import furnished_save, new_save


def test_saves_are_listed_latest_first_with_their_cards(tmp_path: Path) -> None:
    old, new = furnished_save(tmp_path, name="old"), furnished_save(tmp_path, name="new")
    os.utime(old, (1_000, 1_000))
    os.utime(new, (2_000, 2_000))
    entries = list_saves(tmp_path)
    assert [(entry.name, entry.changed) for entry in entries] == [("new", 2_000), ("old", 1_000)]
    assert entries[0].card == Card("Small World", "The Inn", "unanswered", 4)
    assert entries[0].error is None


def test_saves_that_cannot_be_opened_are_listed_with_the_reason(tmp_path: Path) -> None:
    furnished_save(tmp_path, name="whole")
    (tmp_path / "text.rpg").write_text("Dear diary")
    torn = furnished_save(tmp_path, name="torn")
    torn.write_bytes(torn.read_bytes()[:5_000])
    codes = {entry.name: entry.error.code if entry.error else "" for entry in list_saves(tmp_path)}
    assert codes == {"whole": "", "text": "not_a_save", "torn": "damaged"}


def test_only_saves_are_listed(tmp_path: Path) -> None:
    furnished_save(tmp_path, name="a")
    for name in (".hidden.rpg", "a.v1.bak", "notes.txt", "a.rpg-journal", "a.rpg.lock"):
        (tmp_path / name).touch()
    (tmp_path / "folder.rpg").mkdir()
    assert [entry.name for entry in list_saves(tmp_path)] == ["a"]
    assert list_saves(tmp_path / "absent") == ()


def test_a_running_game_is_listed_as_it_is_now(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        save.commit(Transaction(card=Card("Small World", "The Mill", "hello", 1)))
        assert [entry.card.place for entry in list_saves(tmp_path)] == ["The Mill"]


def test_a_save_is_found_by_name_or_by_path(tmp_path: Path) -> None:
    path = furnished_save(tmp_path, name="雨港 1.2")
    assert find_save(tmp_path, "雨港 1.2") == path
    assert find_save(tmp_path, "雨港 1.2.rpg") == path
    assert find_save(Path("elsewhere"), str(path)) == path
    assert find_save(Path("elsewhere"), str(path.with_suffix(""))) == path


def test_a_name_that_is_not_there_comes_with_the_nearest(tmp_path: Path) -> None:
    furnished_save(tmp_path, name="harbour")
    with pytest.raises(SaveError) as caught:
        find_save(tmp_path, "Harbor")
    assert (caught.value.code, caught.value.values["nearest"]) == ("missing", "harbour")
    assert "harbour" in remedy(caught.value, "en")
    for name in ("", "a\0b", "zzzzzz"):
        with pytest.raises(SaveError) as caught:
            find_save(tmp_path, name)
        assert caught.value.values["nearest"] == ""


@pytest.mark.parametrize(
    "name",
    [
        "../up",
        "a/b",
        "a\\b",
        "",
        " ",
        ".hidden",
        "-x",
        "con",
        "NUL.txt",
        "a\x1b[31m",
        "a\u202eb",
        "x" * 300,
        "a.",
    ],
)
def test_what_is_no_safe_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError) as caught:
        path_for(tmp_path, name)
    assert caught.value.code == "bad_name"


@pytest.mark.parametrize("name", ["story", "雨港", "Café 2", "a.b", "Ana's tale (2)"])
def test_usual_names_are_taken_as_they_are(tmp_path: Path, name: str) -> None:
    assert path_for(tmp_path, name) == tmp_path / f"{name}.rpg"


@given(st.text(max_size=300))
def test_any_name_becomes_a_safe_one(name: str) -> None:
    safe = safe_name(name)
    folder = Path("saves")
    assert safe_name(safe) == safe
    assert path_for(folder, safe).parent == folder
    assert 0 < len(safe.encode()) <= 200


def test_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    assert free_path(tmp_path, "story").name == "story.rpg"
    furnished_save(tmp_path)
    assert free_path(tmp_path, "story").name == "story 2.rpg"
    furnished_save(tmp_path, name="story 2")
    assert free_path(tmp_path, "story").name == "story 3.rpg"
