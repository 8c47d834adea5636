"""Panels as they are painted, in both languages and at both sizes. See `tests/tui/screens.py`."""

from __future__ import annotations

import pytest

from rpg.narrator.discover import LocalServer
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.events import ApprovalEvent
from rpg.session.models import Offer
from rpg.tui.first import screen as first
from rpg.tui.play.base import TurnEvent
from rpg.tui.rows.view import RowView
from tests.tui.conftest import MakeApp
from tests.tui.screens import SMALL, check_golden, check_sizes, settle
from tests.tui.test_golden import SAID, languages, sizes
from tests.tui.test_journeys import play_screen, press
from tests.tui.test_panels import delete_first_turn, move

ABOUT = {"en": "ledger", "zh": "账册"}
FOUND = LocalServer("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b", "llama3.2:3b"))


@languages
async def test_panels(make_app: MakeApp, language: str) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=SMALL) as pilot:
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
            "pulse": "alt+n",
            "place": "alt+l",
        }
        play_screen(app).prompt.put(ABOUT[language])
        for name, key in keys.items():
            await press(pilot, key)
            await check_sizes(pilot, f"{name}-{language}")
            await press(pilot, "escape")
        await press(pilot, "f2", "w", "down", "enter")
        await check_sizes(pilot, f"whatif-{language}")
        await press(pilot, "escape", "f3", "enter")
        await check_sizes(pilot, f"person-{language}")


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
        panel.query_one(RowView).scroll_home(animate=False, immediate=True)  # its length moved the rows
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


CARDS = {
    "en": (
        {
            "title": "Tide table",
            "rows": [["High water", "06:10"], ["Low water", "12:25"]],
            "bars": [{"label": "Lamp oil", "value": 3, "max": 10}],
            "table": {"columns": ["Boat", "Crew"], "rows": [["Petrel", "4"], ["Wren", "2"]]},
        },
        {"question": "Where do you put the lamp?", "choices": ["On the sill", "In the drain", "Nowhere"]},
        "The clerk pushes a paper across the desk.",
        "I wait.",
    ),
    "zh": (
        {
            "title": "潮汐表",
            "rows": [["满潮", "06:10"], ["枯潮", "12:25"]],
            "bars": [{"label": "灯油", "value": 3, "max": 10}],
            "table": {"columns": ["船", "人手"], "rows": [["海燕号", "四人"], ["鹪鹩号", "两人"]]},
        },
        {"question": "灯放在哪里？", "choices": ["窗台上", "沟里", "哪儿也不放"]},
        "书记把一张纸推过桌面。",
        "我等着。",
    ),
}


@languages
async def test_cards_dice_and_choices(make_app: MakeApp, language: str) -> None:
    card, menu, text, words = CARDS[language]
    dice = {"dice": "2d6+3", "who": "player", "reason": words}
    narrator = ScriptedNarrator(
        [
            Turn(text=text, calls=[("show_widget", card), ("roll_dice", dice), ("ask_user_input", menu)]),
            Turn(text=text),
            Turn(text=text),
        ]
    )
    app = make_app(language, narrator, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put(words)
        await press(pilot, "enter")
        await check_sizes(pilot, f"cards-{language}")
        await press(pilot, "2", "enter")
        session = play_screen(app).session
        assert [entry.text for entry in session.log(3, 4)] == [menu["choices"][1]]


WORDS = {
    "en": (
        "mira tavern",
        "Off with you.",
        "Further.",
        "Mira walks off.",
        "Mira sits down in the tavern.",
        "tavern",
    ),
    "zh": ("shen tea", "你走吧。", "再远些。", "沈漪走开了。", "沈漪在茶馆坐下。", "茶馆"),
}


@languages
async def test_a_search_a_misfit_and_a_question_for_leave(make_app: MakeApp, language: str) -> None:
    ids, first, second, walks, sits, words = WORDS[language]
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
            play_screen(app).prompt.put(said)
            await press(pilot, "enter")
        await delete_first_turn(pilot)
        await check_sizes(pilot, f"drift-{language}")
        await press(pilot, "alt+t", "n")
        await check_sizes(pilot, f"drift-timeline-{language}")
        await press(pilot, "escape", "alt+a", *words, "enter")
        await check_sizes(pilot, f"search-{language}")
        await press(pilot, "escape")
        play_screen(app).post_message(TurnEvent(ApprovalEvent("r1", "fetch", "GET http://127.0.0.1/tides")))
        await settle(pilot)
        await check_sizes(pilot, f"approval-{language}")
