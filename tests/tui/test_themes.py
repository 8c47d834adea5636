"""Themes and colours of the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.theme import Theme

from rpg.tui.application import RpgApp
from rpg.tui.themes import NAMES, THEMES, following
from tests.tui.conftest import MakeApp
from tests.tui.game import services
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


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
async def test_the_look_that_was_chosen_is_worn_from_the_first_paint(tmp_path: Path, theme: Theme) -> None:
    edges = services(tmp_path)
    edges = replace(edges, config=edges.config.with_value("theme", theme.name))
    app = RpgApp(edges)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.theme == theme.name
        assert app.has_class(f"-theme-{theme.name}", "-dark-mode" if theme.dark else "-light-mode")
        style = rows(app)[0][0].style
        assert style is not None
        assert style.bgcolor is not None
        assert style.bgcolor.get_truecolor().hex == theme.background
        worn = app.theme_variables["primary"]
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert app.theme_variables["primary"] != worn
        assert not app.has_class(f"-theme-{theme.name}")
