"""Saves are renamed, copied and put away as files; nothing is lost and nothing overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.session.session import Session
from rpg.store.errors import SaveError
from rpg.store.filing import TRASH, copy_save, discard_save, rename_save
from rpg.store.library import list_saves
from rpg.store.opening import journal_path
from tests.tui.game import begun, services


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begun(services(tmp_path))


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in list_saves(folder))


def test_a_save_gets_another_name_and_opens_under_it(save: Path, tmp_path: Path) -> None:
    rename_save(save, save.with_name("later.rpg"))
    assert names(save.parent) == ["later"]
    with_session = Session.open(save.with_name("later.rpg"), services(tmp_path))
    assert with_session.log_length == 1
    with_session.save.close()


def test_a_copy_is_a_save_of_its_own(save: Path) -> None:
    copy_save(save, save.with_name("copy.rpg"))
    assert names(save.parent) == ["copy", "first"]
    assert all(entry.error is None for entry in list_saves(save.parent))
    assert sorted(path.name for path in save.parent.iterdir()) == ["copy.rpg", "first.rpg"]


def test_what_is_deleted_lies_in_the_trash_and_what_lay_there_stays(save: Path) -> None:
    copy_save(save, save.with_name("other.rpg"))
    first = discard_save(save)
    rename_save(save.with_name("other.rpg"), save)
    second = discard_save(save)
    assert names(save.parent) == []
    assert first.parent.name == second.parent.name == TRASH
    assert names(first.parent) == ["first", "first 2"]


def test_the_journal_goes_along(save: Path) -> None:
    journal_path(save).write_bytes(b"")
    target = discard_save(save)
    assert journal_path(target).exists()
    assert not journal_path(save).exists()


@pytest.mark.parametrize("act", [rename_save, copy_save])
def test_nothing_is_overwritten(act, save: Path) -> None:
    other = save.with_name("other.rpg")
    other.write_bytes(b"precious")
    with pytest.raises(SaveError, match="exists"):
        act(save, other)
    assert other.read_bytes() == b"precious"
    assert save.is_file()


@pytest.mark.parametrize("act", [lambda path: rename_save(path, path.with_name("x.rpg")), discard_save])
def test_a_save_that_is_played_stays_where_it_is(act, save: Path, tmp_path: Path) -> None:
    playing = Session.open(save, services(tmp_path))
    try:
        with pytest.raises(SaveError, match="locked"):
            act(save)
        assert save.is_file()
    finally:
        playing.save.close()


def test_a_save_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="missing"):
        rename_save(tmp_path / "none.rpg", tmp_path / "new.rpg")


def test_a_copy_that_fails_leaves_nothing_behind(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        Path(target).write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rpg.store.filing.shutil.copyfile", full)
    with pytest.raises(SaveError, match="disk_full"):
        copy_save(save, save.with_name("copy.rpg"))
    assert sorted(path.name for path in save.parent.iterdir()) == ["first.rpg"]
