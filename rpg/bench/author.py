"""Whether the check of worlds finds what is wrong with one, and forecasts and files can be trusted.

A sound world of 60 places and 40 people gets 25 kinds of defects, all at once; what the check reports is
compared with what was planted. The forecast of scene sizes is compared with the setting that a real plan holds,
and a foreign lorebook goes in and out again. Source: docs/bench.md (`author`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean
from typing import Any

import tomli_w

from rpg.bench.defects import DEAD_END, DEFECTS, TRAP, TRAPPED, UNREACHED, Defect, Tables
from rpg.bench.playing import Playing
from rpg.bench.prose import prose
from rpg.bench.result import Options, Result, at_least, at_most, exactly, rounded, share
from rpg.bench.scratch import scratch_folder
from rpg.bench.worlds import WorldSize, bench_world
from rpg.exchange.lorebooks.exporting import export_lorebook
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.text.tokens import encode_cl100k
from rpg.world.checks.run import Checked, check_world, subject_of
from rpg.world.checks.size import SceneSize, scene_sizes
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import Exit, Location, Preset, PresetEntry, World
from rpg.world.problem import Problem
from rpg.world.writing import world_tables

NAME = "author"
SEED = 20_266
SCENES = 12
ENTRIES = 60
WINDOW = 32_768
KNOWN = 40
"""Places that the player has seen by then: the name list is as long as it gets."""


@dataclass(frozen=True, slots=True)
class Findings:
    """missed: codes that were planted and not reported. false: problems that nobody planted."""

    missed: tuple[str, ...]
    false: tuple[str, ...]
    reported: int


def run(options: Options) -> Result:
    """Plants, checks, measures."""
    seed = SEED if options.seed is None else options.seed
    world = sound_world(seed)
    options.say("checking the sound world")
    clean = checked(world_tables(world))
    options.say("checking the defects")
    findings = planted(world, DEFECTS)
    options.say("forecasting scenes")
    forecast = asyncio.run(forecast_errors(world, options.pick(4, SCENES)))
    loss = lorebook_loss(seed)
    return result_of(seed, clean, findings, forecast, loss)


def sound_world(seed: int) -> World:
    """60 places, 40 people, a lorebook and a preset, with nothing wrong."""
    made = bench_world(seed, "en", WorldSize(56, 40, (200, 300), (200, 350))).world
    edge = {
        id: Location(
            id,
            f"Edge {id[-2:]}",
            summary=f"The edge of the map, {id[-2:]}.",
            description="Grass.",
            exits=(Exit("place10", minutes=5),),
        )
        for id in (UNREACHED, DEAD_END, TRAP, TRAPPED)
    }
    entry = LoreEntry("flood", "The river rose in the year of the flood.", ("the great flood",))
    voice = Preset("voice", "Voice", True, (PresetEntry("plain", "Write plainly."),))
    return replace(
        made,
        locations={**made.locations, **edge},
        lorebooks={"notes": Lorebook("notes", entries={"flood": entry})},
        presets={"voice": voice},
    )


def checked(tables: Tables) -> Checked:
    """What the check finds in a world file of those tables."""
    with scratch_folder() as folder:
        file = folder / "world.toml"
        file.write_text(tomli_w.dumps(tables), encoding="utf-8")
        return check_world(folder, encode_cl100k)


def planted(world: World, defects: Sequence[Defect]) -> Findings:
    """The check of a world with these defects. A problem counts for a defect by its code and its mark."""
    tables = world_tables(world)
    for defect in defects:
        defect.plant(tables)
    lines = tomli_w.dumps(tables).splitlines()
    problems = checked(tables).problems
    claimed: set[int] = set()
    missed: list[str] = []
    for defect in defects:
        own = {at for at, problem in enumerate(problems) if _is_of(problem, defect, lines)}
        claimed |= own
        if not own:
            missed.append(defect.code)
    false = tuple(problem.code for at, problem in enumerate(problems) if at not in claimed)
    return Findings(tuple(missed), false, len(problems))


def _is_of(problem: Problem, defect: Defect, lines: Sequence[str]) -> bool:
    if problem.code != defect.code:
        return False
    line = lines[problem.line - 1] if 0 < problem.line <= len(lines) else ""
    return defect.mark in line or any(defect.mark in str(value) for value in problem.values.values())


async def forecast_errors(world: World, scenes: int) -> list[float]:
    """For the largest scenes: how far the forecast is from the setting of a real plan, as a share of it."""
    sizes = scene_sizes(subject_of(world, encode_cl100k))[:scenes]
    errors: list[float] = []
    with scratch_folder() as folder:
        playing = Playing(world, folder, {"context.window": WINDOW})
        for place in list(world.locations)[1:KNOWN]:
            await playing.session.set("player", "", place)
        for size in sizes:
            real = await setting_tokens(playing, size)
            errors.append(abs(size.tokens - real) / real)
        await playing.close()
    return errors


async def setting_tokens(playing: Playing, size: SceneSize) -> int:
    """The setting of a plan in that place, on the turn after the player came."""
    session = playing.session
    if session.head_state.player_location != size.location:
        await session.set("player", "", size.location)
    await playing.say("I look around.")
    return session.plan("I wait.").setting_used


def lorebook_loss(seed: int) -> int:
    """Bytes of a foreign lorebook that are gone or other when it has been taken in and given out again."""
    before = foreign_lorebook(seed)
    taken = import_lorebook(before, "bench")
    return lost_bytes(before, export_lorebook(taken.book, "tavern").data)


def lost_bytes(before: Any, after: Any) -> int:
    """Bytes of `before`, as JSON, that `after` does not have at the same place. What was added is no loss."""
    if isinstance(before, dict) and isinstance(after, dict):
        return sum(
            lost_bytes(value, after[key]) if key in after else _size({key: value})
            for key, value in before.items()
        )
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return sum(lost_bytes(one, other) for one, other in zip(before, after, strict=True))
    return 0 if type(before) is type(after) and before == after else _size(before)


def foreign_lorebook(seed: int) -> dict[str, Any]:
    """A book as the tavern writes it, with fields that nobody here knows."""
    dice = Random(f"author {seed}")
    entries = {str(number): _foreign_entry(dice, number) for number in range(ENTRIES)}
    return {"entries": entries, "originalData": {"by": "somebody else"}, "unknown": [1, None, "x"]}


def _foreign_entry(dice: Random, number: int) -> dict[str, Any]:
    return {
        "uid": number,
        "key": [f"word{number}", f"another {number}"],
        "keysecondary": ["third"] if number % 3 == 0 else [],
        "comment": f"Entry {number}",
        "content": prose(dice, "zh" if number % 2 else "en", 40),
        "constant": number % 7 == 0,
        "selective": True,
        "order": dice.randrange(1, 200),
        "position": dice.randrange(0, 5),
        "depth": 4,
        "disable": number % 11 == 0,
        "probability": dice.choice((100, 100, 50)),
        "useProbability": True,
        "sticky": dice.choice((None, 0, 3)),
        "theirs": {"kept": number},
    }


def _size(data: Any) -> int:
    return len(json.dumps(data, ensure_ascii=False).encode())


def result_of(seed: int, clean: Checked, findings: Findings, forecast: Sequence[float], loss: int) -> Result:
    """Figures and goals."""
    planted_kinds = len(DEFECTS)
    false = len(findings.false) + len(clean.problems)
    figures: dict[str, Any] = {
        "kinds planted": planted_kinds,
        "problems reported": findings.reported,
        "missed": ", ".join(findings.missed) or "-",
        "false alarms": ", ".join(findings.false) or "-",
        "problems of the sound world": ", ".join(problem.code for problem in clean.problems) or "-",
        "forecast error, worst": rounded(max(forecast)),
    }
    goals = (
        at_least("kinds found", share(planted_kinds - len(findings.missed), planted_kinds), 0.9),
        at_most("false alarms", share(false, findings.reported + len(clean.problems), empty=0), 0.05),
        at_most("forecast of scene sizes, mean error", mean(forecast), 0.05),
        exactly("bytes lost from import to export", loss, 0),
    )
    return Result(NAME, seed, figures, goals)
