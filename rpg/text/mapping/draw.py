"""Boxes and ways as characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rpg.text.cells import Ambiguous, cell_width, cut
from rpg.text.mapping.lattice import ports
from rpg.text.mapping.model import Box, Cell, ChartRun, Ink, MapEdge, MapNode
from rpg.text.mapping.spacing import Spacing

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_GLYPHS = {
    NORTH | SOUTH: "│",
    EAST | WEST: "─",
    EAST | SOUTH: "╭",
    SOUTH | WEST: "╮",
    NORTH | EAST: "╰",
    NORTH | WEST: "╯",
}
_DASHED = {"│": "╎", "─": "╌"}
_ARROWS = {(1, 0): "▸", (-1, 0): "◂", (0, 1): "▾", (0, -1): "▴"}
_FRAMES = {
    Ink.PLACE: ("[", "]"),
    Ink.HERE: ("▐", "▌"),
    Ink.HEARSAY: ("(", ")"),
    Ink.TEMPORARY: ("┆", "┆"),
    Ink.GATE: ("‹", "›"),
}


def ink_of(node: MapNode) -> Ink:
    """How a place is drawn."""
    if node.here:
        return Ink.HERE
    if node.gate:
        return Ink.GATE
    if node.temporary:
        return Ink.TEMPORARY
    return Ink.PLACE if node.visited else Ink.HEARSAY


def framed(node: MapNode, label_cells: int, ambiguous: Ambiguous = 1) -> str:
    """The box of a place as text."""
    left, right = _FRAMES[ink_of(node)]
    return left + cut(node.label, label_cells, ambiguous=ambiguous) + right


class Canvas:
    """Single characters of ways and whole boxes, gathered into lines of runs."""

    def __init__(self, spacing: Spacing) -> None:
        self._spacing = spacing
        self._ways: dict[Cell, tuple[str, Ink]] = {}
        self._boxes: list[tuple[Box, str, Ink]] = []

    def box(self, node: MapNode, cell: Cell, text: str, ambiguous: Ambiguous) -> Box:
        """Draw a place."""
        width = cell_width(text, ambiguous)
        x, y = self._spacing.box(cell, width)
        box = Box(node.id, x, y, width, node.gate)
        self._boxes.append((box, text, ink_of(node)))
        return box

    def way(
        self, edge: MapEdge, points: Sequence[Cell], start: tuple[Cell, Box], end: tuple[Cell, Box]
    ) -> None:
        """Draw a way along lattice points, from box to box (each with its grid cell)."""
        corners = [
            _edge_of(points[0], *start, self._spacing),
            *(self._spacing.point(point) for point in points),
            _edge_of(points[-1], *end, self._spacing),
        ]
        cells = list(_walk(corners))
        if not cells:
            return
        first = _away(points[0], start[0])
        last = _away(points[-1], end[0])
        for index, cell in enumerate(cells):
            back = cells[index - 1] if index else (cell[0] - first[0], cell[1] - first[1])
            on = cells[index + 1] if index + 1 < len(cells) else (cell[0] - last[0], cell[1] - last[1])
            self._ink(cell, _bit(cell, back) | _bit(cell, on), edge.dashed)
        if edge.one_way:
            self._ways[cells[-1]] = (_ARROWS[(-last[0], -last[1])], Ink.WAY)
        if edge.locked:
            self._ways[cells[len(cells) // 2]] = ("×", Ink.LOCKED)

    def _ink(self, cell: Cell, mask: int, dashed: bool) -> None:
        glyph = _GLYPHS.get(mask, "·")
        glyph = _DASHED.get(glyph, glyph) if dashed else glyph
        if cell in self._ways and glyph in ("─", "╌"):
            return  # the way that goes up and down passes over
        self._ways[cell] = (glyph, Ink.WAY)

    def lines(self, width: int, height: int) -> tuple[tuple[ChartRun, ...], ...]:
        """The rows of the drawing, from the top."""
        rows: dict[int, list[tuple[int, int, str, Ink, str]]] = {y: [] for y in range(height)}
        for (x, y), (glyph, ink) in self._ways.items():
            rows[y].append((x, 1, glyph, ink, ""))
        for box, text, ink in self._boxes:
            rows[box.y].append((box.x, box.width, text, ink, box.id))
        return tuple(_runs(sorted(rows[y])) for y in range(height))


def _runs(items: Iterable[tuple[int, int, str, Ink, str]]) -> tuple[ChartRun, ...]:
    runs: list[ChartRun] = []
    x = 0
    for at, width, text, ink, place in items:
        if at > x:
            runs.append(ChartRun(" " * (at - x), Ink.BLANK))
        if runs and ink is Ink.WAY and runs[-1].ink is Ink.WAY and at == x:
            runs[-1] = ChartRun(runs[-1].text + text, ink)
        else:
            runs.append(ChartRun(text, ink, place))
        x = at + width
    return tuple(runs)


def _away(point: Cell, cell: Cell) -> Cell:
    """The step that leads from a box to the port at `point`."""
    return next(port.step for port in ports(cell) if port.point == point)


def _edge_of(point: Cell, cell: Cell, box: Box, spacing: Spacing) -> Cell:
    """The first character outside a box on the way to its port."""
    dx, dy = _away(point, cell)
    if dx:
        return (box.x + box.width if dx > 0 else box.x - 1, box.y)
    return (spacing.point(point)[0], box.y + dy)


def _walk(corners: Sequence[Cell]) -> Iterable[Cell]:
    """Every character from corner to corner, each once."""
    previous: Cell | None = None
    for x, y in corners:
        if previous is None:
            yield (x, y)
        else:
            px, py = previous
            dx, dy = (x > px) - (x < px), (y > py) - (y < py)
            while (px, py) != (x, y):
                px, py = (px + dx, py) if px != x else (px, py + dy)
                yield (px, py)
        previous = (x, y)


def _bit(cell: Cell, other: Cell) -> int:
    """The side of `cell` on which `other` lies."""
    if other[0] != cell[0]:
        return EAST if other[0] > cell[0] else WEST
    return SOUTH if other[1] > cell[1] else NORTH


def labels(nodes: Sequence[MapNode], label_cells: int, ambiguous: Ambiguous) -> Mapping[str, str]:
    """The box text of each place."""
    return {node.id: framed(node, label_cells, ambiguous) for node in nodes}
