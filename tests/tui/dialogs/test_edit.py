"""Long texts are changed on any screen: the line that is written stays in view."""

from __future__ import annotations

import pytest

from rpg.tui.application import RpgApp
from rpg.tui.dialogs.edit import EditDialog
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import press

LEAD = (
    "What this is for, told at such a length that it takes three lines of a narrow screen, or four of them."
)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_the_last_line_is_seen_while_it_is_written(make_app: MakeApp, size: tuple[int, int]) -> None:
    app: RpgApp = make_app()
    kept: list[str | None] = []
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        app.push_screen(EditDialog("\n".join(str(n) for n in range(40)), lead=LEAD), kept.append)
        await settle(pilot)
        await press(pilot, *["pagedown"] * 24, "end", *" last")
        assert "39 last" in screen_text(app)
        await press(pilot, "ctrl+s")
    assert kept[0] is not None
    assert kept[0].endswith("39 last")


async def test_changed_words_are_not_lost_by_one_key(make_app: MakeApp) -> None:
    app: RpgApp = make_app()
    left: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.push_screen(EditDialog("as it was"), left.append)
        await settle(pilot)
        await press(pilot, "x", "escape")
        assert not left
        assert "again drops" in screen_text(app)
        await press(pilot, "y", "escape")
        assert not left, "typing on takes the question back"
        await press(pilot, "escape")
        assert left == [None]


async def test_unchanged_words_are_left_at_once(make_app: MakeApp) -> None:
    app: RpgApp = make_app()
    left: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.push_screen(EditDialog("as it was"), left.append)
        await settle(pilot)
        await press(pilot, "escape")
        assert left == [None]
