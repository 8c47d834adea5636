"""A list of prose keeps the indent of its options and breaks Chinese where Chinese may be broken."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from rpg.text.cells import cell_width
from rpg.tui.rows.prose_list import ProseList
from tests.tui.screens import settle

ROWS = (
    (Content("雨港\n  连雨四十日的江边小城，第三天夜里洪峰将到，闸只能往一边开。"), "rain"),
    (Content("Low Water\n  A drought has given back a drowned village, and a [bag] of letters."), "low"),
)


class ListApp(App[None]):
    def compose(self) -> ComposeResult:
        yield ProseList()

    def on_mount(self) -> None:
        self.query_one(ProseList).put(ROWS)


async def test_options_are_wrapped_anew_at_every_width() -> None:
    app = ListApp()
    async with app.run_test(size=(40, 24)) as pilot:
        for width in (40, 24, 90):
            shown = app.query_one(ProseList)
            await pilot.resize_terminal(width, 24)
            for _ in range(200):
                if shown.outer_size.width == width:
                    break
                await pilot.pause()
            await settle(pilot)
            for index, (content, id) in enumerate(ROWS):
                option = shown.get_option_at_index(index)
                assert option.id == id
                wrapped = str(option.prompt).split("\n")
                assert "".join("".join(wrapped).split()) == "".join(content.plain.split())
                assert all(line.startswith("  ") for line in wrapped[1:])
                assert all(cell_width(line) <= shown.scrollable_content_region.width for line in wrapped)
                assert not any(line.strip().startswith(("，", "。")) for line in wrapped)


async def test_other_options_take_the_place_of_the_old_ones() -> None:
    app = ListApp()
    async with app.run_test(size=(40, 24)) as pilot:
        shown = app.query_one(ProseList)
        shown.put([(Content("One"), "one")])
        await pilot.resize_terminal(60, 24)
        await settle(pilot)
        assert [option.id for option in shown.options] == ["one"]
