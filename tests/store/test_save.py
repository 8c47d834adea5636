"""What is committed is what is read, before and after the file is opened again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rpg.store.card import Card
from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.store.transaction import Attempt, Extend, Note, Redo, Step, Transaction, Undo
from rpg.timeline.headlog import Cursor, Entry
from rpg.timeline.nodes import Content, NewNode, TextPart, new_ref, text_content
from rpg.timeline.tree import alternatives, messages, path, tip
from rpg.world.document import world_hash

from .saves import NEW, answer, ask, furnished_save, new_save, small_world, turn


def test_a_new_save_holds_its_world_its_meta_and_its_opening(tmp_path: Path) -> None:
    new_save(tmp_path).close()
    with Save.open(tmp_path / "story.rpg") as save:
        assert save.world() == small_world()
        assert save.world_versions == (world_hash(small_world()),)
        assert save.get_meta("seed") == 7
        assert save.head == 1
        assert save.node(1).text == "It begins."
        assert save.card == Card("Small World")


def test_nothing_is_left_beside_a_closed_save(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        turn(save, "hello")
    assert os.listdir(tmp_path) == ["story.rpg"]


def test_a_save_is_never_overwritten(tmp_path: Path) -> None:
    new_save(tmp_path).close()
    with pytest.raises(SaveError) as caught:
        Save.create(tmp_path / "story.rpg", small_world())
    assert caught.value.code == "exists"


def test_a_new_save_whose_first_transaction_fails_does_not_exist(tmp_path: Path) -> None:
    wrong = Transaction((NewNode(99, text_content("opening", "x")),))
    with pytest.raises(KeyError):
        Save.create(tmp_path / "story.rpg", small_world(), {}, wrong)
    with pytest.raises(ValueError):
        Save.create(tmp_path / "story.rpg", small_world(), {"$cursor": 1})
    assert os.listdir(tmp_path) == []


def test_a_turn_is_two_commits_and_one_act(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        player = ask(save, "hello")
        assert (save.head, save.undoable()) == (player, Entry(2, "turn", 1, 2))
        reply = answer(save, "Good day.")
        assert (save.head, save.undoable()) == (reply, Entry(2, "turn", 1, 3))
        save.commit(Transaction(head=Undo()))
        assert (save.head, save.redoable()) == (1, Entry(2, "turn", 1, 3))
        save.commit(Transaction(head=Redo()))
        assert save.head == reply
        assert [entry.act for entry in save.acts(10)] == ["open", "turn"]


def test_nothing_to_undo_is_no_error(tmp_path: Path) -> None:
    with Save.create(tmp_path / "a.rpg", small_world()) as save:
        assert save.commit(Transaction(head=Undo())).head is None
        assert save.commit(Transaction(head=Redo())).head is None


def test_all_of_a_transaction_comes_back(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        player = save.head
        assert player is not None
        assert save.notes_of(1) == (Note(1, 1, "digest", {"text": "Ana is at the inn."}),)
        attempt = Attempt(1, player, text_content("narration", "It broke o"), {"why": "cut"})
        assert save.attempts(player) == (attempt,)
        assert (save.draft(player), save.draft(None), save.draft(1)) == ("half a sent", "before all", "")
        assert save.labels == {2: "the other way"}
        assert save.node(3).record == {"cut": 1}
        assert save.card == Card("Small World", "The Inn", "unanswered", 4)
        assert len(save.world_versions) == 2
        assert save.world(save.world_versions[1]) == small_world("Another text.")
        assert save.node(player).link.made == 1_000


def test_what_is_taken_away_is_gone(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        player = save.head
        assert player is not None
        save.commit(
            Transaction(
                removed_notes=(1,),
                removed_attempts=(1,),
                drafts={player: "", None: ""},
                labels={2: ""},
                meta={"seed": None},
            )
        )
        assert (save.notes_of(1), save.attempts(player), save.draft(player)) == ((), (), "")
        assert (save.labels, save.get_meta("seed"), save.get_meta("seed", 3)) == ({}, None, 3)


def test_meta_is_shown_without_what_the_store_keeps_for_itself(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        assert set(save.meta) == {"created", "name", "seed"}
        with pytest.raises(ValueError):
            save.commit(Transaction(meta={"label:1": "x"}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\0b",
        "\ud800 lone",
        "\x1b[31m",
        "雨港 🏮",
        "'; DROP TABLE node; --",
        "\N{COMBINING ACUTE ACCENT}",
    ],
)
def test_any_text_comes_back_as_it_was(tmp_path: Path, text: str) -> None:
    with new_save(tmp_path) as save:
        id = ask(save, text)
        save.commit(Transaction(drafts={id: text}, meta={"name": text}, labels={id: text}))
    with Save.open(tmp_path / "story.rpg") as save:
        assert (save.node(id).text, save.draft(id), save.get_meta("name")) == (text, text, text)


def test_a_failed_transaction_leaves_everything_as_it_was(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        turn(save, "hello")
        before = save.cursor
        good = NewNode(save.head, text_content("player", "x"))
        for wrong in (
            Transaction((good, NewNode(99, text_content("player", "y"))), Step("turn", NEW)),
            Transaction((good, NewNode(1, "0" * 32)), Step("turn", NEW)),
            Transaction((good,), Step("turn", 99)),
            Transaction((good,), Step("turn", new_ref(5))),
            Transaction((good,), Step("turn", NEW), notes=(Note(0, 99, "digest", {}),)),
            Transaction((good,), Step("turn", NEW), drafts={99: "x"}),
        ):
            with pytest.raises((KeyError, IndexError)):
                save.commit(wrong)
            assert save.cursor == before
            assert save.node_count() == 3
            with pytest.raises(KeyError):
                save.link(4)
        assert turn(save, "again") == 5


def test_a_content_is_found_by_its_hash(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path)) as save:
        assert save.content(save.link(3).content_hash) == save.node(3).content
        with pytest.raises(KeyError):
            save.content("0" * 32)


def test_contents_are_stored_once(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        for _ in range(5):
            ask(save, "the same words")
        (count,) = save.connection.execute("SELECT count(*) FROM content").fetchone()
        assert count == 2


def test_replies_stand_beside_each_other_and_the_line_last_used_is_remembered(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        player = ask(save, "hello")
        first = answer(save, "one")
        later = turn(save, "more")
        other = text_content("narration", "two")
        second = save.commit(Transaction((NewNode(player, other),), Step("retry", NEW))).ids[0]
        assert alternatives(save, second) == (first, second)
        assert (tip(save, first), tip(save, player), tip(save, 1)) == (later, second, second)
        save.commit(Transaction(head=Step("pick", tip(save, first))))
        assert (save.head, tip(save, 1)) == (later, later)
        save.commit(Transaction(head=Step("goto", first)))
        assert tip(save, first) == first


def test_a_transaction_may_add_a_line_and_hang_everything_on_it(tmp_path: Path) -> None:
    nodes = (
        NewNode(1, text_content("player", "a")),
        NewNode(NEW, text_content("narration", "b")),
        NewNode(new_ref(1), text_content("edit", "")),
    )
    last = new_ref(2)
    with new_save(tmp_path) as save:
        done = save.commit(
            Transaction(
                nodes, Step("turn", last), notes=(Note(0, last, "digest", {"x": 1}),), drafts={last: "next"}
            )
        )
        assert done.ids == (2, 3, 4)
        assert (done.head, path(save, 4), save.draft(4)) == (4, (1, 2, 3, 4), "next")
        assert [note.node for note in save.notes("digest", 4)] == [4]


def test_a_carried_node_tells_that_its_record_has_to_be_made_anew(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        reply = turn(save, "hello")
        hash = save.link(reply).content_hash
        carried = save.commit(Transaction((NewNode(1, hash, carried=True),))).ids[0]
        assert save.node(carried).record is None
        save.commit(Transaction(records={carried: {"cut": 0}}))
        assert save.node(carried).record == {"cut": 0}
        assert save.node(reply).record == {"cut": 2, "plan": [f"{2:016x}"] * 12}


def test_notes_hold_for_heads_below_them_nearest_first(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        reply = turn(save, "hello")
        on_path = [Note(0, node, "observation", {"n": node}) for node in (1, 2, reply)]
        elsewhere = save.commit(Transaction((NewNode(1, text_content("player", "other")),))).ids[0]
        aside = Note(0, elsewhere, "observation", {"n": 0})
        save.commit(Transaction(notes=(*on_path, aside, Note(0, 2, "summary", {"n": 9}))))
        assert [note.body["n"] for note in save.notes("observation", reply)] == [reply, 2, 1]
        assert [note.body["n"] for note in save.notes("observation", elsewhere)] == [0, 1]
        assert [note.body["n"] for note in save.notes("summary", reply)] == [9]
        assert list(save.notes("summary", None)) == []


def test_many_notes_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        save.commit(Transaction(notes=tuple(Note(0, 1, "observation", {"n": n}) for n in range(200))))
        found = [note.body["n"] for note in save.notes("observation", 1)]
        assert found == list(range(199, -1, -1))


def test_a_reader_sees_what_the_writer_commits(tmp_path: Path) -> None:
    with new_save(tmp_path) as save, Save.open(save.path, write=False) as reader:
        assert reader.head == 1
        reply = turn(save, "hello")
        assert (reader.head, reader.node(reply).text) == (reply, "Reply to hello.")
        assert not reader.writable
        with pytest.raises(SaveError) as caught:
            reader.commit(Transaction(drafts={1: "x"}))
        assert caught.value.code == "read_only"


def test_the_snapshot_is_only_a_cache(tmp_path: Path) -> None:
    with Save.open(furnished_save(tmp_path, turns=6)) as save:
        expected = save.fold().state_at(save.head).hash
        save.connection.execute("UPDATE snapshot SET facts = x'00'")
        assert save.fold().state_at(save.head).hash == expected
        save.connection.execute("DELETE FROM snapshot")
        assert save.fold().state_at(save.head).hash == expected


def test_a_file_replaced_while_open_is_not_written_to(tmp_path: Path) -> None:
    other = furnished_save(tmp_path, name="other")
    with new_save(tmp_path) as save:
        whole = other.read_bytes()
        os.replace(other, save.path)
        with pytest.raises(SaveError) as caught:
            ask(save, "hello")
        assert caught.value.code == "replaced"
        assert save.path.read_bytes() == whole


def test_a_head_moved_by_another_program_is_noticed(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        save.connection.execute("UPDATE meta SET value = '[null,0]' WHERE key = '$cursor'")
        with pytest.raises(SaveError) as caught:
            ask(save, "hello")
        assert caught.value.code == "replaced"
        assert save.cursor == Cursor(1, 1)


def test_unknown_nodes_and_worlds_are_key_errors(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        for read in (save.link, save.node, save.last_child):
            with pytest.raises(KeyError):
                read(99)
        with pytest.raises(KeyError):
            save.world("0" * 32)
        assert save.children(99) == ()


def test_going_on_from_a_failed_turn_completes_the_same_act(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        player = ask(save, "hello")
    with Save.open(tmp_path / "story.rpg") as save:
        reply = NewNode(player, Content("narration", (TextPart("At last."),)))
        save.commit(Transaction((reply,), Extend(NEW)))
        save.commit(Transaction(head=Undo()))
        assert save.head == 1


def test_screens_of_a_story_are_read_by_message_number(tmp_path: Path) -> None:
    with new_save(tmp_path) as save:
        for number in range(20):
            turn(save, str(number))
        assert [node.text for node in messages(save, save.head, 40, 41)] == ["19", "Reply to 19."]
