"""The line on top is one line, whatever stands in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from rpg.text.cells import cell_width
from rpg.tui.play.header import HeaderBar, header_line
from tests.tui.screens import rows

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


@pytest.mark.parametrize("tone", ["ok", "tight", "blocked"])
async def test_the_meter_has_the_colour_of_its_state_and_nothing_else_has(tone: str) -> None:
    class Bar(App[None]):
        def compose(self) -> ComposeResult:
            yield HeaderBar()

    app = Bar()
    async with app.run_test(size=(60, 4)) as pilot:
        bar = app.query_one(HeaderBar)
        bar.left, bar.right, bar.tone = ("Harbour",), ("script", "██ 90%"), tone
        await pilot.pause()
        colors = {part: style.color for text, style, _ in rows(app)[0] if style for part in text.split()}
        assert (colors["90%"] != colors["Harbour"]) is (tone != "ok")
        assert colors["script"] == colors["Harbour"]
