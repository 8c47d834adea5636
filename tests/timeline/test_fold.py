"""The cached fold is the plain fold, from any place, in any order, with any snapshots."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.edits import Edit, MoveCharacter, MovePlayer, SetFlag, UpdateCharacter
from rpg.runtime.index import WorldIndex, index_world
from rpg.runtime.state import State, initial_state
from rpg.timeline.fold import Fold, fold_node
from rpg.timeline.nodes import Content, NodeKind
from rpg.timeline.snapshot import Snapshot, snapshot_due, snapshot_of

from .trees import MemoryTree, small_world

OLD = index_world(small_world())
NEW = index_world(small_world("A street of closed doors.", ("inn", "street")))
INDEXES = {index.version: index for index in (OLD, NEW)}
START = initial_state(OLD)

EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(MovePlayer, to=st.sampled_from(["inn", "street", "mill", "moon"]), source=st.just("model")),
    st.builds(
        MoveCharacter,
        character=st.sampled_from(["ana", "bo", "nobody"]),
        to=st.sampled_from([None, "inn", "mill"]),
        source=st.just("model"),
    ),
    st.builds(SetFlag, name=st.sampled_from("ab"), value=st.integers(0, 2), source=st.just("hand")),
    st.builds(
        UpdateCharacter, character=st.just("ana"), condition=st.text(max_size=3), source=st.just("model")
    ),
)


def resolve(version: str) -> WorldIndex:
    return INDEXES[version]


@st.composite
def stories(draw: st.DrawFn) -> MemoryTree:
    """A tree of turns, travels, hand edits and adopted worlds."""
    tree = MemoryTree()
    for number in range(1, draw(st.integers(1, 30)) + 1):
        kind: NodeKind = draw(st.sampled_from(["player", "narration", "travel", "edit", "adopt"]))
        parent = None if number == 1 else draw(st.integers(max(1, number - 3), number - 1))
        if kind == "adopt":
            version = draw(st.sampled_from(sorted(INDEXES)))
            tree.add(parent, Content(kind, detail={"world": version, "n": number}))
        else:
            edits = tuple(draw(st.lists(EDITS, max_size=3)))
            tree.add(parent, Content(kind, edits=edits, detail={"n": number}))
    return tree


def plain(tree: MemoryTree, node: int | None) -> State:
    state = START
    for id in tree.path(node):
        state = fold_node(state, tree.node(id).content, resolve).state
    return state


@settings(max_examples=60, deadline=None)
@given(stories(), st.data())
def test_a_state_is_the_same_however_it_is_reached(tree: MemoryTree, data: st.DataObject) -> None:
    stored = data.draw(st.sets(st.sampled_from(sorted(tree.links))))
    tree.snapshots = {node: snapshot_of(node, plain(tree, node)) for node in stored}
    fold = Fold(tree, START, resolve, kept=data.draw(st.integers(1, 8)))
    for node in data.draw(st.lists(st.sampled_from(sorted(tree.links)), max_size=10)):
        expected = plain(tree, node)
        assert fold.state_at(node).hash == expected.hash
        folded = fold.folded(node)
        assert folded.state.hash == expected.hash
        parent = plain(tree, tree.links[node].parent)
        assert folded.outcomes == fold_node(parent, tree.node(node).content, resolve).outcomes


def long_story(length: int) -> MemoryTree:
    tree = MemoryTree()
    parent: int | None = None
    for number in range(length):
        edit = SetFlag("n", number, "model")
        parent = tree.add(parent, Content("narration", edits=(edit,), detail={"n": number}))
    return tree


def test_the_next_node_costs_one_fold_whatever_the_length() -> None:
    tree = long_story(2_000)
    fold = Fold(tree, START, resolve)
    fold.state_at(1_999)
    tree.reads = 0
    assert fold.state_at(2_000).flag("n") == 1_999
    assert tree.reads < 8


def test_a_first_state_is_folded_from_the_nearest_snapshot() -> None:
    tree = long_story(500)
    tree.snapshots = {448: snapshot_of(448, Fold(tree, START, resolve).state_at(448))}
    tree.reads = 0
    assert Fold(tree, START, resolve).state_at(500).flag("n") == 499
    assert tree.reads < 300


def test_a_snapshot_that_is_not_what_its_hash_says_is_passed_over() -> None:
    tree = long_story(3)
    right = snapshot_of(2, plain(tree, 2))
    for wrong in (
        Snapshot(2, right.hash, [*right.facts, [["flag", "ghost"], True]]),
        Snapshot(2, "0" * 32, right.facts),
        Snapshot(2, right.hash, [1, 2]),
        Snapshot(2, right.hash, []),
    ):
        tree.snapshots = {2: wrong}
        assert Fold(tree, START, resolve).state_at(3).hash == plain(tree, 3).hash


def test_turns_begin_at_messages_and_travels_only() -> None:
    kinds: tuple[NodeKind, ...] = ("opening", "player", "narration", "travel", "narration", "edit")
    state, turns = START, []
    for kind in kinds:
        state = fold_node(state, Content(kind), resolve).state
        turns.append(state.turn)
    assert turns == [0, 1, 1, 2, 2, 2]


def test_a_snapshot_is_due_when_a_line_crosses_a_border() -> None:
    assert not snapshot_due(-1, 63)
    assert snapshot_due(-1, 64)
    assert snapshot_due(63, 65)
    assert not snapshot_due(64, 127)
