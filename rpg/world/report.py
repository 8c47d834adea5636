"""Collecting problems with their places, bounded, so that a hopeless file stays readable and quick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rpg.text.nearest import nearest
from rpg.world.positions import Path
from rpg.world.problem import Problem, Severity, Value
from rpg.world.sources import Sources

MOST_PER_CODE = 50
"""Problems of one code that are told one by one; the rest is told as a number."""


class Report:
    """Problems of one world.

    strict: what play forgives is an error. fatal: whether something was noted that play cannot forgive.
    """

    def __init__(self, sources: Sources, *, strict: bool = False):
        self.sources = sources
        self.strict = strict
        self.fatal = False
        self._counts: Counter[str] = Counter()
        self._problems: list[Problem] = []

    def add(
        self,
        code: str,
        path: Path,
        *,
        forgiven: bool = False,
        fix: str = "",
        among: Iterable[str] | None = None,
        meant: str = "",
        **values: Value,
    ) -> None:
        """Notes a problem at `path`.

        forgiven: play goes on with a warning. among: known words; the one that `meant` is a slip of, if any,
        becomes the remedy "did you mean".
        """
        self.fatal = self.fatal or not forgiven
        self._counts[code] += 1
        if self._counts[code] > MOST_PER_CODE:
            return
        near = nearest(meant, among) if among is not None else ""
        if near:
            fix, values = "did_you_mean", {**values, "nearest": near}
        severity: Severity = "warning" if forgiven and not self.strict else "error"
        self._problems.append(Problem(code, severity, self.sources.place(path), values, fix))

    def problems(self) -> tuple[Problem, ...]:
        """Everything found, in the order of files and lines, then what was cut short as numbers."""
        ordered = sorted(self._problems, key=lambda problem: (problem.file, problem.line, problem.column))
        more = [
            Problem("more", self._severity(code), values={"count": count - MOST_PER_CODE, "code": code})
            for code, count in self._counts.items()
            if count > MOST_PER_CODE
        ]
        return (*ordered, *more)

    def _severity(self, code: str) -> Severity:
        return next(problem.severity for problem in self._problems if problem.code == code)
