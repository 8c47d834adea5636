"""From lattice points to characters: columns as wide as their labels, tracks only where a way runs."""

from __future__ import annotations

from collections.abc import Mapping

from rpg.text.mapping.lattice import ACROSS, DOWN, HORIZONTAL, VERTICAL, Lattice
from rpg.text.mapping.model import Cell

NARROWEST_GAP = 3
"""Cells between the widest boxes of neighbouring columns."""


class Spacing:
    """x of every lattice column and y of every lattice row, in characters."""

    def __init__(self, cells: Mapping[str, Cell], widths: Mapping[str, int], lattice: Lattice) -> None:
        """cells: grid cell of each place. widths: characters of each box."""
        self._x: dict[int, int] = {}
        self._y: dict[int, int] = {}
        self._left: dict[int, int] = {}
        self._room: dict[int, int] = {}
        self.width = self._columns(cells, widths, {x for x, _ in lattice.uses(VERTICAL)})
        self.height = self._rows(cells, {y for _, y in lattice.uses(HORIZONTAL)})

    def point(self, point: Cell) -> Cell:
        """The character of a lattice point."""
        return (self._x[point[0]], self._y[point[1]])

    def box(self, cell: Cell, width: int) -> Cell:
        """The first character of a box of `width` on a grid cell; boxes stand centred in their column."""
        column = cell[0]
        return (self._left[column] + (self._room[column] - width) // 2, self._y[cell[1] * DOWN + 1])

    def _columns(self, cells: Mapping[str, Cell], widths: Mapping[str, int], tracks: set[int]) -> int:
        columns = range(min(c for c, _ in cells.values()), max(c for c, _ in cells.values()) + 1)
        x = 0
        for column in columns:
            first = column * ACROSS
            boxes = [widths[place] for place, cell in cells.items() if cell[0] == column]
            if first in tracks:
                self._x[first] = x
                x += 2
            else:
                self._x[first] = max(0, x - 1)
            x = self._column(column, boxes, x)
            x += self._behind(first + ACROSS - 1, x, tracks, last=column == columns[-1])
        return x

    def _column(self, column: int, boxes: list[int], x: int) -> int:
        """Place the ports of a column whose boxes begin at x; returns the first x behind them."""
        room = max(boxes, default=1)
        middle = x + (room - 1) // 2
        spread = max(1, min(3, min(boxes, default=4) // 2 - 1))
        for offset, shift in ((1, -spread), (2, 0), (3, spread)):
            self._x[column * ACROSS + offset] = middle + shift
        self._left[column], self._room[column] = x, room
        return x + room

    def _behind(self, track: int, x: int, tracks: set[int], *, last: bool) -> int:
        """Place the track behind boxes that end before x; characters to leave before the next column."""
        if track in tracks:
            self._x[track] = x + 1
            return 2 if last else 3
        self._x[track] = x - 1 if last else x
        if last:
            return 0
        return 1 if track + 1 in tracks else NARROWEST_GAP

    def _rows(self, cells: Mapping[str, Cell], tracks: set[int]) -> int:
        rows = range(min(r for _, r in cells.values()), max(r for _, r in cells.values()) + 1)
        y = 0
        for row in rows:
            top, box, bottom = row * DOWN, row * DOWN + 1, row * DOWN + 2
            lines_before = y
            self._y[top] = y if top in tracks else max(0, y - 1)
            y += top in tracks
            if row > rows[0] and y == lines_before and bottom - DOWN not in tracks:
                self._y[top] = y
                y += 1
            self._y[box] = y
            y += 1
            self._y[bottom] = y
            y += bottom in tracks
        return y
