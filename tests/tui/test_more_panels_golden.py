"""What opens out of the panels: menus, questions, texts to read. See `tests/tui/screens.py`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn
from rpg.tui.rows.view import RowView
from tests.tui.conftest import MakeApp
from tests.tui.game import WORLD_OF, WORLDS
from tests.tui.screens import SMALL, check_sizes, settle
from tests.tui.test_golden import SAID, languages
from tests.tui.test_journeys import play_screen, press, say
from tests.tui.test_panels import delete_first_turn, move
from tests.tui.test_panels_golden import ABOUT, WORDS

Journey = dict[str, tuple[str, ...]]
"""Keys by the screen they lead to from the one before."""

BACK = ("escape",)


async def walk(pilot: Pilot[None], journey: Journey, language: str) -> None:
    """Press the keys of each screen and look at it; a screen without a name is only passed through."""
    for name, keys in journey.items():
        await press(pilot, *keys)
        await check_sizes(pilot, f"{name}-{language}")


PANELS: Journey = {
    "context-request": ("f2", "m"),
    "whatif-menu": (*BACK, "w"),
    "whatif-model": ("enter",),
    "lore-menu": (*BACK, *BACK, "f4", "enter"),
    "lore-text": ("down", "down", "enter"),
    "lore-keys": (*BACK, "enter", "down", "down", "down", "enter"),
    "lore-books": (*BACK, "b"),
    "tools-menu": (*BACK, *BACK, "alt+o", "end", "enter"),
    "tools-text": ("end", "up", "enter"),
    "preset-menu": (*BACK, *BACK, "alt+p", "down", "enter"),
    "preset-text": ("down", "enter"),
    "palette": (*BACK, *BACK, "ctrl+p"),
}
QUERY = {"en": "ma", "zh": "地"}
HANDS: Journey = {
    "hand-person": ("f3", "enter", "e"),
    "hand-lock": ("enter",),
    "hand-value": ("enter",),
    "hand-place": (*BACK, "f3", "enter", "e", "end", "enter"),
    "hand-story": (*BACK, "alt+c"),
    "hand-answer": ("end", "enter"),
}
MEMORY: Journey = {
    "memory-summary": ("alt+m", "enter"),
    "memory-written": (*"Rain.", "ctrl+s"),
    "memory-condition": ("down", "down", "enter"),
    "memory-pin-words": (*BACK, "end", "up", "up", "enter"),
    "memory-pinned": (*"x.", "ctrl+s"),
    "memory-pin-menu": ("enter",),
}
TIMELINE: Journey = {
    "timeline-menu": ("alt+t", "home", "enter"),
    "timeline-name": ("down", "enter"),
    "timeline-marked": (*"start", "enter", "m", "end"),
    "timeline-compare": ("c",),
}
SETTINGS: Journey = {
    "settings-scope": ("enter",),
    "settings-choice": ("down", "enter"),
    "settings-value": (*BACK, "home", *["down"] * 6, "enter"),
    "settings-long": (*BACK, *["down"] * 12, "enter"),
}


@languages
async def test_menus_and_texts_of_the_panels(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put(ABOUT[language])
        await walk(pilot, PANELS, language)
        await press(pilot, *QUERY[language])
        await check_sizes(pilot, f"palette-query-{language}")
        await press(pilot, "x", "q", "z")
        await check_sizes(pilot, f"palette-nothing-{language}")


@languages
async def test_changes_by_hand(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await walk(pilot, HANDS, language)


@languages
async def test_memory_and_timeline(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for words in SAID[language]:
            await say(pilot, words)
        await walk(pilot, MEMORY, language)
        await press(pilot, "escape", "escape")
        await press(pilot, "ctrl+r")
        await walk(pilot, TIMELINE, language)
        await press(pilot, "escape", "escape", "f10")
        await press(pilot, "enter")
        await check_sizes(pilot, f"play-briefing-{language}")


@languages
async def test_settings_with_a_value_open(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        play_screen(app).open_settings("session.arrival")
        await settle(pilot)
        app.screen.query_one(".lead").display = False  # the folder of the test stands there
        app.screen.query_one(RowView).scroll_home(animate=False, immediate=True)
        await settle(pilot)
        await walk(pilot, SETTINGS, language)


@languages
async def test_what_does_not_fit_is_settled(make_app: MakeApp, language: str) -> None:
    ids, first, second, walks, sits, _words = WORDS[language]
    who, there = ids.split()
    narrator = ScriptedNarrator(
        [
            Turn(calls=[move(op="move_character", character=who, to="market")]),
            Turn(text=walks),
            Turn(calls=[move(op="move_character", character=who, to=there)]),
            Turn(text=sits),
        ]
    )
    app = make_app(language, narrator, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for said in (first, second):
            await say(pilot, said)
        await delete_first_turn(pilot)
        await press(pilot, "alt+t", "n", "enter", "down", "enter")
        await check_sizes(pilot, f"resolve-{language}")


TOLD = {"en": "You walk up the steps to the Fish Market.", "zh": "你走上石阶，来到鱼市。"}


@languages
async def test_what_was_told_and_not_recorded(make_app: MakeApp, language: str) -> None:
    app = make_app(language, ScriptedNarrator([Turn(text=TOLD[language])]), playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await say(pilot, SAID[language][1])
        await check_sizes(pilot, f"play-unrecorded-{language}")


def worlds_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of worlds whose path is short and always the same."""
    monkeypatch.chdir(folder)
    (folder / "worlds").mkdir()
    return Path("worlds")


@languages
async def test_a_world_that_was_changed_or_broken(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    app = make_app(language, playing=True)
    folder = worlds_here(tmp_path, monkeypatch)
    file = folder / f"{WORLD_OF[language]}.toml"
    whole = (WORLDS / file.name).read_text("utf-8")
    file.write_text(whole.replace('[player]\nname = "', '[player]\nname = "N', 1), "utf-8")
    app.services = replace(app.services, paths=replace(app.services.paths, worlds=(folder,)))
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await check_sizes(pilot, f"world-changed-{language}")
        await press(pilot, "escape")
        file.write_text(whole.replace('to = "market"', 'to = "marmet"'), "utf-8")
        await play_screen(app).take_world()
        await settle(pilot)
        await check_sizes(pilot, f"world-problems-{language}")


@languages
async def test_a_window_that_is_tight(make_app: MakeApp, language: str) -> None:
    traits = replace(SCRIPT, window=4200)
    app = make_app(language, ScriptedNarrator([], traits=traits), playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await check_sizes(pilot, f"play-tight-{language}")
        await press(pilot, "f2")
        await check_sizes(pilot, f"context-tight-{language}")
