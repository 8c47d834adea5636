"""The play screen in every state a turn can be in. See `tests/tui/screens.py`."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.tui.application import RpgApp
from rpg.tui.play.screen import PlayScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import SMALL, check_golden, check_sizes, settle
from tests.tui.test_golden import languages
from tests.tui.test_journeys import play_screen, press, say
from tests.tui.test_panels import move

RAIN = {
    "en": (
        "The rain goes on. It drums on the **boards** and on the *boats*.\n\n> Nobody sails today.\n\n"
        "- rope\n- lamp oil\n\n“You could wait,” says Mira Vale.",
        "I wait.",
        "Walk back along the quay until the lamps end.",
    ),
    "zh": (
        "雨还在下，打在**木板**上，打在*船*上。\n\n> 今天没有船出海。\n\n- 缆绳\n- 灯油\n\n“你可以等等，”沈漪说。",
        "我等着。",
        "沿着渡口往回走，一直走到灯火尽头。",
    ),
}
FOUND = {"en": "boats", "zh": "今天"}


async def begin(pilot: Pilot[None], words: str, wait: Wait) -> None:
    """Send words and stop where the reply stands still."""
    assert isinstance(pilot.app, RpgApp)
    assert wait.reached is not None
    play_screen(pilot.app).prompt.put(words)
    await pilot.press("enter")
    await wait.reached.wait()
    await pilot.pause()
    play_screen(pilot.app).chat.flush()
    await pilot.pause()


@languages
async def test_a_reply_that_comes_breaks_off_and_fails(make_app: MakeApp, language: str) -> None:
    text, words, more = RAIN[language]
    first, second = (Wait(asyncio.Event(), asyncio.Event()) for _ in range(2))
    narrator = ScriptedNarrator(
        [
            Turn(text=text, wait=first, wait_after=0),
            Turn(text=text, wait=second, wait_after=30),
            Turn(text=text, disconnect_after=24),
            Turn(error=Failure.NO_SERVER),
        ]
    )
    app = make_app(language, narrator, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        await begin(pilot, words, first)
        await check_sizes(pilot, f"play-waiting-{language}", still=True)
        first.event.set()
        await settle(pilot)
        await begin(pilot, more, second)
        await check_sizes(pilot, f"play-writing-{language}", still=True)
        await press(pilot, "escape")
        await check_sizes(pilot, f"play-stopped-{language}")
        await press(pilot, "ctrl+r")
        await check_sizes(pilot, f"play-broken-off-{language}")
        await press(pilot, "ctrl+r")
        await check_sizes(pilot, f"play-failed-{language}")


@languages
async def test_looking_back_and_what_is_done_with_a_message(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    text, words, more = RAIN[language]
    narrator = ScriptedNarrator([Turn(text=text)] * 3 + [Turn(calls=[move(op="move_player", to="market")])])
    app = make_app(language, narrator, playing=True)
    monkeypatch.setattr(app, "NOTIFICATION_TIMEOUT", 600)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await settle(pilot)
        for said in (words, more, words):
            await say(pilot, said)
        await press(pilot, "ctrl+r")
        await press(pilot, "ctrl+f", *FOUND[language], "enter")
        await check_sizes(pilot, f"play-find-{language}")
        await pilot.resize_terminal(*SMALL)
        await press(pilot, "escape", "f6", "home")
        play_screen(app).chat.begin_reply()
        play_screen(app).chat.append(text)
        play_screen(app).chat.flush()
        await settle(pilot)
        check_golden(app, f"play-scrolled-up-{language}-80")
        play_screen(app).chat.end_reply()
        await press(pilot, "end", "ctrl+up")
        await check_sizes(pilot, f"play-chosen-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"message-menu-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"play-copied-{language}")
        app.clear_notifications()
        for name, keys in AFTER.items():
            if isinstance(app.screen, PlayScreen):
                app.screen.chat.focus()
            await press(pilot, *keys)
            await check_sizes(pilot, f"{name}-{language}")
            if name not in STAYING:
                await press(pilot, "escape")


AFTER = {
    "message-edit": ("enter", "down", "down", "down", "enter"),
    "message-events": ("x", "ctrl+s"),
    "message-delete": ("enter", *["down"] * 4, "enter"),
    "message-insert": ("enter", *["down"] * 5, "enter"),
    "message-insert-words": ("enter",),
    "message-state": ("ctrl+up", "enter", "end", "enter"),
}
"""Keys from the message that is chosen, or from the screen before."""

STAYING = {"message-edit", "message-insert"}
"""Screens from which the next one is reached."""


SHED = {"en": ("A shed of crates", "Crates and a tarpaulin."), "zh": ("木箱棚", "几只木箱，一块油布。")}
PEOPLE = {"en": ("mira", "tomas", "tavern"), "zh": ("shen", "luo", "tea")}
WET = {"en": ("soaked to the skin", "warming to you"), "zh": ("浑身湿透", "渐渐亲近")}


@languages
async def test_map_people_and_company(make_app: MakeApp, language: str) -> None:
    (name, summary), (one, other, place) = SHED[language], PEOPLE[language]
    condition, relationship = WET[language]
    quay = "quay" if language == "en" else "dock"
    shed = {"op": "create_location", "id": "shed", "name": name, "summary": summary, "connect_to": quay}
    person = {"character": one, "condition": condition, "relationship": relationship}
    told = {"op": "move_character", "character": other, "to": place}
    narrator = ScriptedNarrator(
        [
            Turn(
                calls=[
                    move(**{**shed, "description": summary}),
                    ("update_character", person),
                    move(op="follow", character=one),
                ]
            ),
            Turn(text=summary),
            Turn(calls=[move(**told)]),
            Turn(text=summary),
        ]
    )
    app = make_app(language, narrator, playing=True)
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot)
        for words in RAIN[language][1:]:
            await say(pilot, words)
        await press(pilot, "f5")
        check_golden(app, f"drawer-temporary-{language}-80")
        await press(pilot, "ctrl+o")
        check_golden(app, f"drawer-whole-{language}-80")
        await press(pilot, "escape")
        await check_sizes(pilot, f"play-whole-{language}")
        await press(pilot, "ctrl+o")
        await check_sizes(pilot, f"play-temporary-{language}")
        await press(pilot, "f3")
        await check_sizes(pilot, f"people-{language}")
        await press(pilot, "enter")
        await check_sizes(pilot, f"person-facts-{language}")
        await press(pilot, "escape", "ctrl+t")
        await check_sizes(pilot, f"travel-followers-{language}")
        await press(pilot, "x", "q")
        await check_sizes(pilot, f"travel-nothing-{language}")
        await press(pilot, "escape", "f8", "f8", "ctrl+t", "tab", "space")
        await check_sizes(pilot, f"travel-company-{language}")
