"""What planning a turn costs as the story and the world grow. Source: docs/bench.md (`turn`), docs/context.md §1.

Times are of the processor, in milliseconds, in the median over turns that are played; stories of all sizes take
their turns one after another, so that a busy machine is as busy for each. Memory is the peak while a turn is
planned, in megabytes.
"""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rpg.bench.long_story import long_story
from rpg.bench.playing import Playing
from rpg.bench.result import Goal, Options, Result, at_most
from rpg.bench.scratch import scratch_folder
from rpg.bench.services import reopened
from rpg.bench.worlds import WorldSize, bench_world
from rpg.context.prefix import shared_with
from rpg.narrator.scripted import Turn
from rpg.session.session import Session

NAME = "turn"
SEED = 20_264
MESSAGES = (100, 1_000, 10_000)
PLACES = (10, 100, 1_000)
SHEETS = ((200, 240), (200, 240))
BOUND = 1.5
REPLY = 120


@dataclass(slots=True)
class Load:
    """One story: its size, and what its turns took."""

    name: str
    messages: int
    places: int
    times: list[float] = field(default_factory=list)
    first_ms: float = 0
    peak_mb: float = 0
    share: float = 0


def run(options: Options) -> Result:
    """Plays turns in every story and measures their plans."""
    seed = SEED if options.seed is None else options.seed
    messages = options.pick((100, 2_000), MESSAGES)
    places = options.pick((10, 200), PLACES)
    by_messages = [Load(f"{count} messages", count, 10) for count in messages]
    by_places = [Load(f"{count} places", 100, count) for count in places]
    asyncio.run(measure([*by_messages, *by_places], seed, options.pick(16, 60), options))
    figures = {load.name: row(load) for load in (*by_messages, *by_places)}
    goals = (*growth("messages", by_messages), *growth("places", by_places))
    return Result(NAME, seed, figures, goals)


async def measure(loads: Sequence[Load], seed: int, turns: int, options: Options) -> None:
    """Fills in what the loads took."""
    with scratch_folder() as folder:
        async with AsyncExitStack() as open_sessions:
            stories = []
            for load in loads:
                options.say(f"writing {load.name}")
                stories.append(await written(load, seed, folder, open_sessions))
            for number in range(turns):
                options.say(f"turn {number + 1} of {turns}")
                for load, story in zip(loads, stories, strict=True):
                    await one_turn(load, story, number)
            for load, story in zip(loads, stories, strict=True):
                at_rest(load, story)


async def written(load: Load, seed: int, folder: Path, stack: AsyncExitStack) -> Playing:
    """The story of a load, with the two real turns that a plan starts from."""
    size = WorldSize(load.places, load.places * 6 // 5, *SHEETS)
    world = bench_world(seed, "en", size).world
    story = long_story(world, folder, load.messages, name=load.name.replace(" ", "-"), reply=REPLY)
    stack.push_async_callback(story.close)
    for number in range(2):
        await story.say(f"Before {number}.", Turn(text="It rains. " * 40))
    return story


async def one_turn(load: Load, story: Playing, number: int) -> None:
    """A turn is planned as for its draft, then played."""
    text = f"Message number {number}."
    load.times.append(timed(lambda: story.session.plan(text)))
    before = story.session.plan(text)
    await story.say(text, Turn(text=f"Reply {number}. " + "The lamp is lit. " * (REPLY // 5)))
    load.share = shared_with(before.sections, story.session.plan("Next.").sections).share


def at_rest(load: Load, story: Playing) -> None:
    """The first plan of a save that has just been opened, and the peak of one after it."""
    story.session = reopened(story.session)
    load.first_ms = timed(lambda: story.session.plan("First."))
    load.peak_mb = peak(story.session)


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def peak(session: Session) -> float:
    """Megabytes that planning a further turn takes at most, beyond what is held already."""
    tracemalloc.start()
    try:
        session.plan("Another.")
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def row(load: Load) -> Mapping[str, Any]:
    return {
        "following ms": round(median(load.times), 2),
        "first ms": round(load.first_ms, 2),
        "peak MB": round(load.peak_mb, 2),
        "prefix share": round(load.share, 3),
    }


def growth(what: str, loads: Sequence[Load]) -> tuple[Goal, ...]:
    """How the largest load compares with the smallest."""
    small, large = loads[0], loads[-1]
    time_ratio = median(large.times) / max(median(small.times), 0.01)
    memory = large.peak_mb / max(small.peak_mb, 0.01)
    return (
        at_most(f"time of a following turn, growth with {what}", time_ratio, BOUND),
        at_most(f"memory of a turn, growth with {what}", memory, BOUND),
    )
