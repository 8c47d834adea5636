"""One fold, three faces: under random play, state, prompt and save never part."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg.timeline.tree import tips
from tests.session.machine import ACTS, harbour_player, prompt_of


async def _play(folder: Path, seed: int, acts: list[str]) -> None:
    player = harbour_player(folder, seed)
    for act in acts:
        await player.step(act)
        assert player.differences() == (), (seed, player.done)
    assert player.end_differences() == ()
    await player.session.close()


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), acts=st.lists(st.sampled_from(ACTS), min_size=5, max_size=20))
def test_state_prompt_and_save_agree_after_any_acts(seed: int, acts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_play(Path(folder), seed, acts))


def _fresh_seed() -> int:
    """Another seed on every run; RPG_SEED repeats the one that a failure told."""
    return int(os.environ.get("RPG_SEED") or SystemRandom().randrange(2**32))


@pytest.mark.parametrize("seed", [1, _fresh_seed], ids=["fixed", "fresh"])
def test_a_long_random_story_never_parts(tmp_path: Path, seed: int | Callable[[], int]) -> None:
    number = seed if isinstance(seed, int) else seed()
    dice = Random(number)
    asyncio.run(_play(tmp_path, number, [dice.choice(ACTS) for _ in range(70)]))


async def _ends(folder: Path, *, looking: bool) -> list[tuple[int, str, str]]:
    """The ends of all branches of one story: node, hash of the state, prompt. looking: plan after every act."""
    player = harbour_player(folder, 5)
    for _ in range(30):
        await player.step()
        if looking:
            assert player.differences() == ()
    session, found = player.session, []
    for tip in sorted(tips(session.save)):
        await session.goto(tip)
        found.append((tip, session.head_state.hash, prompt_of(session)))
    await session.close()
    return found


async def test_a_prompt_is_the_same_whatever_prompts_were_made_before(tmp_path: Path) -> None:
    seen = await _ends(tmp_path / "looking", looking=True)
    assert len(seen) > 3
    assert await _ends(tmp_path / "blind", looking=False) == seen
