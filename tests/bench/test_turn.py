"""The turn bench: stories of any length are planned from as much, and the figures are the work's."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.bench.long_story import long_story
from rpg.bench.result import Options
from rpg.bench.turn import Load, growth, measure, row
from rpg.bench.worlds import WorldSize, bench_world
from rpg.store.verify import verify_file
from rpg.timeline.tree import message_count

SMALL = WorldSize(6, 6, (180, 200), (180, 200))


async def test_a_long_story_is_as_long_as_asked_and_whole(folder: Path) -> None:
    playing = long_story(bench_world(1, "en", SMALL).world, folder, 300, reply=20)
    save = playing.session.save
    assert 300 - 64 < message_count(save, save.head) <= 300
    plan = playing.session.plan("Now.")
    assert not plan.refused
    path = save.path
    await playing.close()
    assert verify_file(path, deep=True).ok


async def test_a_plan_carries_and_asks_as_much_in_a_long_story(folder: Path) -> None:
    carried = []
    for count in (200, 1_000):
        playing = long_story(bench_world(1, "en", SMALL).world, folder, count, name=f"s{count}", reply=100)
        plan = playing.session.plan("Now.")
        carried.append(plan.history.carried)
        assert plan.history.total > plan.history.carried
        assert len(plan.inputs.notes.observations) + len(plan.inputs.notes.summaries) <= 4
        await playing.close()
    assert carried[0] == pytest.approx(carried[1], abs=2)


async def test_every_load_is_measured() -> None:
    loads = [Load("100 messages", 100, 6), Load("12 places", 100, 12)]
    await measure(loads, 1, 3, Options(quick=True))
    for load in loads:
        assert len(load.times) == 3
        assert 0 < load.share < 1
        assert load.peak_mb > 0
        assert set(row(load)) == {"following ms", "first ms", "peak MB", "prefix share"}


def test_growth_is_the_largest_against_the_smallest() -> None:
    small, middle, large = (Load(str(n), n, n, [n, n, n], peak_mb=n) for n in (2, 50, 3))
    assert [(goal.value, goal.met) for goal in growth("x", [small, middle, large])] == [(1.5, True)] * 2
