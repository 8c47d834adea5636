"""A story with beats told from beginning to end by the storyteller, and anything a player may type into it."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

import pytest

from rpg.narrator.storyteller import Storyteller
from rpg.runtime.beats import due_beats, endings
from rpg.session.session import Session
from rpg.store.verify import verify
from rpg.world.model import World
from tests.narrator.storyteller.ruled import RULED_GARDEN, RULED_MILL
from tests.narrator.storyteller.test_truth import deck
from tests.session.stories import new_session, played, reopened

LINES = 200


async def told(session: Session, line: str) -> str:
    await played(session.play(line))
    return session.log(session.log_length - 1, session.log_length)[0].text


async def test_an_english_story_can_be_finished(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), RULED_MILL)
    assert "come back when" in (await told(session, "ask Zelka about the oil")).lower()
    assert (await told(session, "take the nail and show it to Zelka")).endswith("warm as an egg.")
    text = await told(session, "ask Zelka about the bolt")
    assert "nobody hears who goes up" in text
    assert text.endswith("a stone has begun to breathe.")
    text = await told(session, "go to the crypt")
    assert "it was waiting" in text
    assert endings(session.head_state) == ("What waits below",)


async def test_a_chinese_story_can_be_finished(tmp_path: Path) -> None:
    session = new_session(tmp_path, Storyteller(), RULED_GARDEN)
    assert "再来" in await told(session, "问问她门闩的事")
    assert (await told(session, "把灰里的钉子拿出来，给她看")).endswith("温热得像一枚蛋。")
    assert (await told(session, "问她门闩")).endswith("透气了。")
    assert "它一直在等" in await told(session, "去地穴")
    assert endings(session.head_state) == ("底下等着的",)


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("world", [RULED_MILL, RULED_GARDEN], ids=["en", "zh"])
def test_after_two_hundred_random_lines_the_state_is_sound(world: World, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_wander(Path(folder), world, random.Random(seed)))


async def _wander(folder: Path, world: World, dice: random.Random) -> None:
    session, lines = new_session(folder, Storyteller(), world), deck(world)
    for number in range(LINES):
        before = session.head_state
        text = await told(session, dice.choice(lines))
        after = session.head_state
        assert text.strip()
        assert due_beats(after, after) == ()
        if number % 25 == 24:
            await session.undo()
            assert session.head_state.hash == before.hash
            await session.redo()
            assert session.head_state.hash == after.hash
    hash = session.head_state.hash
    again = reopened(session, Storyteller())
    assert again.head_state.hash == hash
    assert verify(again.save, deep=True).findings == ()
