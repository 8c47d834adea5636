"""What a check sees and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import Character, Exit, Location, World
from rpg.world.positions import Path
from rpg.world.problem import Severity, Value

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Subject:
    """A world under examination.

    root: the folder its files may stand in; None for a world that is only text. count: tokens of a text.
    exits: the ways as they are walked.
    """

    world: World
    root: FilePath | None
    count: CountTokens
    exits: Mapping[str, Mapping[str, Exit]]

    def locations(self) -> Iterable[Location]:
        return self.world.locations.values()

    def characters(self) -> Iterable[Character]:
        return self.world.characters.values()

    def entries(self) -> Iterator[tuple[Path, Lorebook, LoreEntry]]:
        """Every lorebook entry that is switched on, with its path and book."""
        for book in self.world.lorebooks.values():
            for entry in book.entries.values():
                if book.enabled and entry.enabled:
                    yield ("lorebooks", book.id, "entries", entry.id), book, entry


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check has found: where, and the values of its sentence."""

    path: Path
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its code (also the catalogue key of its sentence and, with `_fix`, of its remedy)."""

    code: str
    severity: Severity
    find: Callable[[Subject], Iterable[Finding]]
