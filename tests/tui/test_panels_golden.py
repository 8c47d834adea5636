"""Panels as they are painted, in both languages and at both sizes. See `tests/tui/screens.py`."""

from __future__ import annotations

import pytest

from rpg.narrator.discover import LocalServer
from rpg.session.models import Offer
from rpg.tui.first import screen as first
from tests.tui.conftest import MakeApp
from tests.tui.screens import check_golden, settle
from tests.tui.test_golden import SAID, languages, sizes
from tests.tui.test_journeys import play_screen, press

ABOUT = {"en": "ledger", "zh": "账册"}
FOUND = LocalServer("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b", "llama3.2:3b"))


@languages
@sizes
async def test_panels(make_app: MakeApp, language: str, size: tuple[int, int]) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for words in SAID[language]:
            play_screen(app).prompt.put(words)
            await press(pilot, "enter")
        await press(pilot, "ctrl+r")
        keys = {
            "timeline": "alt+t",
            "lore": "f4",
            "tools": "alt+o",
            "memory": "alt+m",
            "preset": "alt+p",
            "change": "alt+c",
            "pulse": "alt+b",
            "place": "alt+l",
        }
        play_screen(app).prompt.put(ABOUT[language])
        for name, key in keys.items():
            await press(pilot, key)
            check_golden(app, f"{name}-{language}-{size[0]}")
            await press(pilot, "escape")
        await press(pilot, "f2", "w", "down", "enter")
        check_golden(app, f"whatif-{language}-{size[0]}")
        await press(pilot, "escape", "f3", "enter")
        check_golden(app, f"person-{language}-{size[0]}")


@languages
@sizes
async def test_settings_of_a_story(make_app: MakeApp, language: str, size: tuple[int, int]) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        screen = play_screen(app)
        screen.session.set_setting("session.isolate", True)
        screen.open_settings("session.isolate")
        await settle(pilot)
        panel = app.screen
        panel.query_one(".lead").display = False  # the folder of the test stands there
        await settle(pilot)
        check_golden(app, f"settings-{language}-{size[0]}")


@languages
@sizes
async def test_first_start(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]
) -> None:
    async def offered(_config: object, _environ: object) -> tuple[Offer, ...]:
        return (Offer(FOUND.name, FOUND.address, FOUND.models),)

    monkeypatch.setattr(first, "offered_models", offered)
    app = make_app(language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "f11")
        check_golden(app, f"first-{language}-{size[0]}")
