"""What a plan is made from: only what it can use."""

from __future__ import annotations

from pathlib import Path

from rpg.session.shelf import shipped
from tests.session.stories import new_session, played, telling


async def test_observations_are_read_only_where_they_are_told(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    for number in range(16):
        await played(session.play(f"Message {number}."))
    assert session.plan("Now.").inputs.notes.observations == ()
    session.set_setting("session.memory_style", "observations")
    assert session.plan("Now.").inputs.notes.observations != ()
    await session.close()


def test_the_presets_of_the_game_are_read_once() -> None:
    assert shipped("en")[0] is shipped("en-GB")[0]
    assert shipped("zh")[0] is not shipped("en")[0]
