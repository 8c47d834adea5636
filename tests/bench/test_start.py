"""The start bench: what it starts does start, and costs are compared in pairs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rpg.bench.start import LONG, SHORT, compared, cost, environment, result_of, write_saves
from rpg.store.save import Save
from rpg.timeline.tree import message_count


async def test_two_saves_are_written_of_which_one_is_long(tmp_path: Path) -> None:
    await write_saves(tmp_path, 1, 200)
    counts = []
    for name in (LONG, SHORT):
        with Save.open(tmp_path / "saves" / f"{name}.rpg", write=False) as save:
            counts.append(message_count(save, save.head))
    assert counts[0] > 100
    assert counts[1] == 1


def test_what_is_started_ends_well(tmp_path: Path) -> None:
    help, *_ = compared(tmp_path, 100)
    done = subprocess.run(help.command, env=environment(tmp_path), capture_output=True, text=True, check=True)
    assert "usage: rpg" in done.stdout


def test_a_cost_is_the_time_of_the_process_that_ran(tmp_path: Path) -> None:
    assert cost((sys.executable, "-c", "sum(range(3_000_000))"), tmp_path) > 0
    with pytest.raises(subprocess.CalledProcessError):
        cost((sys.executable, "-c", "raise SystemExit(3)"), tmp_path)


def test_a_start_is_judged_by_medians_against_its_own_pair() -> None:
    measured = {"a": ([30.0, 90.0, 20.0], [10.0, 10.0, 99.0]), "b": ([16.0], [10.0])}
    result = result_of(1, measured, {"a": 3.0, "b": 1.5})
    assert [(goal.value, goal.met) for goal in result.goals] == [(3.0, True), (1.6, False)]
    assert result.figures["a"] == {"ms": 30, "compared with ms": 10, "times": 3.0}
