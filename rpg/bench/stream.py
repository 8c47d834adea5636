"""Whether a reply is shown as fast in a long story as in a short one.

A reply comes in token by token on the real play screen, once in a story of few and once of many messages, and
keys are pressed while it does. Times are of the processor. Source: docs/bench.md (`stream`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from rpg.bench.driver import Driver, driven
from rpg.bench.long_story import long_story
from rpg.bench.prose import prose
from rpg.bench.result import Goal, Options, Result, at_most
from rpg.bench.scratch import scratch_folder
from rpg.bench.worlds import WorldSize, bench_world

NAME = "stream"
SEED = 20_269
LETTERS = 4
"""Letters of a token."""

KEYS_EACH = 100
"""Tokens between two keys."""

ROUNDS = 3
FLAT = 1.5


@dataclass(slots=True)
class Measured:
    """Milliseconds a token, of every round, and a key."""

    tokens: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)
    lines: int = 0


def run(options: Options) -> Result:
    """Streams into a short and a long story."""
    seed = SEED if options.seed is None else options.seed
    sizes = options.pick((100, 2_000), (100, 10_000))
    tokens = options.pick(500, 2_000)
    found: dict[int, Measured] = {}
    with scratch_folder() as folder:
        for messages in sizes:
            options.say(f"a story of {messages} messages")
            found[messages] = asyncio.run(measure(folder / str(messages), seed, messages, tokens))
    return result_of(seed, found)


async def measure(folder: Path, seed: int, messages: int, tokens: int) -> Measured:
    """Streams replies into the story and presses keys meanwhile."""
    world = bench_world(seed, "en", WorldSize(12, 12, (180, 220), (180, 220))).world
    playing = long_story(world, folder, messages)
    text = prose(Random(seed), "en", tokens)
    pieces = [text[at : at + LETTERS] for at in range(0, len(text), LETTERS)]
    found = Measured()
    async with driven(playing.session.services, playing.session) as driver:
        for _ in range(ROUNDS):
            await one_reply(driver, pieces, found)
        found.lines = driver.screen.chat.story.laid
        await playing.close()
    return found


async def one_reply(driver: Driver, pieces: Sequence[str], found: Measured) -> None:
    """One reply, piece by piece, each followed by a chance to paint."""
    chat = driver.screen.chat
    chat.begin_reply()
    spent = 0.0
    for number, piece in enumerate(pieces):
        started = time.process_time()
        chat.append(piece)
        await asyncio.sleep(0)
        spent += time.process_time() - started
        if number % KEYS_EACH == KEYS_EACH - 1:
            found.keys.append(await key_press(driver))
    started = time.process_time()
    chat.flush()
    await driver.pilot.pause()
    spent += time.process_time() - started
    found.tokens.append(spent * 1000 / len(pieces))
    chat.end_reply()


async def key_press(driver: Driver) -> float:
    """Milliseconds from a key to the letter in the prompt."""
    before = len(driver.screen.prompt.text)
    started = time.process_time()
    await driver.pilot.press("a")
    spent = (time.process_time() - started) * 1000
    assert len(driver.screen.prompt.text) == before + 1
    return spent


def result_of(seed: int, found: Mapping[int, Measured]) -> Result:
    """Medians by length of the story, and the growth."""
    figures = {
        f"{messages} messages": {
            "ms a token": round(median(one.tokens), 3),
            "ms a key": round(median(one.keys), 2),
            "entries laid out": one.lines,
        }
        for messages, one in found.items()
    }
    small, *_, large = found.values()
    return Result(NAME, seed, figures, growth(small, large))


def growth(small: Measured, large: Measured) -> tuple[Goal, ...]:
    """A long story against a short one."""
    return (
        at_most("time of a token, growth with history", median(large.tokens) / median(small.tokens), FLAT),
        at_most("time of a key, growth with history", median(large.keys) / median(small.keys), FLAT),
    )
