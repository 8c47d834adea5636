"""`rpg world test`: plays a world's scenarios and tells what did not come out as expected."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.cli.output import FAILED, Desk
from rpg.cli.scenario.form import read_scenario, scenario_files
from rpg.cli.scenario.play import Miss, play_scenario
from rpg.cli.world import playable_world, world_path
from rpg.text.clean import clean_line
from rpg.world.model import World
from rpg.world.problem import Problem, problem_document, problem_line


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one file: problems when it cannot be read, misses when it was played."""

    file: Path
    name: str
    problems: tuple[Problem, ...] = ()
    misses: tuple[Miss, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problems and not self.misses


async def run_scenarios(desk: Desk) -> int:
    """Plays every scenario; 1 when one fails, or when there is none."""
    path = world_path(desk)
    world = playable_world(desk)
    outcomes = [await _outcome(file, world, desk.language) for file in scenario_files(path)]
    if desk.json:
        desk.document(_document(desk, outcomes))
    else:
        for line in _lines(desk, outcomes):
            desk.say(clean_line(line))
    return 0 if outcomes and all(outcome.passed for outcome in outcomes) else FAILED


async def _outcome(file: Path, world: World, language: str) -> Outcome:
    scenario = read_scenario(file)
    if isinstance(scenario, tuple):
        return Outcome(file, file.stem, problems=scenario)
    misses = await play_scenario(scenario, world, language)
    return Outcome(file, scenario.name, misses=misses)


def _lines(desk: Desk, outcomes: list[Outcome]) -> list[str]:
    if not outcomes:
        return [desk.text("world.test_none")]
    lines = []
    for outcome in outcomes:
        key = "test_passed" if outcome.passed else "test_failed"
        lines.append(desk.text(f"world.{key}", file=outcome.file, name=outcome.name))
        lines += [problem_line(problem, desk.language) for problem in outcome.problems]
        lines += [_miss_line(desk, miss) for miss in outcome.misses]
    passed = sum(outcome.passed for outcome in outcomes)
    return [*lines, desk.text("world.test_summary", passed=passed, count=len(outcomes))]


def _miss_line(desk: Desk, miss: Miss) -> str:
    place = f"{miss.place}: " if miss.place.file else ""
    return place + desk.text("world.test_miss", what=miss.what, wanted=miss.wanted, found=miss.found)


def _document(desk: Desk, outcomes: list[Outcome]) -> dict[str, Any]:
    return {
        "passed": sum(outcome.passed for outcome in outcomes),
        "failed": sum(not outcome.passed for outcome in outcomes),
        "scenarios": [
            {
                "file": str(outcome.file),
                "name": outcome.name,
                "passed": outcome.passed,
                "problems": [problem_document(problem, desk.language) for problem in outcome.problems],
                "misses": [
                    {"line": miss.place.line, "what": miss.what, "wanted": miss.wanted, "found": miss.found}
                    for miss in outcome.misses
                ],
            }
            for outcome in outcomes
        ],
    }
