"""A change shows before it is made what it will have made true."""

from __future__ import annotations

from rpg.runtime.edits import MovePlayer, SetFlag
from rpg.runtime.index import WorldIndex, index_world
from rpg.runtime.state import initial_state
from rpg.timeline.change import edit
from rpg.timeline.fold import Fold
from rpg.timeline.nodes import Content
from rpg.timeline.preview import preview

from .trees import MemoryTree, small_world

INDEX = index_world(small_world())


def resolve(version: str) -> WorldIndex:
    return INDEX


def test_the_preview_of_a_change_is_what_folding_it_gives() -> None:
    tree = MemoryTree()
    start = tree.add(None, Content("player"))
    moved = tree.add(start, Content("narration", edits=(MovePlayer("street", "model", "inn"),)))
    head = tree.add(moved, Content("narration", edits=(MovePlayer("mill", "model", "street"),)))
    change = edit(tree, head, moved, Content("narration", edits=(SetFlag("stayed", True, "hand"),)))
    fold = Fold(tree, initial_state(INDEX), resolve)
    shown = preview(fold, change.nodes, tree.contents.__getitem__, resolve)
    assert [one.outcomes[0].status for one in shown] == ["applied", "drifted"]
    ids = tree.add_all(change.nodes)
    assert [one.state.hash for one in shown] == [fold.state_at(id).hash for id in ids]
