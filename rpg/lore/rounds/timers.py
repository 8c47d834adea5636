"""Delay, sticky and cooldown in the player's turns. Source: docs/lorebook.md §3.

An entry that appeared in turn t stays through t + sticky and cannot trigger through t + sticky + cooldown.
An entry that matched in turn t with a delay is due in turn t + delay. Only t is stored; the rest follows
from the entry as it is now, so an edited duration acts at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from rpg.world.lorebook import LoreEntry

Phase = Literal["free", "pending", "due", "sticky", "cooldown"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Turns in which an entry matched (and waits) and last appeared."""

    matched: int | None = None
    appeared: int | None = None

    def before(self, turn: int) -> Mark:
        """What was known before `turn`: a turn that is played again does not count itself."""
        matched = self.matched if self.matched is not None and self.matched < turn else None
        appeared = self.appeared if self.appeared is not None and self.appeared < turn else None
        return Mark(matched, appeared)


NO_MARKS: Mapping[str, Mark] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RoundTimers:
    """Marks by entry id (`book.entry`)."""

    marks: Mapping[str, Mark] = field(default_factory=lambda: NO_MARKS)

    def mark(self, entry: str, turn: int) -> Mark:
        found = self.marks.get(entry)
        return found.before(turn) if found is not None else Mark()

    def to_json(self) -> dict[str, Any]:
        return {entry: [mark.matched, mark.appeared] for entry, mark in self.marks.items()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> RoundTimers:
        return cls({entry: Mark(*mark) for entry, mark in value.items()})


def phase(entry: LoreEntry, mark: Mark, turn: int) -> Phase:
    """Where the entry stands in `turn`, before anything is matched."""
    if mark.appeared is not None:
        since = turn - mark.appeared
        if since <= entry.sticky:
            return "sticky"
        if since <= entry.sticky + entry.cooldown:
            return "cooldown"
    if mark.matched is not None and entry.delay > 0:
        left = mark.matched + entry.delay - turn
        if left > 0:
            return "pending"
        if left == 0 or entry.constant:
            return "due"
    return "free"


def is_spent(entry: LoreEntry, mark: Mark, turn: int) -> bool:
    """Whether the mark can no longer have an effect after `turn`."""
    lasts = entry.sticky + entry.cooldown
    waits = mark.matched is not None and (entry.constant or turn <= mark.matched + entry.delay)
    runs = mark.appeared is not None and turn <= mark.appeared + lasts
    return not (waits and entry.delay > 0) and not (runs and lasts > 0)


def appeared(entry: LoreEntry, mark: Mark, turn: int) -> Mark:
    """The mark of an entry that appears in `turn`; a sticky entry's stay is not prolonged."""
    return mark if phase(entry, mark, turn) == "sticky" else replace(mark, appeared=turn)
