"""Edit, delete and insert lay a new line and leave every old node where it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.edits import SetFlag
from rpg.timeline.change import (
    Change,
    delete,
    edit,
    hand_edits_after,
    insert,
    retry,
    with_text,
    without_edits,
)
from rpg.timeline.nodes import CallPart, Content, ResultPart, RollPart, TextPart, resolve_ref, text_content
from rpg.timeline.tree import alternatives, replies

from .trees import MemoryTree, line, trees

NEW = text_content("narration", "changed")


def laid(tree: MemoryTree, change: Change) -> int | None:
    """Adds the change and gives the head after it."""
    return resolve_ref(change.head, tree.add_all(change.nodes))


@given(trees(), st.data())
def test_an_edited_node_changes_one_text_of_the_line(tree: MemoryTree, data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    node = data.draw(st.sampled_from(tree.path(head)))
    expected = ["changed" if id == node else tree.texts(id)[-1] for id in tree.path(head)]
    before = dict(tree.links)
    after = laid(tree, edit(tree, head, node, NEW))
    assert tree.texts(after) == expected
    assert before.items() <= tree.links.items()


@given(trees(), st.data())
def test_a_deleted_node_is_missing_from_the_line_and_nothing_else(
    tree: MemoryTree, data: st.DataObject
) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    node = data.draw(st.sampled_from(tree.path(head)))
    expected = [tree.texts(id)[-1] for id in tree.path(head) if id != node]
    assert tree.texts(laid(tree, delete(tree, head, node, only=True))) == expected


@given(trees(), st.data())
def test_an_inserted_node_stands_after_its_place(tree: MemoryTree, data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    place = data.draw(st.sampled_from([None, *tree.path(head)]))
    texts = tree.texts(head)
    at = 0 if place is None else tree.links[place].depth + 1
    after = laid(tree, insert(tree, head, place, [text_content("player", "a"), NEW]))
    assert tree.texts(after) == [*texts[:at], "a", "changed", *texts[at:]]


@given(trees(), st.data())
def test_carried_nodes_share_their_content_and_say_so(tree: MemoryTree, data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    node = data.draw(st.sampled_from(tree.path(head)))
    change = edit(tree, head, node, NEW)
    assert change.nodes[0].content == NEW
    assert not change.nodes[0].carried
    for new, origin in zip(change.nodes[1:], change.origins[1:], strict=True):
        assert new.carried
        assert new.content == tree.links[origin or 0].content_hash


def test_alternative_replies_are_carried_beside_theirs_with_their_numbers() -> None:
    tree = MemoryTree()
    player = tree.say(tree.say(None, "opening"), "player")
    tree.say(player, "narration", "first")
    second = tree.say(player, "narration", "second")
    tree.say(player, "narration", "third")
    later = tree.say(tree.say(second, "player"), "narration", "later")
    after = laid(tree, edit(tree, later, player, text_content("player", "other words")))
    said = tree.path(after)
    assert tree.texts(after)[1:] == ["other words", "second", tree.texts(later)[3], "later"]
    carried = [tree.texts(id)[-1] for id in replies(tree, said[1])]
    assert carried == ["first", "second", "third"]


def test_an_edited_reply_becomes_one_more_alternative() -> None:
    tree = MemoryTree()
    reply = tree.say(tree.say(None, "player"), "narration")
    after = laid(tree, edit(tree, reply, reply, NEW))
    assert after is not None
    assert alternatives(tree, after) == (reply, after)


def test_deleting_a_message_takes_its_turn() -> None:
    tree = MemoryTree()
    opening = tree.say(None, "opening")
    player = tree.say(opening, "player")
    reply = tree.say(tree.say(player, "edit", "between"), "narration")
    by_hand = tree.say(reply, "edit", "by hand")
    head = tree.say(tree.say(by_hand, "player", "next"), "narration", "answer")
    for node in (player, reply):
        after = laid(tree, delete(tree, head, node))
        assert tree.texts(after) == [tree.texts(opening)[0], "by hand", "next", "answer"]


def test_deleting_the_last_turn_goes_back_without_a_new_node() -> None:
    tree = MemoryTree()
    opening = tree.say(None, "opening")
    head = line(tree, 2, opening)
    assert delete(tree, head, head) == Change((), opening)
    assert delete(tree, opening, opening) == Change((), None)


def test_an_adopted_world_outlives_the_turn_it_stands_in() -> None:
    tree = MemoryTree()
    player = tree.say(tree.say(None, "opening"), "player")
    reply = tree.say(tree.say(player, "adopt", "world"), "narration")
    head = tree.say(reply, "edit", "by hand")
    assert tree.texts(laid(tree, delete(tree, head, player)))[1:] == ["world", "by hand"]


def test_a_hand_edit_that_stands_after_a_reply_is_carried_onto_its_retry() -> None:
    tree = MemoryTree()
    player = tree.say(tree.say(None, "opening"), "player")
    reply = tree.say(player, "narration", "old")
    one = tree.say(reply, "edit", "one")
    two = tree.say(one, "edit", "two")
    head = tree.say(two, "player", "next")
    change = retry(tree, head, reply, NEW)
    after = laid(tree, change)
    assert tree.texts(after)[2:] == ["changed", "one", "two"]


def test_hand_edits_off_the_path_are_those_of_the_line_last_used() -> None:
    tree = MemoryTree()
    player = tree.say(None, "player")
    reply, other = tree.say(player, "narration"), tree.say(player, "narration")
    unused, used = tree.say(reply, "edit"), tree.say(reply, "edit")
    tree.latest = {reply: used}
    assert [link.id for link in hand_edits_after(tree, reply, other)] == [used]
    assert [link.id for link in hand_edits_after(tree, reply, unused)] == [unused]


def test_a_change_off_the_path_is_refused() -> None:
    tree = MemoryTree()
    root = tree.say(None, "opening")
    here, there = tree.say(root, "player"), tree.say(root, "player")
    with pytest.raises(ValueError):
        edit(tree, here, there, NEW)
    for only in (True, False):
        with pytest.raises(ValueError):
            delete(tree, here, there, only=only)
    with pytest.raises(ValueError):
        insert(tree, here, there, [NEW])
    with pytest.raises(ValueError):
        insert(tree, here, here, [])


def test_text_can_change_with_or_without_what_happened() -> None:
    call, result = CallPart("a", "set_flag", "{}"), ResultPart("a", "set_flag", "{}")
    roll = RollPart("d6", (4,), 4, "player")
    flag = SetFlag("door", True, "model")
    content = Content("narration", (TextPart("old"), call, result, roll), (flag,))
    kept = with_text(content, "new")
    assert (kept.parts, kept.edits) == ((TextPart("new"), call, result, roll), (flag,))
    dropped = with_text(content, "new", "drop")
    assert (dropped.parts, dropped.edits) == ((TextPart("new"), roll), ())


def test_single_edits_can_be_dropped() -> None:
    flags = tuple(SetFlag(name, True, "model") for name in "abc")
    assert without_edits(Content("edit", (), flags), [1]).edits == (flags[0], flags[2])
