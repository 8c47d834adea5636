"""Screens as they are painted, in both languages and at both sizes. See `tests/tui/screens.py`."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn
from tests.tui.conftest import MakeApp
from tests.tui.game import begun
from tests.tui.screens import LARGE, SMALL, check_golden, check_sizes, settle
from tests.tui.test_journeys import play_screen

SIZES = [SMALL, LARGE]
SAID = {"en": ("look around", "go to the market"), "zh": ("看看四周", "去鱼市")}
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
languages = pytest.mark.parametrize("language", ["en", "zh"])


@languages
async def test_title(make_app: MakeApp, language: str) -> None:
    app = make_app(language)
    path = begun(app.services)
    os.utime(path, (app.services.now() - 7200, app.services.now() - 7200))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await check_sizes(pilot, f"title-{language}")


@languages
async def test_new_story(make_app: MakeApp, language: str) -> None:
    app = make_app(language)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("n")
        await settle(pilot)
        await check_sizes(pilot, f"wizard-world-{language}")
        await pilot.press("enter")
        await settle(pilot)
        await check_sizes(pilot, f"wizard-next-{language}")


@languages
async def test_play(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await check_sizes(pilot, f"play-opening-{language}")
        for words in SAID[language]:
            play_screen(app).prompt.put(words)
            await pilot.press("enter")
            await settle(pilot)
        await check_sizes(pilot, f"play-{language}")
        await pilot.press("ctrl+t")
        await settle(pilot)
        await check_sizes(pilot, f"travel-{language}")
        await pilot.press("escape", "f2")
        await settle(pilot)
        await check_sizes(pilot, f"context-{language}")
        await pilot.press("escape", "f1")
        await settle(pilot)
        await check_sizes(pilot, f"help-{language}")


@languages
async def test_the_drawer(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("f5")
        await settle(pilot)
        check_golden(app, f"drawer-{language}-80")


@languages
async def test_a_message_that_was_not_sent(make_app: MakeApp, language: str) -> None:
    narrator = ScriptedNarrator([Turn(text="never told")], traits=replace(SCRIPT, window=1800))
    app = make_app(language, narrator, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put(SAID[language][0])
        await pilot.press("enter")
        await settle(pilot)
        await check_sizes(pilot, f"blocked-{language}")
        await pilot.press("f2")
        await settle(pilot)
        await check_sizes(pilot, f"blocked-context-{language}")
