"""How long until the game is there: the help, the first screen, a long save.

Each is a process of its own, run several times in turn with what it is compared with; its cost is the time of the
processor, so that a busy machine does not count. Source: docs/bench.md (`start`).
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rpg.bench.long_story import long_story
from rpg.bench.result import Options, Result, at_most
from rpg.bench.scratch import scratch_folder
from rpg.bench.worlds import WorldSize, bench_world

NAME = "start"
SEED = 20_268
LONG, SHORT = "long", "short"
TIMEOUT = 120
"""Seconds after which a process that does not end is given up."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A command, what it is compared with, and how many times that it may cost."""

    what: str
    command: Sequence[str]
    against: Sequence[str]
    most: float


def run(options: Options) -> Result:
    """Writes two saves and starts everything in turn."""
    seed = SEED if options.seed is None else options.seed
    with scratch_folder() as folder:
        options.say("writing a long story")
        messages = options.pick(2_000, 10_000)
        asyncio.run(write_saves(folder, seed, messages))
        measured: dict[str, tuple[list[float], list[float]]] = {}
        for number in range(options.pick(2, 9)):
            for one in compared(folder, messages):
                options.say(f"round {number + 1}: {one.what}")
                ours, theirs = measured.setdefault(one.what, ([], []))
                ours.append(cost(one.command, folder))
                theirs.append(cost(one.against, folder))
        return result_of(seed, measured, {one.what: one.most for one in compared(folder, messages)})


def compared(folder: Path, messages: int) -> tuple[Compared, ...]:
    """Everything that is started."""
    python, where = sys.executable, str(folder)
    probe = (python, "-m", "rpg.bench.probe")
    return (
        Compared("rpg --help", (python, "-m", "rpg.cli.main", "--help"), (python, "-c", "pass"), 3),
        Compared("first screen", (*probe, "title", where), (*probe, "empty"), 1.5),
        Compared(
            f"save of {messages} messages", (*probe, "play", where, LONG), (*probe, "play", where, SHORT), 1.3
        ),
    )


async def write_saves(folder: Path, seed: int, messages: int) -> None:
    """A save of many messages and one that has just begun."""
    world = bench_world(seed, "en", WorldSize(12, 12, (180, 220), (180, 220))).world
    for name, count in ((LONG, messages), (SHORT, 0)):
        await long_story(world, folder, count, name=name).close()


def cost(command: Sequence[str], folder: Path) -> float:
    """Milliseconds of the processor that a command takes. Raises CalledProcessError with what it said."""
    before = _spent()
    subprocess.run(
        command, env=environment(folder), capture_output=True, check=True, timeout=TIMEOUT, cwd=folder
    )
    return (_spent() - before) * 1000


def environment(folder: Path) -> Mapping[str, str]:
    """A player whose folders are all below `folder`, and the program from where it runs now."""
    import rpg

    source = str(Path(rpg.__file__).parent.parent)
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "PYTHONPATH": source,
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def result_of(
    seed: int, measured: Mapping[str, tuple[list[float], list[float]]], most: Mapping[str, float]
) -> Result:
    """Medians, ratios, goals."""
    figures = {
        what: {
            "ms": round(median(ours)),
            "compared with ms": round(median(theirs)),
            "times": round(median(ours) / max(median(theirs), 1), 2),
        }
        for what, (ours, theirs) in measured.items()
    }
    goals = tuple(
        at_most(f"{what}, times what it is compared with", median(ours) / max(median(theirs), 1), most[what])
        for what, (ours, theirs) in measured.items()
    )
    return Result(NAME, seed, figures, goals)
