"""What is wrong with a world: a code, a place and values; the sentence is made at the face.

Source: docs/world-format.md. Sentences stand in the catalogue area "world": `<code>` says what is
wrong, the key in `fix` says what to do about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from rpg.text.messages import message

Severity = Literal["error", "warning", "info"]

NO_VALUES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Word:
    """A value of a sentence that is itself a catalogue key of area "world", put into the reader's language."""

    key: str


Value = str | int | Word | tuple[str, ...]
"""A value of a sentence; several words are told as a list."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file. line and column count from 1, column in characters; 0: the file as a whole."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a world. fix: catalogue key of the remedy in area "world", "" when there is none."""

    code: str
    severity: Severity
    place: Place = NOWHERE
    values: Mapping[str, Value] = field(default_factory=lambda: NO_VALUES)
    fix: str = ""

    @property
    def file(self) -> str:
        return self.place.file

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def column(self) -> int:
        return self.place.column

    def sentence(self, language: str) -> str:
        """What is wrong, in `language`."""
        return message(language, f"world.{self.code}", **self._said(language))

    def remedy(self, language: str) -> str:
        """What to do about it, in `language`; "" when nothing is known."""
        return message(language, f"world.{self.fix}", **self._said(language)) if self.fix else ""

    def _said(self, language: str) -> dict[str, str | int | tuple[str, ...]]:
        return {
            name: message(language, f"world.{value.key}") if isinstance(value, Word) else value
            for name, value in self.values.items()
        }


def problem_line(problem: Problem, language: str) -> str:
    """`file:line:column: error: sentence (remedy)`; the place is left out where there is none.

    Values come from the author's files as they are: a face cleans the line before it shows it.
    """
    values = {
        "severity": message(language, f"world.severity_{problem.severity}"),
        "sentence": problem.sentence(language),
        "remedy": problem.remedy(language),
    }
    place = f"{problem.place}: " if problem.file else ""
    return place + message(language, "world.line_with_fix" if values["remedy"] else "world.line", **values)


def problem_document(problem: Problem, language: str) -> dict[str, Any]:
    """The problem as JSON: code, severity, file, line, column, message, fix."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "message": problem.sentence(language),
        "fix": problem.remedy(language),
    }


class WorldError(Exception):
    """A world that cannot be played. `problems` holds at least one error and every other problem found."""

    def __init__(self, problems: tuple[Problem, ...]):
        super().__init__("\n".join(self._lines(problems, "en")))
        self.problems = problems

    def lines(self, language: str) -> list[str]:
        """One line for each error, in `language`."""
        return self._lines(self.problems, language)

    @staticmethod
    def _lines(problems: tuple[Problem, ...], language: str) -> list[str]:
        return [problem_line(problem, language) for problem in problems if problem.severity == "error"]
