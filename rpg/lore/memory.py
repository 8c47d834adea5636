"""What an evaluation may remember between turns to be fast. It never changes a result."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from rpg.lore.matching.pattern import RegexGuard

T = TypeVar("T")

REMEMBERED_VALUES = 512


@dataclass(slots=True)
class LoreMemory:
    """Compiled books by identity, and the patterns found too slow. One per session."""

    guard: RegexGuard = field(default_factory=RegexGuard)
    builds: int = 0
    _values: dict[Hashable, tuple[tuple[object, ...], Any]] = field(default_factory=dict)

    def recall(self, owners: tuple[object, ...], key: Hashable, build: Callable[[], T]) -> T:
        """The value built earlier for these very objects and `key`, or a new one; the least used go first."""
        name = (tuple(id(owner) for owner in owners), key)
        known = self._values.pop(name, None)
        if known is not None:
            self._values[name] = known
            return cast(T, known[1])
        self.builds += 1
        value = build()
        if len(self._values) >= REMEMBERED_VALUES:
            self._values.pop(next(iter(self._values)))
        self._values[name] = (owners, value)
        return value
