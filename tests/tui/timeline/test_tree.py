"""The tree as rows: every node once, parents first, what is played goes straight down."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg.store.save import Save
from rpg.store.transaction import Step, Transaction
from rpg.timeline.nodes import NewNode, text_content
from rpg.tui.timeline.tree import tree_rows
from tests.tui.game import begun, services


def grown(folder: Path, parents: list[int], name: str = "first") -> Save:
    """A save with one node more for each number: it stands on the node of that number (mod what there is)."""
    edges = services(folder)
    path = edges.paths.saves / f"{name}.rpg"
    if not path.exists():
        begun(edges, name)
    save = Save.open(path)
    for number in parents:
        nodes = [row.node for row in tree_rows(save)]
        parent = nodes[number % len(nodes)]
        kind = "narration" if number % 2 else "player"
        made = save.commit(Transaction(nodes=(NewNode(parent, text_content(kind, f"{number}")),)))
        save.commit(Transaction(head=Step("goto", made.ids[0])))
    return save


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parents=st.lists(st.integers(0, 50), max_size=12))
def test_every_node_stands_once_below_its_parent(tmp_path: Path, parents: list[int]) -> None:
    save = grown(tmp_path, parents)
    try:
        rows = tree_rows(save)
        place = {row.node: at for at, row in enumerate(rows)}
        assert len(place) == len(rows)
        for row in rows:
            parent = save.link(row.node).parent
            if parent is None:
                continue
            above = rows[place[parent]]
            assert place[parent] < place[row.node]
            assert row.column == above.column + row.begins
        straight = [row for row in rows if row.on_path]
        assert straight[-1].node == save.head
        assert all(row.column == 0 for row in straight)
    finally:
        save.close()


def test_a_side_branch_stands_beside_the_line_it_left(tmp_path: Path) -> None:
    save = grown(tmp_path, [0, 0, 0])
    try:
        drawn = [f"{row.rails}{row.node}" for row in tree_rows(save)]
    finally:
        save.close()
    assert drawn[0] == "1"
    assert drawn[-1] == "4"
    assert [line[:2] for line in drawn[1:-1]] == ["├─", "├─"]
