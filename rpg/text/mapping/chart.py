"""A map from places and ways: the one door of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rpg.text.cells import Ambiguous, cell_width
from rpg.text.mapping.draw import Canvas, labels
from rpg.text.mapping.grid import WIDEST_LABEL, place_nodes
from rpg.text.mapping.lattice import Lattice
from rpg.text.mapping.model import Cell, Chart, MapEdge, MapNode
from rpg.text.mapping.spacing import Spacing


def draw_chart(
    nodes: Sequence[MapNode],
    edges: Sequence[MapEdge],
    *,
    label_cells: int = WIDEST_LABEL,
    ambiguous: Ambiguous = 1,
) -> Chart:
    """The map of one sheet.

    All places of the sheet are laid out, those not shown too, and the shown ones drawn; so the map stays
    as it is while places are found. Give lasting places in the order of the world and temporary ones
    after them in the order they were made.
    """
    cells = place_nodes(nodes, edges)
    shown = [node for node in nodes if node.shown]
    if not shown:
        return Chart(0, 0, (), ())
    return _drawn(
        shown, _closed_up({node.id: cells[node.id] for node in shown}), edges, label_cells, ambiguous
    )


def _closed_up(cells: Mapping[str, Cell]) -> dict[str, Cell]:
    """The same arrangement without empty rows and columns."""
    columns = sorted({c for c, _ in cells.values()})
    rows = sorted({r for _, r in cells.values()})
    return {place: (columns.index(c), rows.index(r)) for place, (c, r) in cells.items()}


def _drawn(
    nodes: Sequence[MapNode],
    cells: Mapping[str, Cell],
    edges: Sequence[MapEdge],
    label_cells: int,
    ambiguous: Ambiguous,
) -> Chart:
    lattice = Lattice(tuple(cells.values()))
    ways: list[tuple[MapEdge, list[Cell]]] = []
    unrouted: list[MapEdge] = []
    for edge in _in_order(_distinct(edges, cells), cells):
        points = lattice.route(cells[edge.start], cells[edge.end])
        if points:
            ways.append((edge, points))
        else:
            unrouted.append(edge)
    texts = labels(nodes, label_cells, ambiguous)
    spacing = Spacing(cells, {place: cell_width(text, ambiguous) for place, text in texts.items()}, lattice)
    canvas = Canvas(spacing)
    boxes = {node.id: canvas.box(node, cells[node.id], texts[node.id], ambiguous) for node in nodes}
    for edge, points in ways:
        start, end = edge.start, edge.end
        canvas.way(edge, points, (cells[start], boxes[start]), (cells[end], boxes[end]))
    return Chart(
        spacing.width,
        spacing.height,
        canvas.lines(spacing.width, spacing.height),
        tuple(sorted(boxes.values(), key=lambda box: (box.y, box.x))),
        tuple(unrouted),
        lattice.crossings,
    )


def _distinct(edges: Sequence[MapEdge], cells: Mapping[str, Cell]) -> list[MapEdge]:
    """Shown ways between drawn places, one for each pair."""
    found: dict[frozenset[str], MapEdge] = {}
    for edge in edges:
        drawn = edge.start in cells and edge.end in cells and edge.start != edge.end
        if edge.shown and drawn:
            found.setdefault(frozenset((edge.start, edge.end)), edge)
    return list(found.values())


def _in_order(edges: Sequence[MapEdge], cells: Mapping[str, Cell]) -> list[MapEdge]:
    """Straight and short ways first: they have the least choice."""

    def choice(edge: MapEdge) -> tuple[bool, int]:
        (x1, y1), (x2, y2) = cells[edge.start], cells[edge.end]
        return (x1 != x2 and y1 != y2, abs(x1 - x2) + abs(y1 - y2))

    return sorted(edges, key=choice)


def chart_text(chart: Chart) -> str:
    """The drawing as plain text, no spaces at line ends."""
    return "\n".join("".join(run.text for run in line).rstrip() for line in chart.lines)
