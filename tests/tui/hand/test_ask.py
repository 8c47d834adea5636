"""Changing facts by hand: what cannot be is said, and stays to be mended."""

from __future__ import annotations

from rpg.tui.play.screen import PlayScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import play_screen, press, session_of


async def test_a_time_that_is_none_stays_to_be_mended(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+c", "down", "down", "enter", "enter", "ctrl+u", *"noonish", "enter")
        assert "noonish" in screen_text(app)
        assert not isinstance(app.screen, PlayScreen)
        await press(pilot, "ctrl+u", *"Day 2 20:00", "enter")
        assert isinstance(app.screen, PlayScreen)
        assert session_of(app).head_state.clock == (24 + 20) * 60


async def test_a_flag_is_named_and_answered_in_words(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await session_of(app).set("flag", "lamp_lit", "on")
        play_screen(app).refresh_all()
        await press(pilot, "alt+c")
        assert "Noted: lamp lit" in screen_text(app)
        await press(pilot, "end", "enter", "down", "enter")
        assert session_of(app).head_state.flag("lamp_lit") is False
