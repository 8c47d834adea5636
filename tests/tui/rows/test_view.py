"""A list of any length makes only the rows that are seen."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from rpg.tui.rows.view import RowView
from tests.tui.screens import screen_text


class Rows(App[None]):
    """A list and what it said."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        yield RowView()

    def on_mount(self) -> None:
        self.rows.show(self.count, lambda index, width: Content(f"[row] {index} of {width}"))
        self.rows.focus()

    @property
    def rows(self) -> RowView:
        return self.query_one(RowView)

    def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        self.chosen.append(message.index)


async def test_ten_thousand_rows_cost_what_is_seen() -> None:
    app = Rows(10_000)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        await pilot.press("end", "up", "enter")
        await pilot.pause()
        assert app.chosen == [9_998]
        assert "[row] 9999 of" in screen_text(app)
        assert app.rows.made < 100


async def test_keys_move_the_cursor_and_stay_inside() -> None:
    app = Rows(25)
    async with app.run_test(size=(40, 10)) as pilot:
        for keys, at in (
            (["up"], 0),
            (["down"] * 3, 3),
            (["pagedown"], 12),
            (["pagedown"] * 4, 24),
            (["home"], 0),
        ):
            await pilot.press(*keys)
            assert app.rows.highlighted == at


async def test_a_click_moves_and_two_choose() -> None:
    app = Rows(25)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.pause()
        await pilot.click(RowView, offset=(3, 4))
        assert app.rows.highlighted == 4
        assert app.chosen == []
        await pilot.click(RowView, offset=(3, 4), times=2)
        await pilot.pause()
        assert app.chosen == [4]


async def test_no_rows_are_no_trouble() -> None:
    app = Rows(0)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("down", "end", "enter", "pageup")
        assert app.rows.highlighted is None
        assert app.chosen == []
