"""A node of the timeline says what it is about, whether or not it has words."""

from __future__ import annotations

from pathlib import Path

from rpg.session.session import Session
from rpg.tui.timeline.look import node_content, row_content
from rpg.tui.timeline.tree import tree_rows
from tests.tui.game import begun, services


async def test_a_change_by_hand_tells_what_was_changed(tmp_path: Path) -> None:
    edges = services(tmp_path)
    session = Session.open(begun(edges), edges)
    await session.set("condition", "mira", "soaked")
    await session.set("summary", "", "Rain.")
    by_hand = [row for row in tree_rows(session.save) if session.save.link(row.node).kind == "edit"]
    told = [row_content(session.story, row, 110, "en").plain for row in by_hand]
    assert "Mira Vale" in told[0]
    assert "soaked" in told[0]
    assert "changed by hand" in told[1]
    details = [node_content(session.story, row.node, "en").plain for row in by_hand]
    assert "Mira Vale" in details[0].splitlines()[1]
    assert "Rain." in details[1]
    await session.close()
