from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from rpg.timeline.validity import valid_at

from .trees import MemoryTree, trees


@dataclass(frozen=True)
class Mark:
    node: int


@given(trees(), st.data())
def test_notes_hold_for_heads_that_descend_from_them(tree: MemoryTree, data: st.DataObject) -> None:
    marks = [Mark(node) for node in data.draw(st.permutations(list(tree.links)))]
    head = data.draw(st.sampled_from([None, *tree.links]))
    valid = [mark.node for mark in valid_at(tree, marks, head)]
    assert sorted(valid) == sorted(tree.path(head))
    assert valid == [mark.node for mark in marks if mark.node in valid]
