"""Running the checks: everything that is wrong or doubtful about a world, with places."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rpg.world.checks.base import CountTokens, Subject
from rpg.world.checks.table import CHECKS
from rpg.world.load import Reading, read_world
from rpg.world.model import World
from rpg.world.problem import Problem, Value
from rpg.world.report import MOST_PER_CODE
from rpg.world.sources import Sources
from rpg.world.ways import ways

DEAREST = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check found. world: what could be read; None when nothing could."""

    world: World | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        return sum(problem.severity == "warning" for problem in self.problems)


def check_world(path: Path, count: CountTokens) -> Checked:
    """Checks the world at `path`. count: tokens of a text."""
    return check_reading(read_world(path, strict=True), count)


def check_reading(reading: Reading, count: CountTokens) -> Checked:
    """Checks what has been read; what could not be read is not guessed at."""
    world = reading.partial
    if world is None:
        return Checked(None, reading.problems)
    found = _run(subject_of(world, count, reading.sources.root), reading.sources)
    return Checked(world, tuple(sorted((*reading.problems, *found), key=_order)))


def subject_of(world: World, count: CountTokens, root: Path | None = None) -> Subject:
    """A world made ready for checks and measurements."""
    return Subject(world, root, count, ways(world))


def _run(subject: Subject, sources: Sources) -> list[Problem]:
    problems: list[Problem] = []
    for check in CHECKS:
        findings = list(check.find(subject))
        for finding in findings[:MOST_PER_CODE]:
            place = sources.place(finding.path)
            problems.append(Problem(check.code, check.severity, place, finding.values, f"{check.code}_fix"))
        if len(findings) > MOST_PER_CODE:
            values: dict[str, Value] = {"count": len(findings) - MOST_PER_CODE, "code": check.code}
            problems.append(Problem("more", check.severity, values=values))
    return problems


def _order(problem: Problem) -> tuple[int, bool, str, int, int]:
    return DEAREST.index(problem.severity), not problem.file, problem.file, problem.line, problem.column
