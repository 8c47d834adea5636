"""Whether state, prompt and save stay the same thing under any acts, and how much a turn adds to the file.

Stories of random acts (messages, moves by tool and menu, retries, edits and deletions of any node, undo and
redo, errors, cancels, kills); after every act the state is compared with the re-fold from the root, the prompt
with the one this head had before, and what faces show with the scene. Source: docs/bench.md (`rollback`),
docs/design.md §3, §7, §8.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from rpg.bench.campaign import Campaign, Recipe
from rpg.bench.machine import Player
from rpg.bench.maze import maze
from rpg.bench.result import Options, Result, at_most, exactly
from rpg.bench.scratch import scratch_folder
from rpg.bench.worlds import WorldSize
from rpg.store.save import Save
from rpg.store.schema import TABLES, Table

NAME = "rollback"
SEED = 20_265
STEPS_OF_A_STORY = 200
BYTES_A_TURN = 2_048
ROW_BYTES = 16
"""What a row takes beside its values: its header and its places in indexes, about."""


@dataclass(slots=True)
class Seen:
    """What a run has seen. found: differences by their sentence. where: the seed and acts of the first."""

    steps: int = 0
    stories: int = 0
    heads: int = 0
    branches: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    where: str = ""


def run(options: Options) -> Result:
    """Plays stories until enough steps are done."""
    seed = SEED if options.seed is None else options.seed
    steps = options.pick(500, 100_000, 1_000_000)
    seen = Seen()
    while seen.steps < steps:
        options.say(f"{seen.steps} of {steps} steps")
        with scratch_folder() as folder:
            count = min(STEPS_OF_A_STORY, steps - seen.steps)
            asyncio.run(story(folder, seed + seen.stories, count, seen))
    options.say("growth of the save")
    growth = asyncio.run(growth_of(seed, options.pick(60, 300)))
    return result_of(seed, seen, growth)


async def story(folder: Path, seed: int, steps: int, seen: Seen) -> None:
    """One story of random acts; everything is compared after each."""
    player = Player(folder, maze(), Random(seed))
    for _ in range(steps):
        await player.step()
        note(seen, player.differences(), seed, player.done)
    note(seen, player.end_differences(), seed, player.done)
    seen.steps += steps
    seen.stories += 1
    seen.heads += player.heads
    seen.branches += player.session.save.node_count()
    seen.acts.update(player.done)
    seen.refused.update(player.refused)
    await player.session.close()


def note(seen: Seen, differences: tuple[str, ...], seed: int, done: list[str]) -> None:
    """Counts differences; the way to the first is kept, so that it can be gone again."""
    seen.found.update(differences)
    if differences and not seen.where:
        seen.where = f"seed {seed}, {len(done)} acts: {' '.join(done)}"


@dataclass(slots=True)
class Growth:
    """What turns add to a save without their text. rows: bytes of what one turn writes, by turn. file: bytes a
    turn of the file, with the waste of its pages, over all turns."""

    rows: list[int] = field(default_factory=list)
    file: float = 0


async def growth_of(seed: int, turns: int) -> Growth:
    """Plays a campaign and looks at its save after every turn."""
    recipe = Recipe(seed, size=WorldSize(8, 10, (200, 240), (200, 240)), turns=turns, dwell=(3, 8))
    found = Growth()
    with scratch_folder() as folder:
        campaign = Campaign(recipe, folder)
        save, file = campaign.session.save, campaign.session.save.path
        first, text = file.stat().st_size, text_bytes(campaign)
        before = row_bytes(save) - text
        async for _ in campaign.play():
            now = row_bytes(save) - text_bytes(campaign)
            found.rows.append(now - before)
            before = now
            found.file = (file.stat().st_size - first - text_bytes(campaign) + text) / len(found.rows)
    return found


def text_bytes(campaign: Campaign) -> int:
    """Bytes of all the story's text so far."""
    return sum(len(text.encode()) for _, text in campaign.story)


def row_bytes(save: Save) -> int:
    """Bytes of all values of all rows, but for the snapshots, which are a cache; and a few for each row."""
    return sum(_table_bytes(save, table) for table in TABLES.values())


def _table_bytes(save: Save, table: Table) -> int:
    sizes = " + ".join(f"ifnull(length(cast({column} as blob)), 0)" for column in table.columns)
    query = f"select ifnull(sum({sizes} + {ROW_BYTES}), 0) from {table.name}"
    return int(save.connection.execute(query).fetchone()[0])


def result_of(seed: int, seen: Seen, growth: Growth) -> Result:
    """Counts of what was done, differences, and the goals."""
    differences = sum(seen.found.values())
    figures = {
        "steps": seen.steps,
        "stories": seen.stories,
        "heads compared": seen.heads,
        "nodes": seen.branches,
        "acts": dict(sorted(seen.acts.items())),
        "refused": dict(sorted(seen.refused.items())),
        "differences": dict(seen.found) or 0,
        "bytes a turn, median of rows": round(median(growth.rows)),
        "bytes a turn, mean of the file": round(growth.file),
        **({"first difference": seen.where} if seen.where else {}),
    }
    goals = (
        exactly("differences", differences, 0),
        at_most("bytes a turn without its text, median", median(growth.rows), BYTES_A_TURN),
    )
    return Result(NAME, seed, figures, goals)
