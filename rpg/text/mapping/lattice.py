"""Orthogonal ways between boxes, found by A* on a coarse lattice.

Each grid column has five lattice columns (a track, three ports under the box, a track), each grid row
three lattice rows (a track, the boxes, a track). Two ways never share a stretch; they may cross at a
right angle, at a price.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from rpg.text.mapping.model import Cell

ACROSS, DOWN = 5, 3
"""Lattice columns and rows for one cell of the grid."""

BEND, CROSS, SIDE_PORT = 2, 7, 1
HORIZONTAL, VERTICAL = 1, 2
_STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Port:
    """Where a way may leave a box: the lattice point beside it and the step that leads away from it."""

    point: Cell
    step: Cell
    price: int


def ports(cell: Cell) -> tuple[Port, ...]:
    """The ports of a box on a grid cell: one on each side, three above, three below."""
    left, top = cell[0] * ACROSS, cell[1] * DOWN
    found = [Port((left + ACROSS - 1, top + 1), (1, 0), 0), Port((left, top + 1), (-1, 0), 0)]
    for offset, price in ((2, 0), (1, SIDE_PORT), (3, SIDE_PORT)):
        found.append(Port((left + offset, top + 2), (0, 1), price))
        found.append(Port((left + offset, top), (0, -1), price))
    return tuple(found)


class Lattice:
    """What is taken: boxes by their cells, and the axes that ways use at each point."""

    def __init__(self, boxes: Sequence[Cell]) -> None:
        self._boxes = set(boxes)
        self._used: dict[Cell, int] = {}
        columns = [c for c, _ in boxes]
        rows = [r for _, r in boxes]
        self._low = (min(columns) * ACROSS, min(rows) * DOWN)
        self._high = ((max(columns) + 1) * ACROSS - 1, (max(rows) + 1) * DOWN - 1)
        self.crossings = 0

    def route(self, start: Cell, end: Cell) -> list[Cell] | None:
        """The points of the cheapest way between the boxes on two cells, which it takes; None: there is none."""
        points = _Search(self, start, end).run()
        if points:
            self._take(points, start, end)
        return points

    def is_free(self, point: Cell, step: Cell) -> bool:
        """Whether a way may come to a point with a step: inside, not in a box, its axis not in use."""
        x, y = point
        if not (self._low[0] <= x <= self._high[0] and self._low[1] <= y <= self._high[1]):
            return False
        if 1 <= x % ACROSS <= 3 and y % DOWN == 1 and (x // ACROSS, y // DOWN) in self._boxes:
            return False
        return not self._used.get(point, 0) & (HORIZONTAL if step[0] else VERTICAL)

    def is_used(self, point: Cell) -> bool:
        """Whether any way goes through a point."""
        return point in self._used

    def uses(self, axis: int) -> set[Cell]:
        """The points through which a way goes along an axis."""
        return {point for point, axes in self._used.items() if axes & axis}

    def _take(self, points: Sequence[Cell], start: Cell, end: Cell) -> None:
        for index, point in enumerate(points):
            before = points[index - 1] if index else _middle(start)
            after = points[index + 1] if index + 1 < len(points) else _middle(end)
            self.crossings += point in self._used
            self._used[point] = self._used.get(point, 0) | _axis(before, point) | _axis(point, after)


_State = tuple[Cell, Cell]
"""A point and the step by which a way came to it."""


class _Search:
    """One A* search."""

    def __init__(self, lattice: Lattice, start: Cell, end: Cell) -> None:
        self._lattice = lattice
        self._end = end
        self._goals = {port.point: port for port in ports(end)}
        self._heap: list[tuple[int, int, _State]] = []
        self._cost: dict[_State, int] = {}
        self._came: dict[_State, _State] = {}
        self._best: tuple[int, _State] | None = None
        for port in ports(start):
            if lattice.is_free(port.point, port.step):
                self._push((port.point, port.step), port.price)

    def run(self) -> list[Cell] | None:
        while self._heap:
            estimate, spent, state = heappop(self._heap)
            if self._best and estimate >= self._best[0]:
                break
            if spent == self._cost[state]:
                self._arrive(state, spent)
                for step in _STEPS:
                    self._advance(state, step, spent)
        return self._trace(self._best[1]) if self._best else None

    def _push(self, state: _State, cost: int) -> None:
        if cost < self._cost.get(state, cost + 1):
            self._cost[state] = cost
            heappush(self._heap, (cost + _guess(state[0], self._end), cost, state))

    def _turn(self, point: Cell, step: Cell, following: Cell) -> int | None:
        """The price of going on from a point with another step; None when it cannot be."""
        if following == step:
            return 0
        back = following == (-step[0], -step[1])
        return None if back or self._lattice.is_used(point) else BEND

    def _arrive(self, state: _State, spent: int) -> None:
        """Note the way if it may enter the goal's box from here."""
        point, step = state
        port = self._goals.get(point)
        turn = self._turn(point, step, (-port.step[0], -port.step[1])) if port else None
        if port is None or turn is None:
            return
        total = spent + port.price + turn
        if self._best is None or total < self._best[0]:
            self._best = (total, state)

    def _advance(self, state: _State, step: Cell, spent: int) -> None:
        point = state[0]
        turn = self._turn(point, state[1], step)
        target = (point[0] + step[0], point[1] + step[1])
        if turn is None or not self._lattice.is_free(target, step):
            return
        following = (target, step)
        cost = spent + 1 + turn + (CROSS if self._lattice.is_used(target) else 0)
        if cost < self._cost.get(following, cost + 1):
            self._came[following] = state
            self._push(following, cost)

    def _trace(self, state: _State) -> list[Cell]:
        points = [state[0]]
        while state in self._came:
            state = self._came[state]
            points.append(state[0])
        return points[::-1]


def _axis(a: Cell, b: Cell) -> int:
    """The axis of the step between neighbouring points; a box counts as straight above, below or beside."""
    return HORIZONTAL if a[1] == b[1] else VERTICAL


def _middle(cell: Cell) -> Cell:
    return (cell[0] * ACROSS + 2, cell[1] * DOWN + 1)


def _guess(point: Cell, end: Cell) -> int:
    """Never more than what is left: the box is three points wide and one high."""
    x, y = _middle(end)
    return max(0, abs(point[0] - x) - 2) + max(0, abs(point[1] - y) - 1)
