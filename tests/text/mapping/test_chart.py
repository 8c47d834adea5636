"""Maps join what is joined, cover nothing, and stay as they are while places are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.text.mapping import Chart, Ink, MapEdge, MapNode, chart_text, draw_chart
from rpg.text.mapping.grid import place_nodes

TOWN = [
    "灯塔",
    "雨港",
    "码头仓库",
    "鱼市",
    "醉鲸酒馆",
    "下水道",
    "王宫",
    "钟楼",
    "旧城门",
    "墓园",
    "御花园",
    "图书馆",
]
WAYS = [
    (0, 1),
    (1, 2),
    (1, 3),
    (2, 5),
    (3, 4),
    (4, 5),
    (3, 8),
    (5, 9),
    (8, 9),
    (6, 7),
    (7, 8),
    (6, 10),
    (7, 11),
    (10, 11),
]

BITS = {"│": "NS", "╎": "NS", "─": "EW", "╌": "EW", "╭": "ES", "╮": "SW", "╰": "NE", "╯": "NW"}
STEP = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def town(**hidden: Any) -> tuple[list[MapNode], list[MapEdge]]:
    nodes = [
        MapNode(str(i), name, here=i == 1, shown=str(i) not in hidden.get("hide", ()))
        for i, name in enumerate(TOWN)
    ]
    return nodes, [MapEdge(str(a), str(b)) for a, b in WAYS]


def glyphs(chart: Chart) -> dict[tuple[int, int], str]:
    """The characters of ways by cell."""
    found = {}
    for y, line in enumerate(chart.lines):
        x = 0
        for run in line:
            if run.ink in (Ink.WAY, Ink.LOCKED):
                found.update({(x + n, y): glyph for n, glyph in enumerate(run.text)})
            x += cell_width(run.text)
    return found


def traced(chart: Chart) -> set[frozenset[str]]:
    """The pairs of places that the drawn lines really join, followed character by character."""
    ways = glyphs(chart)
    pairs: set[frozenset[str]] = set()
    for box in chart.boxes:
        sides = [(box.x - 1, box.y, "W"), (box.x + box.width, box.y, "E")]
        sides += [(box.x + n, box.y - 1, "N") for n in range(box.width)]
        sides += [(box.x + n, box.y + 1, "S") for n in range(box.width)]
        for x, y, heading in sides:
            if BACK[heading] in BITS.get(ways.get((x, y), ""), ""):
                pairs.add(frozenset((box.id, _follow(chart, ways, x, y, heading))))
    return pairs


def _follow(chart: Chart, ways: dict[tuple[int, int], str], x: int, y: int, heading: str) -> str:
    while (place := chart.at(x, y)) is None:
        bits = BITS[ways[(x, y)]]
        if BACK[heading] in bits:  # else another way passes over this one
            heading = bits.replace(BACK[heading], "")
        x, y = x + STEP[heading][0], y + STEP[heading][1]
    return place


def test_a_town_of_twelve_places_without_crossings() -> None:
    chart = draw_chart(*town())
    assert (
        chart_text(chart)
        == """\
  [码头仓库]─╮  [灯塔]
      │      │    │
