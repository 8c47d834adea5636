"""Title, wizard and first start as they are painted, in every state. See `tests/tui/screens.py`."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from rpg.session.models import Offer
from rpg.tui.application import RpgApp
from rpg.tui.first import screen as first
from rpg.tui.settings.screen import SettingsScreen
from rpg.tui.title import TitleScreen
from tests.tui.conftest import MakeApp
from tests.tui.game import WORLD_OF, WORLDS, begun
from tests.tui.screens import SMALL, check_sizes, settle
from tests.tui.test_first import BROKEN, WORKS
from tests.tui.test_golden import languages
from tests.tui.test_journeys import press
from tests.tui.test_more_panels_golden import worlds_here

NAMES = {
    "en": ("the long rain", "a debt", "what the ferryman said about the lamp", "first", "torn"),
    "zh": ("一场长雨", "一笔旧债", "摆渡人说起那盏灯的时候究竟是什么意思", "first", "残卷"),
}
AGO = (0, 90, 3 * 3600, 86_400, 9 * 86_400)
"""Seconds since each of the saves was written."""


@languages
async def test_title(make_app: MakeApp, language: str) -> None:
    app = make_app(language)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await check_sizes(pilot, f"title-empty-{language}")
        for key, name in (("f1", "help-title"), ("ctrl+p", "palette-title")):
            await press(pilot, key)
            await check_sizes(pilot, f"{name}-{language}")
            await press(pilot, "escape")
        await press(pilot, "s")
        assert isinstance(app.screen, SettingsScreen)
        app.screen.query_one(".lead").display = False  # the folder of the test stands there
        await settle(pilot)
        await check_sizes(pilot, f"settings-title-{language}")
        await press(pilot, "escape")
        many_saves(app, language)
        assert isinstance(app.screen, TitleScreen)
        app.screen.list_saves()
        await settle(pilot)
        await check_sizes(pilot, f"title-many-{language}")


def many_saves(app: RpgApp, language: str) -> None:
    """Saves of several ages, one of them broken, and a dozen more."""
    names = NAMES[language] + tuple(f"{number}" for number in range(1, 13))
    now = app.services.now()
    model = begun(app.services, names[0])
    for number, name in enumerate(names):
        path = model.with_name(f"{name}.rpg")
        if number:
            shutil.copy(model, path)
        if number == 4:
            path.write_bytes(b"torn")
        ago = AGO[number] if number < len(AGO) else (80 + number) * 86_400
        os.utime(path, (now - ago, now - ago))


BROKEN_WORLD = """
[world]
name = "{name}"
start = "nowhere"
opening = "?"

[locations.quay]
name = "Quay"
[[locations.quay.exits]]
to = "mist"
"""


@languages
async def test_wizard(
    make_app: MakeApp, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(language)
    begun(app.services)
    folder = worlds_here(tmp_path, monkeypatch)
    shutil.copy(WORLDS / f"{WORLD_OF[language]}.toml", folder)
    (folder / "a-broken.toml").write_text(BROKEN_WORLD.format(name="Half a world"), "utf-8")
    app.services = replace(app.services, paths=replace(app.services.paths, worlds=(folder,)))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "n")
        broken, whole = ("home", "end") if language == "en" else ("end", "home")
        await press(pilot, broken, "enter")
        await check_sizes(pilot, f"wizard-broken-{language}")
        await press(pilot, whole, "enter")
        if language == "en":
            await press(pilot, "enter")
        await check_sizes(pilot, f"wizard-question-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"wizard-premise-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"wizard-narrator-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"wizard-name-{language}")


@languages
async def test_no_worlds(make_app: MakeApp, tmp_path: Path, language: str) -> None:
    app = make_app(language)
    app.services = replace(app.services, paths=replace(app.services.paths, worlds=(tmp_path / "none",)))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "n")
        await check_sizes(pilot, f"wizard-no-worlds-{language}")


async def fill(pilot: Pilot[None], text: str) -> None:
    """Put a text into the field of the dialog in view, and press Enter."""
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


@languages
async def test_first_start(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    found: asyncio.Future[tuple[Offer, ...]] = asyncio.Future()
    reports: list[dict[str, Any]] = [BROKEN, WORKS]

    async def offered(*_: object) -> tuple[Offer, ...]:
        return await found

    async def tried(*_: object) -> dict[str, Any]:
        return reports.pop(0)

    monkeypatch.setattr(first, "offered_models", offered)
    monkeypatch.setattr(first, "try_configured", tried)
    app = make_app(language)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await pilot.press("f11")
        await pilot.pause()
        await check_sizes(pilot, f"first-searching-{language}", still=True)
        found.set_result(())
        await settle(pilot)
        await check_sizes(pilot, f"first-none-{language}")
        await press(pilot, "end", "enter")
        await check_sizes(pilot, f"first-address-{language}")
        await fill(pilot, "https://models.example/v1")
        await check_sizes(pilot, f"first-key-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"first-failed-{language}")
        await press(pilot, "end", "enter", "end", "enter")
        await fill(pilot, "http://127.0.0.1:8080/v1")
        await check_sizes(pilot, f"first-works-{language}")
