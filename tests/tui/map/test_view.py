"""The map is walked by keyboard or mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from rpg.tui.map.sheet import map_sheet
from rpg.tui.map.view import MapView
from tests.tui.map.towns import town


class Atlas(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield MapView()

    def on_mount(self) -> None:
        self.query_one(MapView).show(map_sheet(town()))

    def on_map_view_place_chosen(self, event: MapView.PlaceChosen) -> None:
        self.chosen.append(event.place)


@pytest.fixture
async def pilot() -> AsyncIterator[Pilot[None]]:
    async with Atlas().run_test(size=(40, 12)) as pilot:
        pilot.app.query_one(MapView).focus()
        await pilot.pause()
        yield pilot


def view_of(pilot: Pilot[None]) -> MapView:
    return pilot.app.query_one(MapView)


def chosen(pilot: Pilot[None]) -> list[str]:
    assert isinstance(pilot.app, Atlas)
    return pilot.app.chosen


def screen(view: MapView) -> str:
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


async def test_a_small_map_stands_in_the_middle_with_names_as_text(pilot: Pilot[None]) -> None:
    assert "▐The Quay▌" in screen(view_of(pilot))
    assert "‹The [Head]›" in screen(view_of(pilot))


async def test_arrows_and_enter_choose_a_place(pilot: Pilot[None]) -> None:
    view = view_of(pilot)
    quay, market = view.chart.box("quay"), view.chart.box("market")
    assert quay is not None
    assert market is not None
    key = (
        ("left" if market.x < quay.x else "right")
        if quay.y == market.y
        else ("up" if market.y < quay.y else "down")
    )
    await pilot.press(key, "enter")
    assert chosen(pilot) == ["market"]


async def test_enter_on_the_own_place_goes_nowhere(pilot: Pilot[None]) -> None:
    await pilot.press("enter")
    assert chosen(pilot) == []


async def test_a_click_on_a_place_chooses_it(pilot: Pilot[None]) -> None:
    view = view_of(pilot)
    lines = screen(view).split("\n")
    row = next(y for y, line in enumerate(lines) if "Market" in line)
    await pilot.click(MapView, offset=(lines[row].index("Market"), row))
    assert chosen(pilot) == ["market"]


async def test_the_same_sheet_is_not_drawn_again(pilot: Pilot[None]) -> None:
    view = view_of(pilot)
    before = view.charts
    view.show(map_sheet(town()))
    assert view.charts == before


async def test_a_narrow_pane_scrolls_to_the_cursor(pilot: Pilot[None]) -> None:
    await pilot.resize_terminal(16, 5)
    await pilot.pause()
    assert "The Quay" in screen(view_of(pilot))