╭──[下水道]  ╰──▐雨港▌
│     │           │
│ [醉鲸酒馆]────[鱼市]
│                 │
╰───[墓园]─────[旧城门]───[钟楼]───[图书馆]
                            │         │
                          [王宫]───[御花园]"""
    )
    assert (chart.crossings, chart.unrouted) == (0, ())
    assert chart.width <= 60
    assert chart.height <= 13


graphs = st.integers(1, 14).flatmap(
    lambda n: st.tuples(
        st.lists(st.text(st.sampled_from("ab港口é"), min_size=1, max_size=9), min_size=n, max_size=n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=n + 4),
    )
)


@given(graphs)
@settings(max_examples=60, deadline=None)
def test_lines_join_exactly_the_places_that_have_a_way(graph) -> None:
    names, pairs = graph
    nodes = [MapNode(str(i), name) for i, name in enumerate(names)]
    edges = [MapEdge(str(a), str(b)) for a, b in pairs]
    chart = draw_chart(nodes, edges)
    wanted = {frozenset((e.start, e.end)) for e in edges if e.start != e.end}
    missing = {frozenset((e.start, e.end)) for e in chart.unrouted}
    assert traced(chart) == wanted - missing


@given(graphs)
@settings(max_examples=40, deadline=None)
def test_boxes_stand_where_the_chart_says_and_never_touch(graph) -> None:
    names, pairs = graph
    chart = draw_chart(
        [MapNode(str(i), n) for i, n in enumerate(names)], [MapEdge(str(a), str(b)) for a, b in pairs]
    )
    assert {box.id for box in chart.boxes} == {str(i) for i in range(len(names))}
    for line, y in zip(chart.lines, range(chart.height), strict=True):
        x = 0
        for run in line:
            if run.id:
                assert chart.at(x, y) == chart.at(x + cell_width(run.text) - 1, y) == run.id
            x += cell_width(run.text)
        assert x <= chart.width
    cells = [(box.x + n, box.y) for box in chart.boxes for n in range(-1, box.width)]
    assert len(cells) == len(set(cells))


def test_places_found_later_leave_the_others_in_order() -> None:
    foggy, whole = draw_chart(*town(hide=("5", "9", "0"))), draw_chart(*town())
    for a in foggy.boxes:
        for b in foggy.boxes:
            one, other = whole.box(a.id), whole.box(b.id)
            assert one is not None
            assert other is not None
            assert (a.y < b.y) == (one.y < other.y)
    assert {box.id for box in foggy.boxes} == {str(i) for i in range(12)} - {"5", "9", "0"}


@given(st.lists(st.integers(0, 11), min_size=1, max_size=5))
@settings(max_examples=25, deadline=None)
def test_temporary_places_move_no_other(doors: list[int]) -> None:
    nodes, edges = town()
    before = place_nodes(nodes, edges)
    for number, door in enumerate(doors):
        nodes.append(MapNode(f"t{number}", "hut", temporary=True))
        edges.append(MapEdge(f"t{number}", str(door)))
        after = place_nodes(nodes, edges)
        assert {place: after[place] for place in before} == before
        assert len(set(after.values())) == len(after)
        before = after


def test_a_sheet_is_laid_out_once_whoever_is_where_and_whatever_was_seen() -> None:
    nodes, edges = town()
    seen = [replace(node, here=node.id == "7", visited=False, shown=node.id != "3") for node in nodes]
    ways = [replace(edge, locked=True, shown=False) for edge in edges]
    assert place_nodes(seen, ways) is place_nodes(nodes, edges)


def test_the_authors_positions_stand() -> None:
    nodes = [
        MapNode("a", "A", fixed=(10, 4)),
        MapNode("b", "B", fixed=(2, 4)),
        MapNode("c", "C", fixed=(2, 0)),
        MapNode("d", "D"),
    ]
    cells = place_nodes(nodes, [MapEdge("a", "b"), MapEdge("d", "a")])
    assert (cells["a"], cells["b"], cells["c"]) == ((1, 1), (0, 1), (0, 0))
    assert cells["d"] not in (cells["a"], cells["b"], cells["c"])


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (MapNode("a", "Quay", here=True), "▐Quay▌"),
        (MapNode("a", "Quay", visited=False), "(Quay)"),
        (MapNode("a", "Hut", temporary=True), "┆Hut┆"),
        (MapNode("a", "North", gate=True), "‹North›"),
        (MapNode("a", "The Governor's Summer House"), "[The Governor's…]"),
    ],
)
def test_a_place_shows_what_it_is(node: MapNode, text: str) -> None:
    assert chart_text(draw_chart([node], [])) == text


@pytest.mark.parametrize(
    ("edge", "line"),
    [
        (MapEdge("a", "b", locked=True), "[A]─×─[B]"),
        (MapEdge("a", "b", dashed=True), "[A]╌╌╌[B]"),
        (MapEdge("a", "b", one_way=True), "[A]──▸[B]"),
        (MapEdge("a", "b", shown=False), "[A]   [B]"),
    ],
)
def test_a_way_shows_what_it_is(edge: MapEdge, line: str) -> None:
    nodes = [MapNode("a", "A", fixed=(0, 0)), MapNode("b", "B", fixed=(1, 0))]
    assert chart_text(draw_chart(nodes, [edge])) == line


def test_neighbours_on_the_sheet_by_direction() -> None:
    chart = draw_chart(*town())
    assert chart.neighbour("1", 0, -1) == "0"
    assert chart.neighbour("1", -1, 0) == "5"
    assert chart.neighbour("8", 1, 0) == "7"
    assert chart.neighbour("0", 0, -1) is None


def test_nothing_known_is_an_empty_sheet() -> None:
    assert draw_chart([], []) == draw_chart([MapNode("a", "A", shown=False)], [])


def test_a_large_sheet_is_laid_out_place_by_place() -> None:
    nodes = [MapNode(str(i), f"P{i}") for i in range(120)]
    edges = [MapEdge(str(i), str(i // 3)) for i in range(1, 120)]
    cells = place_nodes(nodes, edges)
    assert len(set(cells.values())) == 120
