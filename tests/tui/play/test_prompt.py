"""The prompt: its history, what is typed into it, and the story above it."""

from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.tui.play.prompt import LONGEST, History
from tests.tui.conftest import MakeApp
from tests.tui.screens import settle
from tests.tui.test_journeys import play_screen, press, say


def test_a_walk_goes_back_to_the_oldest_and_forward_to_what_was_being_typed() -> None:
    past = History(lambda: ["first", "second"])
    assert [past.back("half"), past.back("x"), past.back("x")] == ["second", "first", None]
    assert [past.forward(), past.forward(), past.forward()] == ["second", "half", None]


def test_the_past_is_loaded_when_a_walk_begins_and_anew_after_it_was_left() -> None:
    told = ["one"]
    past = History(lambda: told)
    assert past.forward() is None
    assert past.back("") == "one"
    told.append("two")
    past.leave()
    assert past.back("") == "two"


def test_nothing_said_yet_is_no_history() -> None:
    assert History(list).back("half") is None


async def test_a_message_of_thousands_of_digits_is_a_message(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("9" * 5000)
        await press(pilot, "enter")
        assert "99999" in play_screen(app).source.entry(1).text


async def test_pages_of_the_story_are_turned_from_the_prompt(make_app: MakeApp) -> None:
    told = ScriptedNarrator([Turn(text="\n\n".join(f"Row {number}." for number in range(60)))], default="…")
    app = make_app(narrator=told, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "go on")
        chat = play_screen(app).chat
        await press(pilot, "h", "a", "l", "f")
        end = chat.scroll_y
        await press(pilot, "pageup")
        assert chat.scroll_y < end
        await press(pilot, "pagedown", "pagedown")
        assert chat.scroll_y == end
        assert play_screen(app).prompt.text == "half", "the draft and the place to type stay"
        assert app.focused is play_screen(app).prompt


async def burst(pilot: Pilot[None], keys: str) -> None:
    """Keys as a fast hand or a program sends them: all there before the first is read."""
    for character in keys:
        key = {"\r": "enter", "\x14": "ctrl+t", "\x06": "ctrl+f"}.get(character, character)
        pilot.app.post_message(Key(key, character))
    await settle(pilot)


async def test_what_is_typed_right_after_enter_stays(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await burst(pilot, "look around\rhello")
        assert play_screen(app).source.text(1) == "look around"
        assert play_screen(app).prompt.text == "hello"


async def test_a_draft_stays_when_another_reply_is_asked_for(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await burst(pilot, "half")
        await press(pilot, "ctrl+r")
        assert play_screen(app).prompt.text == "half"


async def test_what_is_typed_right_after_a_key_goes_into_the_dialog_it_opens(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await burst(pilot, "\x14fish")
        assert app.screen.query_one(Input).value == "fish"
        await press(pilot, "escape")
        assert play_screen(app).prompt.text == ""
        await burst(pilot, "\x06quay")
        assert play_screen(app).query_one("#search", Input).value == "quay"


async def test_a_paste_that_is_no_message_is_left_and_told(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        prompt = play_screen(app).prompt
        prompt.put("mine ")
        prompt.post_message(Paste("x" * LONGEST))
        await settle(pilot)
        assert prompt.text == "mine "
        assert any("50,000" in one.message for one in app._notifications)
        prompt.post_message(Paste("x" * (LONGEST - 5)))
        await settle(pilot)
        assert len(prompt.text) == LONGEST
