"""How big a pattern becomes for the `regex` engine.

It writes out what a count demands at least, so nested counts multiply, and it does not keep its time limit
with a great many choices.
"""

from __future__ import annotations

from dataclasses import dataclass, field

LARGEST = 20_000
# A quantifier weighs as much as this many characters.
CHOICE = 40


class UnsupportedPattern(ValueError):
    """Valid in ECMAScript, but without a counterpart here, or too big."""


@dataclass(slots=True)
class Weight:
    """The weight of each group that is open, the whole pattern first, and of the last piece read."""

    groups: list[int] = field(default_factory=lambda: [0])
    last: int = 0

    def add(self, weight: int) -> None:
        """Another piece. Raises UnsupportedPattern when the pattern is too big."""
        self.last = weight
        self.groups[-1] += weight
        if self.groups[-1] > LARGEST:
            raise UnsupportedPattern("too big")

    def open(self) -> None:
        self.groups.append(0)

    def close(self) -> None:
        """The group becomes one piece of the group around it."""
        self.add(self.groups.pop())

    def choice(self) -> None:
        """A quantifier on the last piece."""
        whole = self.last + CHOICE
        self.add(CHOICE)
        self.last = whole

    def repeat(self, least: int) -> None:
        """A count on the last piece that demands at least `least` of it."""
        once, times = self.last, max(least, 1)
        self.add(once * (times - 1))
        self.last = once * times
        self.choice()
