"""A drift that is accepted: it comes out the same, and is no longer told."""

from __future__ import annotations

from pathlib import Path

from rpg.narrator.scripted import Turn
from tests.session.stories import moves, new_session, played, telling
from tests.session.test_past import node_of


async def test_an_accepted_drift_comes_out_the_same_and_is_no_longer_told(tmp_path: Path) -> None:
    narrator = telling(
        Turn(calls=[moves("market")]),
        Turn(text="The market."),
        Turn(calls=[moves("castle")]),
        Turn(text="The castle."),
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    await played(session.play("two"))
    await session.delete(node_of(session, "one"))
    before = session.head_state.hash
    changed = await session.accept_drift(session.log(0, 9)[-1].node)
    assert changed.misfits == ()
    assert session.log(0, 9)[-1].notices == ()
    assert session.head_state.hash == before
    await session.undo()
    assert [outcome.status for outcome in session.log(0, 9)[-1].notices] == ["drifted"]
