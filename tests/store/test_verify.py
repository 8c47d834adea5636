"""Whatever changes what a save says is found, and nothing that is whole is accused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.store.schema import TABLES
from rpg.store.transaction import Step, Transaction
from rpg.store.verify import Finding, Report, verify, verify_file
from rpg.text.messages import LANGUAGES, message
from rpg.timeline.change import delete, edit
from rpg.timeline.nodes import text_content
from rpg.timeline.snapshot import Snapshot

from .damage import all_rows, damaged
from .saves import furnished_save


def changed(path: Path, *statements: str) -> set[str]:
    """The problems found after the statements; seals are not kept."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return {finding.problem for finding in verify_file(path, deep=True).findings}


def test_a_whole_save_has_no_findings(tmp_path: Path) -> None:
    assert verify_file(furnished_save(tmp_path), deep=True) == Report((), 10, True)


def test_a_save_with_a_changed_past_is_whole(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        assert save.head is not None
        done = edit(save, save.head, 3, text_content("narration", "other"))
        save.commit(Transaction(done.nodes, Step("edit", done.head)))
        assert save.head is not None
        done = delete(save, save.head, save.head - 2)
        save.commit(Transaction(done.nodes, Step("delete", done.head)))
        assert verify(save, deep=True).ok


@pytest.mark.parametrize("table", sorted(TABLES))
def test_a_lost_row_is_found_in_every_table(tmp_path: Path, table: str) -> None:
    path = furnished_save(tmp_path)
    key = TABLES[table].columns[0]
    assert "seal" in changed(path, f"DELETE FROM {table} WHERE {key} = (SELECT max({key}) FROM {table})")


@pytest.mark.parametrize(
    ("table", "column"), [(table.name, column) for table in TABLES.values() for column in table.columns[1:]]
)
def test_a_changed_value_is_found_in_every_column(tmp_path: Path, table: str, column: str) -> None:
    path = furnished_save(tmp_path)
    assert changed(path, f"UPDATE {table} SET {column} = CAST(coalesce({column}, '') || '1' AS TEXT)")


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE content SET parts = replace(parts, 'words', 'swords')", "hash"),
        ("UPDATE content SET record = x'00' WHERE record IS NOT NULL", "hash"),
        ("UPDATE node SET chain = zeroblob(16) WHERE id = 3", "chain"),
        ("UPDATE node SET depth = 9 WHERE id = 3", "derived"),
        ("UPDATE node SET message = 9 WHERE id = 3", "derived"),
        ("UPDATE node SET jump = 2 WHERE id = 6", "derived"),
        ("UPDATE node SET depth = 'x' WHERE id = 3", "derived"),
        ("UPDATE node SET last_child = 6 WHERE id = 3", "derived"),
        ("DELETE FROM node WHERE id = 4", "parent"),
        ("UPDATE node SET parent = 77 WHERE id = 3", "parent"),
        ("UPDATE note SET node = 77", "dangling"),
        ("UPDATE head_log SET after = 77 WHERE seq = 2", "dangling"),
        ("UPDATE sheet SET body = replace(body, 'warm', 'cold')", "world"),
        ("DELETE FROM sheet", "world"),
        ("UPDATE meta SET value = '[77,1]' WHERE key = '$cursor'", "head"),
        ("UPDATE meta SET value = '7' WHERE key = '$cursor'", "open"),
    ],
)
def test_a_finding_says_what_is_wrong(tmp_path: Path, statement: str, problem: str) -> None:
    assert problem in changed(furnished_save(tmp_path), statement)


def test_only_the_deep_check_finds_a_wrong_stored_state(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        other = save.fold().state_at(1)
        save.commit(Transaction(snapshots=(Snapshot(3, other.hash, other.facts.document()),)))
        assert verify(save).ok
        assert verify(save, deep=True).findings == (Finding("state", "snapshot", 3),)


def test_a_missing_cache_is_no_damage(tmp_path: Path) -> None:
    assert changed(furnished_save(tmp_path), "DELETE FROM snapshot") == set()


def test_damage_that_changes_what_a_save_says_is_always_found(tmp_path: Path) -> None:
    original = furnished_save(tmp_path, turns=30)
    before = all_rows(original)
    path = tmp_path / "damaged.rpg"
    differing = 0
    for name, data in damaged(original, 300):
        path.write_bytes(data)
        report = verify_file(path)
        if all_rows(path) != before:
            differing += 1
            assert not report.ok, name
    assert differing > 100


def test_damage_never_crashes_who_reads(tmp_path: Path) -> None:
    original = furnished_save(tmp_path, turns=30)
    path = tmp_path / "damaged.rpg"
    opened = 0
    for _, data in damaged(original, 120, seed=6):
        path.write_bytes(data)
        try:
            with Save.open(path) as save:
                opened += 1
                for id in range(1, 63):
                    save.node(id)
                save.fold().state_at(save.head)
        except (SaveError, KeyError):
            continue
    assert opened > 20


def test_verifying_runs_beside_a_game_and_can_be_stopped(tmp_path: Path) -> None:
    path = furnished_save(tmp_path, turns=250)
    calls: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        calls.append((done, total))
        raise InterruptedError

    with Save.open(path) as writer, Save.open(path, write=False) as reader:
        with pytest.raises(InterruptedError):
            verify(reader, True, stop)
        assert calls == [(500, 502)]
        assert verify(reader).ok
        writer.commit(Transaction(drafts={1: "x"}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_sentence(language: str) -> None:
    from typing import get_args

    from rpg.store.verify import Problem

    for problem in get_args(Problem):
        text = message(language, f"store.finding_{problem}", id=1, table="node", detail="x")
        assert not text.startswith("store.")
