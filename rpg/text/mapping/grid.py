"""Places on a grid: snapped from the plane, improved by local search, extended without moving anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from types import MappingProxyType

from rpg.text.cells import cell_width
from rpg.text.mapping.model import Cell, MapEdge, MapNode
from rpg.text.mapping.segments import Segment, covers, crosses, segment
from rpg.text.mapping.stress import Neighbours, Point, steps_from, stress_layout

LARGEST_STRESS = 48
"""Places up to which the whole layout is computed at once; larger sheets grow place by place."""

WIDEST_LABEL = 16
"""Cells of the longest label; a longer name is cut."""

CROSSING, BLOCKED, DIAGONAL = 4.0, 3.0, 0.8
"""What a crossing, a place in the way and a bend cost, in steps of the grid."""

WANTED_CELLS, GAP_CELLS = 66, 6
"""Cells a sheet is to be wide at most, where three columns allow it, and those between two boxes."""

LAYOUTS_KEPT = 32
"""Sheets whose layout is remembered."""

_SWEEPS = 4


def neighbours_of(nodes: Sequence[MapNode], edges: Iterable[MapEdge]) -> dict[str, list[str]]:
    """For each place the places it has a way to or from, in the order of the edges."""
    neighbours: dict[str, list[str]] = {node.id: [] for node in nodes}
    for edge in edges:
        if edge.start == edge.end or edge.start not in neighbours or edge.end not in neighbours:
            continue
        if edge.end not in neighbours[edge.start]:
            neighbours[edge.start].append(edge.end)
            neighbours[edge.end].append(edge.start)
    return neighbours


def place_nodes(nodes: Sequence[MapNode], edges: Sequence[MapEdge]) -> Mapping[str, Cell]:
    """A cell of its own for every place.

    What the author fixed stands; lasting places are laid out together; gates and temporary places are
    added one by one in their order, so that adding one moves no other. Who is where and what has been seen
    make no difference, so a sheet is laid out once for all of a story.
    """
    ground = tuple(
        MapNode(node.id, node.label, fixed=node.fixed, temporary=node.temporary, gate=node.gate)
        for node in nodes
    )
    return _placed(ground, tuple(MapEdge(edge.start, edge.end) for edge in edges))


@lru_cache(maxsize=LAYOUTS_KEPT)
def _placed(nodes: Sequence[MapNode], edges: Sequence[MapEdge]) -> Mapping[str, Cell]:
    neighbours = neighbours_of(nodes, edges)
    lasting = [node for node in nodes if not node.temporary and not node.gate]
    grid = Grid(neighbours, _label_cells(lasting))
    _fix(grid, lasting)
    free = [node.id for node in lasting if node.id not in grid.cells]
    if grid.cells or len(free) > LARGEST_STRESS:
        _extend(grid, _from_known(free, grid, neighbours))
    elif free:
        _arrange(grid, free)
    _extend(grid, [node.id for node in nodes if node.id not in grid.cells])
    return MappingProxyType(grid.cells)


def _label_cells(nodes: Sequence[MapNode]) -> int:
    """Cells of a middling box."""
    widths = sorted(cell_width(node.label) for node in nodes)
    return 2 + (min(WIDEST_LABEL, widths[len(widths) // 2]) if widths else 0)


def _fix(grid: Grid, nodes: Sequence[MapNode]) -> None:
    columns = sorted({node.fixed[0] for node in nodes if node.fixed})
    rows = sorted({node.fixed[1] for node in nodes if node.fixed})
    for node in nodes:
        if node.fixed:
            cell = (columns.index(node.fixed[0]), rows.index(node.fixed[1]))
            if cell not in grid.taken:
                grid.put(node.id, cell)


def _from_known(free: Sequence[str], grid: Grid, neighbours: Neighbours) -> list[str]:
    """The free places in order of their steps from what stands already."""
    start = next(iter(grid.cells), free[0] if free else "")
    steps = steps_from(start, neighbours) if start else {}
    return sorted(free, key=lambda place: (steps.get(place, len(steps) + 1), free.index(place)))


def _extend(grid: Grid, ids: Sequence[str]) -> None:
    for place in ids:
        grid.put(place, grid.best_free_cell(place))


def _arrange(grid: Grid, ids: Sequence[str]) -> None:
    """Lay out connected places together; search until nothing improves."""
    within = set(ids)
    inner = {place: [o for o in grid.neighbours[place] if o in within] for place in ids}
    columns = max(3, min(ceil(len(ids) ** 0.5) + 1, WANTED_CELLS // (grid.label_cells + GAP_CELLS)))
    for place, cell in _snapped(stress_layout(ids, inner), columns).items():
        grid.put(place, cell)
    for _ in range(_SWEEPS):
        improved = [grid.improve(place, columns) for place in ids]
        if not any(improved):
            break


def _snapped(points: dict[str, Point], columns: int) -> dict[str, Cell]:
    """Each point to the nearest free cell, those in the middle first."""
    low_x, low_y = (min(p[axis] for p in points.values()) for axis in (0, 1))
    span = max(p[0] for p in points.values()) - low_x
    scale = min(1.0, (columns - 1) / span) if span else 1.0
    middle = (
        sum(p[0] for p in points.values()) / len(points),
        sum(p[1] for p in points.values()) / len(points),
    )
    order = sorted(points, key=lambda i: abs(points[i][0] - middle[0]) + abs(points[i][1] - middle[1]))
    cells: dict[str, Cell] = {}
    taken: set[Cell] = set()
    for place in order:
        x, y = (points[place][0] - low_x) * scale, points[place][1] - low_y
        near = [
            (c, r)
            for radius in range(1, 8)
            for c in range(max(0, round(x) - radius), min(columns, round(x) + radius + 1))
            for r in range(round(y) - radius, round(y) + radius + 1)
            if (c, r) not in taken
        ]
        cells[place] = min(near, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell))
        taken.add(cells[place])
    return cells


class Grid:
    """Cells of places and what an arrangement costs."""

    def __init__(self, neighbours: Neighbours, label_cells: int) -> None:
        """label_cells: of a middling box."""
        self.label_cells = label_cells
        self.neighbours = neighbours
        self.cells: dict[str, Cell] = {}
        self.taken: dict[Cell, str] = {}
        self._ways = [(a, b) for a, others in neighbours.items() for b in others if a < b]
        self._segments: dict[tuple[str, str], Segment] = {}

    def put(self, place: str, cell: Cell) -> None:
        """Stand a place on a free cell; it leaves the one it had."""
        old = self.cells.get(place)
        if old is not None:
            del self.taken[old]
        self.cells[place] = cell
        self.taken[cell] = place
        self._draw_ways(place)

    def _draw_ways(self, place: str) -> None:
        """Keep the ways of a place that has moved, as segments between cells."""
        start = self.cells[place]
        for other in self.neighbours[place]:
            if other in self.cells:
                way = (place, other) if place < other else (other, place)
                self._segments[way] = segment(start, self.cells[other])

    def best_free_cell(self, place: str) -> Cell:
        """The cheapest free cell near the neighbours, else beside everything."""
        around = [self.cells[o] for o in self.neighbours[place] if o in self.cells]
        if not around:
            column = min((c for c, _ in self.taken), default=0)
            return (column, max((r for _, r in self.taken), default=-1) + 1)
        radius = 1
        while True:
            free = sorted(
                {
                    (c + dc, r + dr)
                    for c, r in around
                    for dc in range(-radius, radius + 1)
                    for dr in range(-radius, radius + 1)
                }
                - self.taken.keys()
            )
            if free:
                return min(free, key=lambda cell: (self._cost(place, cell), cell))
            radius += 1

    def improve(self, place: str, columns: int) -> bool:
        """Move a place, or swap it with another, if that makes the arrangement cheaper."""
        here = self.cells[place]
        rows = [r for _, r in self.taken]
        before = self._cost(place, here)
        best_gain, best_cell = 1e-9, here
        for column in range(columns):
            for row in range(min(rows) - 1, max(rows) + 2):
                gain = self._gain(place, (column, row), before, best_gain)
                if gain > best_gain:
                    best_gain, best_cell = gain, (column, row)
        if best_cell == here:
            return False
        self._move(place, best_cell)
        return True

    def _move(self, place: str, cell: Cell) -> None:
        here, other = self.cells[place], self.taken.get(cell)
        if other is not None:
            self.cells[other], self.taken[here] = here, other
        else:
            del self.taken[here]
        self.cells[place], self.taken[cell] = cell, place
        self._draw_ways(place)
        if other is not None:
            self._draw_ways(other)

    def _gain(self, place: str, cell: Cell, before: float, wanted: float) -> float:
        """What moving to a cell saves; 0 as soon as it is certain that it is not more than `wanted`."""
        here, other = self.cells[place], self.taken.get(cell)
        if cell == here:
            return 0.0
        if other is not None:
            before += self._cost(other, cell)
        if before - self._reach(place, cell) <= wanted:
            return 0.0
        self._move(place, cell)
        after = self._cost(place, cell) + (self._cost(other, here) if other else 0.0)
        self._move(place, here)
        return before - after

    def _ends(self, place: str) -> list[Cell]:
        return [self.cells[o] for o in self.neighbours[place] if o in self.cells]

    def _reach(self, place: str, cell: Cell) -> float:
        """The least that the ways of a place cost from a cell: their lengths alone."""
        return sum(abs(cell[0] - x) + abs(cell[1] - y) for x, y in self._ends(place))

    def _cost(self, place: str, cell: Cell) -> float:
        """Cost of the ways of a place if it stood on a cell, and of standing in the way of others."""
        ends = self._ends(place)
        cost = sum(self._length(cell, end) for end in ends)
        mine = [segment(cell, end) for end in ends]
        x, y = cell
        for way, (start, end, left, right, top, bottom) in self._segments.items():
            if place in way:
                continue
            if left <= x <= right and top <= y <= bottom and covers(start, end, cell):
                cost += BLOCKED
            for own in mine:
                if own[2] <= right and left <= own[3] and own[4] <= bottom and top <= own[5]:
                    cost += CROSSING * crosses(own[0], own[1], start, end)
        return cost

    def _length(self, start: Cell, end: Cell) -> float:
        dx, dy = abs(start[0] - end[0]), abs(start[1] - end[1])
        if dx and dy:
            return dx + dy + DIAGONAL
        return dx + dy + BLOCKED * self._taken_between(start, end)

    def _taken_between(self, start: Cell, end: Cell) -> int:
        """How many places stand on a straight way."""
        (x1, y1), (x2, y2) = sorted((start, end))
        if x1 == x2:
            return sum((x1, y) in self.taken for y in range(y1 + 1, y2))
        return sum((x, y1) in self.taken for x in range(x1 + 1, x2))
