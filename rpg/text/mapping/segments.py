"""Straight lines between cells of the grid: which cells they pass, which others they cross."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rpg.text.mapping.model import Cell


class Segment(NamedTuple):
    """A line between the middles of two cells, and the box around it, which is cheap to ask first."""

    start: Cell
    end: Cell
    left: int
    right: int
    top: int
    bottom: int


@lru_cache(maxsize=4096)
def segment(start: Cell, end: Cell) -> Segment:
    """The line from one cell to another."""
    (x1, y1), (x2, y2) = start, end
    return Segment(start, end, min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2))


def covers(start: Cell, end: Cell, cell: Cell) -> bool:
    """Whether a cell of the box around a line lies on it; only upright and level lines are asked, ends apart."""
    return (start[0] == end[0] or start[1] == end[1]) and cell != start and cell != end


def crosses(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Whether the lines a-b and c-d have a point in common that is an end of neither."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Cell, b: Cell, c: Cell) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
