"""What a bench reports: figures, and goals that were met or missed. Source: docs/bench.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

Say = Callable[[str], None]
"""Takes one line of progress."""


def silent(line: str) -> None:
    """Progress that nobody reads."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a bench is to be run.

    quick: a smaller run of the same work, under half a minute. long: a run without regard to time, where a
    bench has one. seed: of everything that is drawn; None takes the bench's own.
    """

    quick: bool = False
    long: bool = False
    seed: int | None = None
    say: Say = silent

    def pick(self, quick: T, full: T, long: T | None = None) -> T:
        """The size for this run. long: as full when not given."""
        if self.quick:
            return quick
        return long if self.long and long is not None else full


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing that is wanted. goal: the bound as text, ">= 0.95"."""

    what: str
    value: float
    goal: str
    met: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What one bench found. figures: JSON values by name; a mapping among them is a row of a table."""

    name: str
    seed: int
    figures: Mapping[str, Any]
    goals: tuple[Goal, ...] = field(default=())

    @property
    def missed(self) -> tuple[Goal, ...]:
        return tuple(goal for goal in self.goals if not goal.met)


def at_least(what: str, value: float, bound: float) -> Goal:
    """value has to reach bound."""
    return Goal(what, rounded(value), f">= {bound:g}", value >= bound)


def at_most(what: str, value: float, bound: float) -> Goal:
    """value may not pass bound."""
    return Goal(what, rounded(value), f"<= {bound:g}", value <= bound)


def exactly(what: str, value: float, bound: float) -> Goal:
    """value has to be bound: for counts and for shares of all."""
    return Goal(what, rounded(value), f"= {bound:g}", value == bound)


def result_document(result: Result) -> dict[str, Any]:
    """The result as JSON: name, seed, figures, goals."""
    goals = [{"what": g.what, "value": g.value, "goal": g.goal, "met": g.met} for g in result.goals]
    return {"name": result.name, "seed": result.seed, "figures": dict(result.figures), "goals": goals}


def rounded(value: float) -> float:
    """Four digits behind the point: more says nothing. Whole numbers stay whole."""
    return value if isinstance(value, int) else round(value, 4)


def share(part: float, whole: float, *, empty: float = 1.0) -> float:
    """part of whole, 0 to 1; `empty` when there is nothing to share."""
    return part / whole if whole else empty
