"""The tree answers as plain walking does, and reads little of a long story."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.timeline import tree as queries
from rpg.timeline.tree import Turn

from .trees import MemoryTree, line, trees


@given(trees())
def test_paths_and_ancestors_are_those_of_plain_walking(tree: MemoryTree) -> None:
    for id in tree.links:
        assert list(queries.path(tree, id)) == tree.path(id)
        assert [link.id for link in queries.ancestors(tree, id)] == tree.path(id)[::-1]


@given(trees())
def test_every_depth_of_every_path_is_reached(tree: MemoryTree) -> None:
    for id in tree.links:
        found = [queries.at_depth(tree, id, depth).id for depth in range(tree.links[id].depth + 1)]
        assert found == tree.path(id)


@given(trees(25))
def test_common_ancestors_are_the_last_shared_node_of_two_paths(tree: MemoryTree) -> None:
    for one in tree.links:
        for other in tree.links:
            shared = [a for a, b in zip(tree.path(one), tree.path(other), strict=False) if a == b]
            assert queries.common_ancestor(tree, one, other) == (shared[-1] if shared else None)
            assert queries.is_on_path(tree, one, other) == (one in tree.path(other))


@given(trees(), st.data())
def test_messages_are_numbered_along_the_path(tree: MemoryTree, data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    story = [id for id in tree.path(head) if tree.links[id].is_story]
    assert queries.message_count(tree, head) == len(story)
    assert [queries.message_at(tree, head, n + 1).id for n in range(len(story))] == story
    first, last = data.draw(st.integers(-2, 45)), data.draw(st.integers(-2, 45))
    shown = [node.id for node in queries.messages(tree, head, first, last)]
    assert shown == [id for n, id in enumerate(story, 1) if first <= n <= last]


@given(trees(), st.data())
def test_between_is_the_path_below_an_ancestor(tree: MemoryTree, data: st.DataObject) -> None:
    head = data.draw(st.sampled_from(sorted(tree.links)))
    above = data.draw(st.sampled_from([None, *tree.path(head)]))
    expected = tree.path(head)[0 if above is None else tree.links[above].depth + 1 :]
    assert [link.id for link in queries.between(tree, above, head)] == expected
    assert queries.child_toward(tree, above, head) == (expected[0] if expected else None)


def test_between_refuses_what_is_not_an_ancestor() -> None:
    tree = MemoryTree()
    root = tree.say(None, "opening")
    left, right = tree.say(root, "player"), tree.say(root, "player")
    with pytest.raises(ValueError):
        queries.between(tree, left, right)


def test_places_outside_a_path_are_refused() -> None:
    tree = MemoryTree()
    head = line(tree, 3)
    for depth in (-1, 3):
        with pytest.raises(IndexError):
            queries.at_depth(tree, head, depth)
    for number in (0, 4):
        with pytest.raises(IndexError):
            queries.message_at(tree, head, number)


def test_a_screen_of_a_long_story_reads_little_of_it() -> None:
    tree = MemoryTree()
    head = line(tree, 10_000)
    for first in (1, 2_345, 5_000, 9_981):
        tree.reads = 0
        assert len(queries.messages(tree, head, first, first + 19)) == 20
        assert tree.reads < 200


def test_an_ancestor_far_above_is_reached_in_logarithmic_steps() -> None:
    tree = MemoryTree()
    head = line(tree, 10_000)
    worst = 0
    for depth in range(0, 10_000, 37):
        tree.reads = 0
        queries.at_depth(tree, head, depth)
        worst = max(worst, tree.reads)
    assert worst < 70


def test_two_long_branches_find_their_fork_without_walking() -> None:
    tree = MemoryTree()
    fork = line(tree, 3_000)
    one, other = line(tree, 3_000, fork), line(tree, 1_234, fork)
    tree.reads = 0
    assert queries.common_ancestor(tree, one, other) == fork
    assert tree.reads < 150


def test_a_turn_is_a_message_with_its_reply_and_the_edits_between() -> None:
    tree = MemoryTree()
    opening = tree.say(None, "opening")
    player = tree.say(opening, "player")
    early = tree.say(player, "edit")
    reply = tree.say(early, "narration")
    late = tree.say(reply, "edit")
    travel = tree.say(late, "travel")
    arrival = tree.say(travel, "narration")
    first, second = Turn(player, reply, (player, early, reply)), Turn(travel, arrival, (travel, arrival))
    assert queries.turn_of(tree, opening, arrival) is None
    assert [queries.turn_of(tree, id, arrival) for id in (player, early, reply, late)] == [first] * 4
    assert [queries.turn_of(tree, id, arrival) for id in (travel, arrival)] == [second] * 2
    assert queries.last_turn(tree, late) == first
    assert queries.last_turn(tree, travel) == Turn(travel, None, (travel,))
    assert queries.last_turn(tree, None) is None


def test_replies_are_numbered_by_age_and_hand_edits_may_stand_before_them() -> None:
    tree = MemoryTree()
    player = tree.say(tree.say(None, "opening"), "player")
    first = tree.say(player, "narration")
    edit = tree.say(player, "edit")
    second = tree.say(edit, "narration")
    third = tree.say(player, "narration")
    tree.say(third, "player")
    assert queries.replies(tree, player) == (first, second, third)
    assert queries.alternatives(tree, third) == (first, third)
    assert queries.alternatives(tree, second) == (second,)


def test_the_tip_is_where_the_player_last_was_beyond_a_node() -> None:
    tree = MemoryTree()
    root = tree.say(None, "opening")
    left, right = tree.say(root, "player"), tree.say(root, "player")
    below = tree.say(left, "narration")
    tree.latest = {root: left, left: below}
    assert queries.tip(tree, root) == below
    assert queries.tip(tree, right) == right


@given(trees())
def test_tips_are_the_nodes_without_children(tree: MemoryTree) -> None:
    parents = {link.parent for link in tree.links.values()}
    assert set(queries.tips(tree)) == set(tree.links) - parents


@given(trees())
def test_the_chain_tells_lines_apart_by_what_they_say(tree: MemoryTree) -> None:
    chains: dict[str, list[str]] = {}
    for id, link in tree.links.items():
        said = tree.texts(id)
        assert chains.setdefault(link.chain, said) == said
    assert len(chains) == len(tree.links)
