"""Repair keeps every node that can be read, says what it could not keep, and leaves the damaged file alone."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rpg.store.errors import UNREADABLE, SaveError
from rpg.store.repair import Rescued, repair, rescue
from rpg.store.save import Save
from rpg.store.transaction import Redo, Step, Transaction, Undo
from rpg.store.verify import verify
from rpg.timeline.nodes import Content, NewNode
from rpg.timeline.tree import path as path_of
from rpg.world.document import world_hash

from .damage import PAGE, damaged
from .saves import NEW, dump_rows, furnished_save, new_save, small_world, turn


def change_rows(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def texts(path: Path) -> dict[int, str]:
    with Save.open(path, write=False) as save:
        return {id: save.node(id).text for (id,) in save.connection.execute("SELECT id FROM node").fetchall()}


def test_a_whole_save_comes_back_as_it_was(tmp_path: Path) -> None:
    path = furnished_save(tmp_path, turns=40)
    before = dump_rows(path)
    rescued = repair(path)
    assert rescued == Rescued(path, 82, 82, backup=tmp_path / "story.damaged.bak")
    after = dump_rows(path)
    for table in set(before) - {"seal"}:
        assert sorted(after[table], key=repr) == sorted(before[table], key=repr), table
    with Save.open(path) as save:
        assert verify(save, deep=True).ok


def test_the_damaged_file_is_kept_as_a_backup(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    path.write_bytes(path.read_bytes()[: -2 * PAGE])
    broken = path.read_bytes()
    rescued = repair(path)
    assert rescued.backup is not None
    assert rescued.backup.read_bytes() == broken
    assert sorted(os.listdir(tmp_path)) == ["story.damaged.bak", "story.rpg"]


def test_a_rescue_never_overwrites_and_an_open_save_is_not_repaired(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    with pytest.raises(SaveError) as caught:
        rescue(path, path)
    assert caught.value.code == "exists"
    with Save.open(path), pytest.raises(SaveError) as caught:
        repair(path)
    assert caught.value.code == "locked"


def intact_texts(original: Path, data: bytes, texts: dict[int, str]) -> set[str]:
    """Texts on pages that the damage did not touch, as far as the file is one at all."""
    whole = original.read_bytes()
    pages = {whole[at : at + PAGE] for at in range(PAGE, len(whole), PAGE)}
    same = b"".join(
        data[at : at + PAGE]
        for at in range(PAGE, len(data) - PAGE + 1, PAGE)
        if data[at : at + PAGE] in pages
    )
    return {text for text in texts.values() if text and f'"text":"{text}"'.encode() in same}


def readable_nodes(path: Path, texts: dict[int, str]) -> dict[int, str]:
    """Nodes that a query for their row alone still gives as they were."""
    found = {}
    try:
        with closing(sqlite3.connect(path)) as connection:
            for id, text in texts.items():
                try:
                    row = connection.execute(
                        "SELECT parts FROM node JOIN content ON content.id = node.content WHERE node.id = ?",
                        (id,),
                    ).fetchone()
                except UNREADABLE:
                    continue
                if text and row and isinstance(row[0], str) and f'"text":"{text}"' in row[0]:
                    found[id] = text
    except UNREADABLE:
        pass
    return found


def test_every_node_that_can_be_read_is_kept(tmp_path: Path) -> None:
    original = furnished_save(tmp_path, turns=80)
    said = texts(original)
    broken, target = tmp_path / "broken.rpg", tmp_path / "rescued.rpg"
    kept = partly = 0
    for name, data in damaged(original, 96, seed=11):
        broken.write_bytes(data)
        target.unlink(missing_ok=True)
        if not intact_texts(original, data, said):
            continue
        rescued = rescue(broken, target, small_world())
        now = texts(target)
        readable = readable_nodes(broken, said)
        assert {id: now.get(id) for id in readable} == readable, name
        assert intact_texts(original, data, said) <= set(now.values()), name
        with Save.open(target) as save:
            assert verify(save, deep=True).ok, name
            turn(save, "and on")
        kept += 1
        partly += rescued.nodes < rescued.known or bool(rescued.altered)
    assert kept > 80
    assert partly > 10


def test_a_lost_node_whose_words_survived_comes_back_in_its_place(tmp_path: Path) -> None:
    path = furnished_save(tmp_path, turns=10)
    before, line = texts(path), path_of_head(path)
    change_rows(path, "DELETE FROM node WHERE id BETWEEN 5 AND 9")
    rescued = repair(path)
    assert texts(path) == before
    assert path_of_head(path) == line
    assert (rescued.placed, rescued.empty, rescued.altered) == ((5, 6, 7, 8, 9), (), ())


def path_of_head(path: Path) -> tuple[int, ...]:
    with Save.open(path, write=False) as save:
        return path_of(save, save.head)


def test_a_node_whose_words_are_lost_stays_as_an_empty_place(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    change_rows(path, "DELETE FROM content WHERE id = 4")
    rescued = repair(path)
    assert (rescued.nodes, rescued.known, rescued.empty) == (9, 10, (4,))
    assert texts(path)[4] == ""
    assert len(path_of_head(path)) == 10


def test_a_row_that_contradicts_its_chain_gets_the_content_and_parent_the_chain_proves(
    tmp_path: Path,
) -> None:
    path = furnished_save(tmp_path)
    before, line = texts(path), path_of_head(path)
    change_rows(path, "UPDATE node SET content = 1 WHERE id = 4", "UPDATE node SET parent = 2 WHERE id = 7")
    change_rows(path, "UPDATE node SET parent = 3 WHERE id = 1")
    repair(path)
    assert (texts(path), path_of_head(path)) == (before, line)


def test_words_that_are_not_what_was_written_are_kept_and_told(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    change_rows(path, "UPDATE content SET parts = replace(parts, 'words 1', 'swords') WHERE id = 4")
    assert repair(path).altered == (4,)
    assert texts(path)[4] == "swords"


def test_a_head_that_is_lost_is_found_from_the_log_or_is_the_last_node(tmp_path: Path) -> None:
    for name, statements in {
        "log": ("DELETE FROM meta WHERE key = '$cursor'",),
        "last": ("DELETE FROM meta WHERE key = '$cursor'", "DELETE FROM head_log"),
        "elsewhere": ("UPDATE meta SET value = '[777,2]' WHERE key = '$cursor'",),
    }.items():
        path = furnished_save(tmp_path, name=name)
        change_rows(path, *statements)
        repair(path)
        with Save.open(path) as save:
            assert save.head == 10
            save.commit(Transaction(head=Undo()))
            save.commit(Transaction(head=Redo()))
            assert save.head == 10


def test_a_log_with_a_hole_keeps_what_joins_from_the_first_act(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    change_rows(path, "DELETE FROM head_log WHERE seq = 3")
    assert repair(path).lost == {"head_log": 3}
    with Save.open(path) as save:
        assert [(entry.act, entry.after) for entry in save.acts(9)] == [
            ("open", 1),
            ("turn", 3),
            ("repair", 10),
        ]


def test_a_world_that_lost_a_sheet_goes_on_without_it(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    change_rows(path, """DELETE FROM sheet WHERE body LIKE '%"bo"%'""")
    repair(path)
    with Save.open(path) as save:
        assert set(save.world().characters) == {"ana"}
        assert verify(save, deep=True).ok


def test_a_world_that_is_lost_can_be_given(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    change_rows(path, "DELETE FROM world_version")
    with pytest.raises(SaveError) as caught:
        repair(path)
    assert caught.value.code == "world_lost"
    repair(path, small_world("Given."))
    with Save.open(path) as save:
        assert save.world() == small_world("Given.")


def test_an_adopted_version_that_changed_is_adopted_as_it_is_now(tmp_path: Path) -> None:
    new = small_world("Adopted.")
    with new_save(tmp_path) as save:
        node = NewNode(save.head, Content("adopt", detail={"world": world_hash(new)}))
        save.commit(Transaction((node,), Step("adopt", NEW), worlds=(new,)))
        path = save.path
    change_rows(path, f"DELETE FROM world_version WHERE version = '{world_hash(new)}'")
    repair(path)
    with Save.open(path) as save:
        assert save.fold().state_at(save.head).world == small_world()
        assert verify(save, deep=True).ok


@pytest.mark.parametrize(
    "data", [b"", b"not a database", bytes(100_000), b"SQLite format 3\0" + bytes(5_000)]
)
def test_a_file_with_nothing_in_it_is_told(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.rpg"
    path.write_bytes(data)
    with pytest.raises(SaveError) as caught:
        repair(path)
    assert caught.value.code == "nothing_to_rescue"
    assert path.read_bytes() == data
    assert os.listdir(tmp_path) == ["a.rpg"]


def test_where_there_is_no_room_for_the_rescued_save_there_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = furnished_save(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("rpg.store.repair.create_tables", full)
        with pytest.raises(SaveError) as caught:
            rescue(path, tmp_path / "rescued.rpg")
    assert caught.value.code == "disk_full"
    assert not (tmp_path / "rescued.rpg").exists()
    assert rescue(path, tmp_path / "rescued.rpg").known == 10
