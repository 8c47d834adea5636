"""A window that is too small for a story is told before its first turn, with one that would do."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.context.space import Reserve, Space
from rpg.narrator.scripted import Turn
from rpg.narrator.storyteller import Storyteller
from rpg.session.cramped import HAPPENED, enough
from rpg.session.events import BlockedEvent
from rpg.world.checks.size import setting_cap
from rpg.world.load import load_world
from tests.session.stories import new_session, played, telling

WORLDS = Path(__file__).resolve().parents[2] / "worlds"


@pytest.mark.parametrize(("world", "window"), [("lantern-harbour", 4096), ("rain-harbour", 4096)])
async def test_a_window_of_4k_is_refused_in_words_before_the_first_turn(
    tmp_path: Path, world: str, window: int
) -> None:
    session = new_session(tmp_path, telling(Turn(text="Rain.")), load_world(WORLDS / world).world)
    session.set_setting("context.window", window)
    said = session.cramped()
    assert "4096" in said
    would_do = next(n for n in range(5, 40) if str(n * 1024) in said) * 1024
    assert any(isinstance(event, BlockedEvent) for event in await played(session.play("Hello.")))

    session.set_setting("context.window", would_do)
    assert not session.plan("Hello.").refused
    assert session.cramped() == ""
    await session.close()


async def test_scenes_elsewhere_that_have_no_room_are_counted(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), load_world(WORLDS / "lantern-harbour").world)
    for window in range(6_000, 8_192, 100):  # the smallest in which the story can begin
        session.set_setting("context.window", window)
        if not session.plan("Hello.").refused:
            break
    assert "of 10 places" in session.cramped()
    await session.close()


async def test_nothing_is_said_where_every_scene_has_room_or_no_prompt_is_sent(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), load_world(WORLDS / "lantern-harbour").world)
    session.set_setting("context.window", 8192)
    assert session.cramped() == ""
    await session.close()
    session = new_session(tmp_path / "told", Storyteller(), load_world(WORLDS / "lantern-harbour").world)
    session.set_setting("context.window", 4096)
    assert session.cramped() == ""
    await session.close()


@pytest.mark.parametrize("needed", [1, 1000, 3999, 18_000])
def test_the_window_that_would_do_has_room_and_a_thousand_less_has_not(needed: int) -> None:
    space = Space(8192, Reserve(256, 1024, 246), 6666)
    window = enough(needed, space)
    assert setting_cap(window) >= needed
    assert setting_cap(window - 2048) < needed + HAPPENED
