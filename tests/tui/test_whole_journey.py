"""A whole evening by keyboard alone at 80×24: first start, a story of ten turns, its past changed, quit, resumed."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from rpg.session.models import Offer
from rpg.tui.application import RpgApp
from rpg.tui.first import screen as first_start
from rpg.tui.first.screen import FirstStart
from rpg.tui.map.view import MapView
from rpg.tui.play.screen import PlayScreen
from rpg.tui.title import TitleScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text
from tests.tui.test_journeys import here, play_screen, press, session_of, walk

WORDS = {
    "en": {
        "look": "look around",
        "go": "go to the market",
        "back": "go to the quay",
        "ask": "talk to Ana",
        "wait": "wait an hour",
        "where": "bell",
        "tavern": "tavern",
    },
    "zh": {
        "look": "看看四周",
        "go": "去鱼市",
        "back": "去渡口",
        "ask": "和沈漪说话",
        "wait": "等一个小时",
        "where": "茶馆",
        "tavern": "tea",
    },
}
QUAY = {"en": "quay", "zh": "dock"}


def game(pilot: Pilot[None]) -> RpgApp:
    assert isinstance(pilot.app, RpgApp)
    return pilot.app


async def no_servers(_config: object, _environ: object) -> tuple[Offer, ...]:
    return ()


async def type_and_send(pilot: Pilot[None], words: str) -> None:
    """Every character is a key; the reply has come when this returns."""
    before = session_of(game(pilot)).log_length
    await press(pilot, *words, "enter")
    assert session_of(game(pilot)).log_length > before


async def begin(pilot: Pilot[None]) -> None:
    """From the first start to the opening, taking what is offered."""
    await press(pilot)
    assert isinstance(pilot.app.screen, FirstStart)
    await press(pilot, "enter")  # the storyteller
    assert isinstance(pilot.app.screen, TitleScreen)
    await press(pilot, "n")
    for _ in range(8):
        if isinstance(pilot.app.screen, PlayScreen):
            return
        await press(pilot, "enter")
    raise AssertionError("the wizard does not end")


async def ten_turns(pilot: Pilot[None], words: dict[str, str], quay: str) -> None:
    """Moves by words, by the menu, by the map of the drawer and by the number of an exit."""
    app = game(pilot)
    for said in ("look", "go", "look"):
        await type_and_send(pilot, words[said])
    assert here(app) == "market"
    await press(pilot, "ctrl+t", *words["where"], "enter")
    assert here(app) == words["tavern"]
    await press(pilot, "f5")
    await walk(pilot, play_screen(app).query_one(MapView), quay)
    assert here(app) == quay
    await press(pilot, "escape")
    await press(pilot, "alt+1")
    assert here(app) != quay
    for said in ("back", "wait", "ask", "look"):
        await type_and_send(pilot, words[said])
    assert here(app) == quay
    assert session_of(app).state.turn == 10


async def to_the_message(pilot: Pilot[None], up: int) -> None:
    """The menu of a message, from the last one up."""
    await press(pilot, "escape", "f6", *["ctrl+up"] * up, "enter")


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_an_evening_by_keyboard_alone(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(first_start, "offered_models", no_servers)
    words, first = WORDS[language], make_app(language)
    first._first = True
    async with first.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await ten_turns(pilot, words, QUAY[language])
        session = session_of(first)
        told = session.log_length

        await press(pilot, "ctrl+r")  # another reply, and the first one again
        assert "‹2/2›" in screen_text(first)
        await press(pilot, "alt+left")
        assert "‹1/2›" in screen_text(first)

        await to_the_message(pilot, 1)  # its words changed, what happened kept
        await press(pilot, *["down"] * 3, "enter", "end", "!", "ctrl+s", "enter")
        assert "!" in session.log(told - 1, told)[0].text

        await to_the_message(pilot, 3)  # back to an earlier reply, and on from there: a branch
        await press(pilot, "down", "enter")
        assert session.log_length == told - 2
        branched = session.head
        await type_and_send(pilot, words["look"])

        await press(pilot, "alt+t", "end", "enter", "enter")  # by the timeline to the other branch
        assert isinstance(first.screen, PlayScreen)
        there = session.head
        assert there != branched
        await press(pilot, "f8")
        assert session.head != there
        await press(pilot, "f9")
        assert session.head == there

        await press(pilot, *"half")
        await press(pilot, "ctrl+q")
        story, length = session.story.state(there).hash, session.story.log(there).count
    assert first.return_code == 0

    second = RpgApp(first.services)
    async with second.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        again = session_of(second)
        assert again.head == there
        assert again.head_state.hash == story
        assert again.log_length == length
        assert play_screen(second).prompt.text == "half"
