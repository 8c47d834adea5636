"""Locks, read-only places, older and newer files, and writes that a kill cut off."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rpg.store import opening, schema
from rpg.store.errors import CODES, SaveError, remedy, sentence
from rpg.store.lock import WriterLock, lock_path
from rpg.store.opening import back_up, journal_path, migrate, open_to_read, reseal
from rpg.store.save import Save
from rpg.store.transaction import Transaction
from rpg.store.verify import verify
from rpg.timeline.tree import path as path_to

from .saves import dump_rows, furnished_save, new_save, small_world, turn

ROOT = Path(__file__).parents[2]
as_user = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may write anywhere"
)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(SaveError) as caught:
        act()
    return caught.value.code


def write_bytes(path: Path, at: int, data: bytes) -> None:
    whole = bytearray(path.read_bytes())
    whole[at : at + len(data)] = data
    path.write_bytes(whole)


@pytest.mark.parametrize("write", [True, False])
def test_what_is_no_save_is_told_apart(tmp_path: Path, write: bool) -> None:
    save = furnished_save(tmp_path)
    cases: dict[str, str] = {}
    (tmp_path / "text.rpg").write_text("Dear diary")
    (tmp_path / "empty.rpg").touch()
    (tmp_path / "folder.rpg").mkdir()
    with closing(sqlite3.connect(tmp_path / "other.rpg")) as connection:
        connection.execute("CREATE TABLE a (b)")
    shutil.copy(save, tmp_path / "newer.rpg")
    write_bytes(tmp_path / "newer.rpg", 60, (99).to_bytes(4, "big"))
    for name in ("text", "empty", "folder", "other", "newer", "absent"):
        path = tmp_path / f"{name}.rpg"
        cases[name] = code_of(lambda path=path: Save.open(path, write=write))  # type: ignore[misc]
    not_saves = dict.fromkeys(("text", "empty", "folder", "other"), "not_a_save")
    assert cases == {**not_saves, "newer": "newer", "absent": "missing"}


def test_a_second_writer_is_told_who_the_first_is(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        with pytest.raises(SaveError) as caught:
            Save.open(save.path)
        assert (caught.value.code, caught.value.values["pid"]) == ("locked", os.getpid())
        assert str(os.getpid()) in sentence(caught.value, "en")
    Save.open(save.path).close()


def test_a_lock_is_gone_with_its_process(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    code = (
        "import os, sys; from pathlib import Path; from rpg.store.save import Save;"
        " save = Save.open(Path(sys.argv[1])); print('open', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"open"
        with pytest.raises(SaveError) as caught:
            Save.open(path)
        assert caught.value.values["pid"] == holder.pid
        holder.kill()
    Save.open(path).close()


def test_a_lock_file_that_says_nothing_still_locks(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path / "a.rpg")
    lock_path(tmp_path / "a.rpg").write_text("\x1b[31m")
    with pytest.raises(SaveError) as caught:
        WriterLock(tmp_path / "a.rpg")
    assert caught.value.values["pid"] == "?"
    lock.release()
    lock.release()
    WriterLock(tmp_path / "a.rpg").release()


def test_a_lock_that_cannot_be_signed_is_held_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("rpg.store.lock.os.write", full)
        lock = WriterLock(tmp_path / "a.rpg")
    with pytest.raises(SaveError) as caught:
        WriterLock(tmp_path / "a.rpg")
    assert (caught.value.code, caught.value.values["pid"]) == ("locked", "?")
    lock.release()
    assert not lock_path(tmp_path / "a.rpg").exists()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "a.rpg"
    assert code_of(lambda: Save.create(path, small_world())) == "no_folder"


@as_user
def test_a_save_in_a_folder_that_cannot_be_written_is_read_all_the_same(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        with Save.open(path, write=False) as save:
            assert save.node(1).text == "It begins."
        assert code_of(lambda: Save.open(path)) == "read_only"
    finally:
        tmp_path.chmod(0o755)


def cut_off(path: Path) -> bytes:
    """Leaves `path` as a kill in mid-write does: changed pages, and a journal that takes them back."""
    before = path.read_bytes()
    code = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = TRUNCATE")
connection.execute("PRAGMA cache_size = 2")
connection.execute("BEGIN IMMEDIATE")
for number in range(400):
    connection.execute("INSERT INTO sheet VALUES (?, ?)", (b"%d" % number, "x" * 500))
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert path.read_bytes() != before
    assert journal_path(path).stat().st_size > 0
    return before


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("write", [True, False])
def test_a_write_that_was_cut_off_is_rolled_back(tmp_path: Path, write: bool) -> None:
    path = furnished_save(tmp_path)
    cut_off(path)
    with Save.open(path, write=write) as save:
        assert verify(save).ok
        assert save.node_count() == 10


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_where_nothing_can_be_written_a_cut_off_write_is_rolled_back_in_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = furnished_save(tmp_path)
    cut_off(path)
    torn = path.read_bytes()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with Save.open(path, write=False) as save:
        assert verify(save).ok
    assert path.read_bytes() == torn


def test_a_copy_of_an_open_save_is_whole_and_plays_on(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        turn(save, "first")
        shutil.copyfile(save.path, tmp_path / "copy.rpg")
        turn(save, "second")
    with Save.open(tmp_path / "copy.rpg") as copy:
        assert verify(copy, deep=True).ok
        turn(copy, "another second")
        assert [node.text for node in map(copy.node, path_to(copy, copy.head))][1::2] == [
            "first",
            "another second",
        ]


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    before = path.read_bytes()
    with Save.open(path, write=False) as save:
        assert save.head is not None
        assert os.listdir(tmp_path) == ["story.rpg"]
    assert path.read_bytes() == before


# -- migration ------------------------------------------------------------------------------------


def add_a_note(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO note VALUES (99, 1, 0, 'migrated', '{}')")


@pytest.fixture
def old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A save, opened by a release whose schema is one version on; its migration adds a note."""
    path = furnished_save(tmp_path)
    monkeypatch.setattr(opening, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    monkeypatch.setattr(
        migrate, "__defaults__", ({schema.SCHEMA_VERSION: add_a_note}, schema.SCHEMA_VERSION + 1)
    )
    return path


def test_an_older_save_is_backed_up_and_migrated(tmp_path: Path, old_save: Path) -> None:
    before = old_save.read_bytes()
    for _ in range(2):
        with Save.open(old_save) as save:
            assert [note.kind for note in save.notes_of(1)] == ["digest", "migrated"]
            assert verify(save).ok
    assert (tmp_path / "story.v1.bak").read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["story.rpg", "story.v1.bak"]


def test_an_older_save_is_read_from_a_copy_that_is_gone_afterwards(tmp_path: Path, old_save: Path) -> None:
    before = old_save.read_bytes()
    opened = open_to_read(old_save)
    assert opened.folder is not None
    copies = Path(opened.folder.name)
    assert copies.exists()
    opened.close()
    assert not copies.exists()
    with Save.open(old_save, write=False) as save:
        assert [note.kind for note in save.notes_of(1)] == ["digest", "migrated"]
    assert old_save.read_bytes() == before
    assert os.listdir(tmp_path) == ["story.rpg"]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    before = dump_rows(path)

    def broken(connection: sqlite3.Connection) -> None:
        add_a_note(connection)
        raise RuntimeError

    with closing(sqlite3.connect(path, isolation_level=None)) as connection, pytest.raises(RuntimeError):
        migrate(connection, 1, {1: broken}, 2)
    assert dump_rows(path) == before


def test_every_version_has_a_way_to_the_next() -> None:
    assert set(schema.MIGRATIONS) == set(range(1, schema.SCHEMA_VERSION))


def test_sealing_anew_gives_the_seals_that_were_kept(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    before = dump_rows(path)["seal"]
    with closing(sqlite3.connect(path)) as connection:
        reseal(connection)
        connection.commit()
    assert {row[0]: row for row in dump_rows(path)["seal"]} == {row[0]: row for row in before}


def test_backups_are_numbered_and_whole(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    first, second = back_up(path, "v1"), back_up(path, "v1")
    assert [first.name, second.name] == ["story.v1.bak", "story.v1-2.bak"]
    assert first.read_bytes() == second.read_bytes() == path.read_bytes()


# -- foreign and full ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM node; END",
        "CREATE VIEW v AS SELECT 1",
        "DROP TABLE note",
    ],
)
def test_a_save_with_other_tables_or_with_code_in_it_is_refused(tmp_path: Path, statement: str) -> None:
    path = furnished_save(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
    for write in (True, False):
        assert code_of(lambda write=write: Save.open(path, write=write)) == "damaged"  # type: ignore[misc]


def test_a_full_disk_is_an_error_and_the_save_stays_as_it_was(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        (pages,) = save.connection.execute("PRAGMA page_count").fetchone()
        save.connection.execute(f"PRAGMA max_page_count = {pages}")
        head = save.head
        assert code_of(lambda: turn(save, "many words " * 5_000)) == "disk_full"
        assert save.head == head
        assert verify(save).ok
        save.connection.execute("PRAGMA max_page_count = 1000000")
        assert turn(save, "many words " * 5_000) == 12


def test_a_reader_that_stays_too_long_makes_the_writer_wait_and_then_say_so(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    with Save.open(path) as save, closing(sqlite3.connect(path, isolation_level=None)) as other:
        save.connection.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN")
        other.execute("SELECT * FROM node").fetchone()
        assert code_of(lambda: save.commit(Transaction(drafts={1: "x"}))) == "busy"
        other.execute("ROLLBACK")
        save.commit(Transaction(drafts={1: "x"}))
        assert save.draft(1) == "x"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("code", CODES)
def test_every_error_has_a_sentence_and_a_way_out(code: str, language: str) -> None:
    values = dict.fromkeys(("pid", "host", "since", "version", "known", "suggestion", "folder"), "x")
    error = SaveError(code, Path("saves/a.rpg"), **values)  # type: ignore[arg-type]
    for text in (sentence(error, language), remedy(error, language)):
        assert text
        assert not text.startswith("store.")
        assert "{" not in text
