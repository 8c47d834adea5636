"""A save as JSON and back: row for row the same."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.exchange.errors import ExchangeError
from rpg.exchange.story.restore import restore_save
from rpg.exchange.story.savefile import save_json
from rpg.runtime.edits import MovePlayer, SetFlag
from rpg.store.card import Card
from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.store.transaction import Redo, Step, Transaction, Undo
from rpg.store.verify import verify_file
from rpg.timeline.nodes import (
    CallPart,
    Content,
    NewNode,
    ResultPart,
    RollPart,
    TextPart,
    WidgetPart,
    new_ref,
)
from rpg.timeline.tree import path as path_to
from tests.exchange.files import exported, restored
from tests.store.saves import dump_rows, furnished_save, new_save, small_world, turn

TEXTS = st.text(max_size=30) | st.sampled_from(["", "两行\n文字", "\x1b[31m", "\ud800", '"}{', "🦊"])
PARTS = (
    TEXTS.map(TextPart)
    | st.builds(CallPart, TEXTS, TEXTS, TEXTS)
    | st.builds(ResultPart, TEXTS, TEXTS, TEXTS, TEXTS)
    | st.builds(WidgetPart, TEXTS, TEXTS)
    | st.builds(
        RollPart,
        TEXTS,
        st.lists(st.integers(1, 6), max_size=3).map(tuple),
        st.integers(),
        st.just("world"),
        TEXTS,
    )
)
EDITS = st.sampled_from([SetFlag("a", 1.5, "model"), MovePlayer("mill", "hand"), MovePlayer("moon", "model")])
RECORDS = st.none() | st.dictionaries(TEXTS, st.integers() | TEXTS | st.floats(allow_nan=False), max_size=2)
CONTENTS = st.builds(
    Content,
    st.sampled_from(["player", "narration", "travel", "edit"]),
    st.lists(PARTS, max_size=3).map(tuple),
    st.lists(EDITS, max_size=2).map(tuple),
    RECORDS,
    st.dictionaries(TEXTS, TEXTS, max_size=1),
)


def test_every_table_comes_back_row_for_row(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)

    back = restored(exported(path), tmp_path / "back.rpg")

    assert dump_rows(back.path) == dump_rows(path)
    assert back.altered == ()
    assert verify_file(back.path, deep=True).ok


@settings(max_examples=25, deadline=None)
@given(steps=st.lists(st.tuples(CONTENTS, st.integers(0, 30), st.sampled_from("sru")), max_size=8))
def test_any_tree_with_any_history_comes_back(
    steps: list[tuple[Content, int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("trees")
    with new_save(folder) as save:
        for content, at, act in steps:
            if act == "u":
                save.commit(Transaction(head=Undo()))
            elif act == "r":
                save.commit(Transaction(head=Redo()))
            parent = at % save.node_count() + 1
            save.commit(Transaction((NewNode(parent, content, made=at),), Step("x", new_ref(0))))
        save.commit(Transaction(card=Card("W", "P", "", 3)))

    back = restored(exported(save.path), folder / "back.rpg")

    assert dump_rows(back.path) == dump_rows(save.path)
    with Save.open(save.path) as one, Save.open(back.path) as other:
        for node in path_to(one, one.head):
            assert one.link(node) == other.link(node)
            assert one.fold().state_at(node).hash == other.fold().state_at(node).hash


def test_exporting_twice_gives_the_same_text_and_an_item_a_line(tmp_path: Path) -> None:
    text = exported(furnished_save(tmp_path))

    again = exported(restored(text, tmp_path / "back.rpg").path)

    assert again.replace('"name":"back"', '"name":"story"') == text
    nodes = json.loads(text)["nodes"]
    assert sum(line.startswith('{"id":') and '"chain"' in line for line in text.splitlines()) == len(nodes)


def test_text_changed_by_hand_is_taken_and_told(tmp_path: Path) -> None:
    document = json.loads(exported(furnished_save(tmp_path)))
    document["contents"][0]["parts"][0]["text"] = "Another beginning."

    back = restored(json.dumps(document), tmp_path / "back.rpg")

    assert back.altered == tuple(node["id"] for node in document["nodes"])
    with Save.open(back.path) as save:
        assert save.node(1).text == "Another beginning."


def test_secrets_do_not_leave_and_foreign_leave_to_run_does_not_come_in(tmp_path: Path) -> None:
    kept = {"narrator": "openai:m", "session.note": "short", "context.window": 9000}
    refused = {"tools.shell.approval": "allow", "mcp.servers.x.use": True, "memory.write": True}
    secret = {"api_key": "sk-abcdefghijklmnop1234", "base": "http://me:pass@host/v1"}
    with Save.create(tmp_path / "a.rpg", small_world(), {"settings": {**kept, **refused}, **secret}) as save:
        text = "".join(save_json(save))

    assert "abcdefghijklmnop" not in text
    assert "pass@" not in text
    back = restored(text, tmp_path / "back.rpg")
    assert back.settings == tuple(sorted(refused))
    with Save.open(back.path) as save:
        assert save.meta["settings"] == kept


@pytest.mark.parametrize("narrator", ["gguf:/etc/passwd", "script:/tmp/x", 5])
def test_a_foreign_narrator_that_names_a_file_is_not_taken(narrator: Any, tmp_path: Path) -> None:
    with Save.create(tmp_path / "a.rpg", small_world(), {"settings": {"narrator": narrator}}) as save:
        text = "".join(save_json(save))

    assert restored(text, tmp_path / "back.rpg").settings == ("narrator",)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = furnished_save(tmp_path)
    before = path.read_bytes()

    with pytest.raises(SaveError) as caught:
        restored(exported(path), path)

    assert caught.value.code == "exists"
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["story.rpg"]


def test_a_long_line_gets_stored_states_on_the_way_in(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        for number in range(40):
            turn(save, str(number))

    back = restored(exported(save.path), tmp_path / "back.rpg")

    with Save.open(back.path) as other:
        stored = [node for node in range(1, 82) if other.snapshot(node) is not None]
        assert stored == [65]
        assert other.snapshot(65).hash == save_state(save.path, 65)  # type: ignore[union-attr]


def save_state(path: Path, node: int) -> str:
    with Save.open(path, write=False) as save:
        return save.fold().state_at(node).hash


def test_an_export_beside_a_running_game_is_of_one_moment(tmp_path: Path) -> None:
    with new_save(tmp_path) as writer:
        turn(writer, "one")
        with Save.open(writer.path, write=False) as reader:
            text = "".join(save_json(reader))
            turn(writer, "two")
            assert len(json.loads(text)["nodes"]) == 3
            assert len(json.loads("".join(save_json(reader)))["nodes"]) == 5


def test_progress_can_stop_an_import(tmp_path: Path) -> None:
    text = exported(furnished_save(tmp_path))

    class Stopped(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        restore_save(json.loads(text), "x", tmp_path / "back.rpg", stop)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["story.rpg"]


def test_a_world_without_its_start_is_refused(tmp_path: Path) -> None:
    document = json.loads(exported(furnished_save(tmp_path)))
    document["worlds"][0]["world"]["start"] = "moon"

    with pytest.raises(ExchangeError) as caught:
        restored(json.dumps(document), tmp_path / "back.rpg")

    assert "worlds[0].world.start" in caught.value.place


def test_an_export_left_halfway_is_quiet_when_the_save_is_closed_first(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path), write=False) as save:
        pieces = cast(Generator[str], save_json(save))
        assert next(pieces).startswith("{")
    pieces.close()
