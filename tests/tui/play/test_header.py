"""The line on top is one line, whatever stands in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.tui.play.header import header_line

PARTS = st.lists(st.text(st.sampled_from("ab 港"), max_size=14), max_size=3).map(tuple)


@pytest.mark.parametrize(
    ("left", "right", "width", "line"),
    [
        (("Harbour", "Quay"), ("script",), 30, "Harbour ─ Quay ──────── script"),
        (("Harbour", "Quay", ""), (), 30, "Harbour ─ Quay"),
        (("Harbour", "Quay"), ("a long narrator name", "61%"), 24, "Harbour ─ Quay ───── 61%"),
        (("Harbour", "Quay"), ("script", "61%"), 12, "Harbo… ─ 61%"),
        (("Harbour", "Quay"), ("script", "61%"), 5, "Harb…"),
        (("Harbour", "Quay"), (), 9, "Harbour…"),
    ],
)
def test_both_sides_on_one_line(left: tuple[str, ...], right: tuple[str, ...], width: int, line: str) -> None:
    assert header_line(left, right, width) == line


@given(PARTS, PARTS, st.integers(1, 60))
def test_the_line_fits(left: tuple[str, ...], right: tuple[str, ...], width: int) -> None:
    assert cell_width(header_line(left, right, width)) <= width
