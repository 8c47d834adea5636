"""What a map is made of, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Cell = tuple[int, int]
"""(column, row) on the grid of places."""


@dataclass(frozen=True, slots=True)
class MapNode:
    """A place.

    fixed: the author's (column, row); only the order of the numbers counts. shown: drawn; a place that
    is not shown still holds its ground, so that nothing moves when it is found. visited: False draws it
    as hearsay. temporary: made in play. gate: stands for a place on another sheet.
    """

    id: str
    label: str
    region: str = ""
    fixed: Cell | None = None
    here: bool = False
    visited: bool = True
    temporary: bool = False
    gate: bool = False
    shown: bool = True


@dataclass(frozen=True, slots=True)
class MapEdge:
    """A way between two places. one_way: only from `start` to `end`. locked: shut at present."""

    start: str
    end: str
    dashed: bool = False
    locked: bool = False
    one_way: bool = False
    shown: bool = True


class Ink(Enum):
    """What a run of characters draws; a closed set that the faces turn into colours."""

    BLANK = "blank"
    PLACE = "place"
    HERE = "here"
    HEARSAY = "hearsay"
    TEMPORARY = "temporary"
    GATE = "gate"
    WAY = "way"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class ChartRun:
    """A run of characters in one ink; `id` is the place it belongs to, or empty."""

    text: str
    ink: Ink
    id: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """Where a place stands, in cells from the top left of the chart; one row high."""

    id: str
    x: int
    y: int
    width: int
    gate: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawn map. `unrouted` are ways for which no line was found; `crossings` the lines that cross."""

    width: int
    height: int
    lines: tuple[tuple[ChartRun, ...], ...]
    boxes: tuple[Box, ...]
    unrouted: tuple[MapEdge, ...] = ()
    crossings: int = 0

    def at(self, x: int, y: int) -> str | None:
        """The id of the place at a cell, or None."""
        for box in self.boxes:
            if box.y == y and box.x <= x < box.x + box.width:
                return box.id
        return None

    def box(self, id: str) -> Box | None:
        """The box of a place, or None when it is not drawn."""
        return next((box for box in self.boxes if box.id == id), None)

    def neighbour(self, id: str, dx: int, dy: int) -> str | None:
        """The place next to `id` in a direction (one of dx, dy is -1 or 1), or None."""
        origin = self.box(id)
        if origin is None:
            return self.boxes[0].id if self.boxes else None
        best: tuple[float, str] | None = None
        for box in self.boxes:
            across, down = _offset(origin, box)
            along, aside = (across * dx, abs(down) * 4) if dx else (down * dy * 4, abs(across))
            if along > 0 and (best is None or along + aside * 2 < best[0]):
                best = (along + aside * 2, box.id)
        return best[1] if best else None


def _offset(origin: Box, box: Box) -> Cell:
    """From the middle of one box to that of another, in cells."""
    return (2 * box.x + box.width - 2 * origin.x - origin.width) // 2, box.y - origin.y
