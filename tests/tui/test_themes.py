"""Themes and colours of the terminal."""

from __future__ import annotations

import pytest

from rpg.tui.themes import NAMES, following
from tests.tui.conftest import MakeApp
from tests.tui.screens import rows, screen_text, settle


def test_the_next_theme_goes_round() -> None:
    names = [NAMES[0]]
    for _ in NAMES:
        names.append(following(names[-1]))
    assert names == [*NAMES, NAMES[0]]
    assert following("unknown") == NAMES[0]


async def test_every_theme_paints_the_same_words(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        before, looks = screen_text(app), set()
        for _ in NAMES:
            await pilot.press("ctrl+l")
            await settle(pilot)
            assert screen_text(app) == before
            style = rows(app)[1][0].style
            looks.add(str(style.bgcolor) if style else "")
        assert len(looks) == len(NAMES)


async def test_no_color_paints_in_grey(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert app.no_color
        assert "Mira Vale" in screen_text(app)
