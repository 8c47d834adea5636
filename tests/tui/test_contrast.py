"""Every look can be read: text stands out from what is behind it, and so do lines (docs/interface.md §3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.color import Color
from textual.app import App
from textual.command import CommandList, CommandPalette
from textual.geometry import Region
from textual.screen import Screen

from rpg.tui.dialogs.frame import Dialog
from rpg.tui.themes import THEMES
from tests.tui.conftest import MakeApp
from tests.tui.screens import rows, settle
from tests.tui.test_golden import SAID
from tests.tui.test_journeys import play_screen, press, say

TEXT, LINE = 4.5, 3.0
"""Least contrast of text and of lines, as the Web Content Accessibility Guidelines count it."""

LINES = frozenset("─│╭╮╰╯├┆╎╌‹›·")
BLOCKS = frozenset("█░▏▎▍▌▋▊▉▁▂▃▄▅▆▇")
"""Signs of meters and scrollbars, whose two colours are both seen on the screen behind them."""

KEYS = {
    "play": (),
    "exits": ("f6", "f6"),
    "travel": ("escape", "ctrl+t"),
    "people": ("escape", "f3"),
    "context": ("escape", "f2"),
    "timeline": ("escape", "alt+t"),
    "tools": ("escape", "alt+o"),
    "palette": ("escape", "ctrl+p"),
    "title": ("escape", "f10"),
    "new story": ("n",),
}
"""Keys that lead from one screen to the next."""


def luminance(color: Color) -> float:
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def read_in(screen: Screen[Any]) -> Region:
    """The part of a screen that is to be read."""
    match screen:
        case CommandPalette():
            return screen.query_one(CommandList).region
        case Dialog():
            return screen.query_one("#box").region
        case _:
            return screen.region


def seen(app: App[None]) -> Iterator[tuple[str, Color, Color]]:
    """Text with its two colours; below a dialog nothing is to be read."""
    region = read_in(app.screen)
    for y, row in enumerate(rows(app)):
        x = 0
        for segment in row:
            style, inside = segment.style, region.contains(x, y)
            x += segment.cell_length
            if inside and segment.text.strip() and style and style.color and style.bgcolor:
                colors = style.color, style.bgcolor
                yield segment.text.strip(), *(colors[::-1] if style.reverse else colors)


def faint(app: App[None]) -> list[str]:
    """What is too faint on the screen."""
    found = []
    for text, front, back in seen(app):
        signs = set(text) - {" "}
        least = LINE if signs <= LINES else TEXT
        if not signs <= BLOCKS and contrast(front, back) < least:
            found.append(f"{app.theme}: {text!r} {contrast(front, back):.2f}")
    return found


async def test_every_look_can_be_read_on_every_screen(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, SAID["en"][1])
        play_screen(app).prompt.put("")
        found: list[str] = []
        for name, keys in KEYS.items():
            if keys:
                await press(pilot, *keys)
            for theme in THEMES:
                app.theme = theme.name
                await pilot.pause()
                found += [f"{name} · {one}" for one in faint(app)]
        assert found == []
