"""A turn on the screen when things do not go well, and what is typed meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from textual import events
from textual.widget import Widget

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn, Wait
from rpg.session.events import ApprovalEvent
from rpg.tui.chatlog.log import ChatLog
from rpg.tui.map.view import MapView
from rpg.tui.play.base import TurnEvent
from rpg.tui.play.panes import ExitList, PeopleList
from rpg.tui.play.screen import PlayScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import rows, screen_text, settle
from tests.tui.test_journeys import here, play_screen, press, say, session_of


async def test_foreign_text_is_shown_as_text(make_app: MakeApp) -> None:
    evil = "A [red]sign[/] says [/b] \x1b[31mRUN\x1b[0m [@click=app.quit]x[/] \u202eok"
    app = make_app(narrator=ScriptedNarrator([Turn(text=evil)], piece=len(evil)), playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "[bold]look[/bold]")
        assert "A [red]sign[/] says [/b] RUN [@click=app.quit]x[/] ok" in " ".join(screen_text(app).split())
        assert "[bold]look[/bold]" in screen_text(app)


async def test_a_failed_reply_says_why_and_is_asked_for_again(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator([Turn(error=Failure.NO_SERVER), Turn(text="The rain stops.")])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "wait")
        assert "^R asks for one" in screen_text(app)
        assert "❯ wait" in screen_text(app)
        await press(pilot, "ctrl+r")
        assert "The rain stops." in screen_text(app)
        assert "^R asks for one" not in screen_text(app)


async def test_a_reply_that_broke_off_is_kept_by_key(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator([Turn(text="The rain stops. Then", disconnect_after=15)])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "wait")
        assert "The rain stops." in screen_text(app)
        assert "F7" in screen_text(app)
        await press(pilot, "f7")
        assert session_of(app).log(2, 3)[0].text.startswith("The rain stops.")
        assert "F7" not in screen_text(app)


async def test_escape_stops_a_reply_and_keeps_what_came(make_app: MakeApp) -> None:
    wait = Wait(asyncio.Event(), asyncio.Event())
    narrator = ScriptedNarrator([Turn(text="The rain goes on and on.", wait=wait, wait_after=14)])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("wait")
        await pilot.press("enter")
        assert wait.reached is not None
        await wait.reached.wait()
        await pilot.pause()
        play_screen(app).chat.flush()
        await pilot.pause()
        assert "The rain goes" in screen_text(app)
        assert "Esc stop" in screen_text(app)
        await press(pilot, "escape")
        assert "F7 keeps" in screen_text(app)
        assert session_of(app).unanswered() is not None


async def test_a_message_that_was_not_sent_stays_in_the_prompt(make_app: MakeApp) -> None:
    app = make_app(
        narrator=ScriptedNarrator([Turn(text="never")], traits=replace(SCRIPT, window=1800)), playing=True
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        assert play_screen(app).prompt.text == "look around"
        assert "Not sent, nothing charged" in screen_text(app)
        assert session_of(app).log_length == 1


async def test_a_move_by_the_narrator_is_seen_in_every_pane(make_app: MakeApp) -> None:
    move = {"operations": [{"op": "move_player", "to": "market", "with": ["mira"]}]}
    narrator = ScriptedNarrator(
        [Turn(calls=[("edit_location_registry", move)]), Turn(text="The market is loud.")]
    )
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "Take me to the market, Mira.")
        text = screen_text(app)
        assert here(app) == "market"
        assert "Fish Market" in text.splitlines()[0]
        assert "▐Fish Market▌" in text
        assert "● Mira Vale" in text
        assert "You are now at Fish Market." in text


async def test_the_draft_survives_leaving(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, *"half a")
        await press(pilot, "f10", "enter")
        assert play_screen(app).prompt.text == "half a"


async def test_words_typed_a_moment_ago_are_not_lost_by_an_act(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await press(pilot, *"half", "f8", "f8")
        assert play_screen(app).prompt.text == "look around"
        await press(pilot, "f9", "f9")
        assert play_screen(app).prompt.text == "half"


async def test_a_paste_of_many_lines_is_one_input_and_never_sends(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.post_message(events.Paste("one\r\ntwo\x1b[31m\nthree\n"))
        await settle(pilot)
        assert play_screen(app).prompt.text == "one\ntwo\nthree\n"
        assert session_of(app).log_length == 1


@pytest.mark.parametrize("key", ["ctrl+j", "alt+enter", "shift+enter"])
async def test_a_new_line_is_not_the_end(make_app: MakeApp, key: str) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "a", key, "b")
        assert play_screen(app).prompt.text == "a\nb"


async def test_earlier_words_come_back_by_arrow_keys(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await say(pilot, "wait")
        await press(pilot, "x", "up", "up")
        assert play_screen(app).prompt.text == "look around"
        await press(pilot, "down", "down")
        assert play_screen(app).prompt.text == "x"


async def test_whoever_starts_typing_types_into_the_prompt(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for _ in range(3):
            await press(pilot, "f6")
        await press(pilot, "h", "i")
        assert play_screen(app).prompt.text == "hi"


@pytest.mark.parametrize("pane", [ChatLog, MapView, ExitList, PeopleList])
async def test_fast_typing_from_any_pane_loses_nothing(make_app: MakeApp, pane: type[Widget]) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        app.screen.query_one(pane).focus()
        await settle(pilot)
        for character in "go, look around":
            app.post_message(events.Key(character, character))
        await settle(pilot)
        assert play_screen(app).prompt.text == "go, look around"


async def test_the_keyboard_reaches_every_pane_and_comes_back(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        seen = []
        for _ in range(6):
            await press(pilot, "f6")
            seen.append(type(app.focused).__name__)
        assert seen == ["ChatLog", "MapView", "ExitList", "PeopleList", "Meter", "Prompt"]


@pytest.mark.parametrize("size", [(20, 8), (40, 12), (99, 24), (100, 24), (200, 60)])
async def test_any_size_is_drawn(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await pilot.resize_terminal(*size)
        await settle(pilot)
        assert isinstance(app.screen, PlayScreen)
        assert app.screen.has_class("-narrow") == (size[0] < 100)
        longest = max(len(line.strip()) for line in screen_text(app).splitlines()[1:-1])
        assert longest <= max(size[0], 76)


async def test_a_number_names_a_choice_of_the_last_message(make_app: MakeApp) -> None:
    asked = {"question": "Where to?", "choices": ["look around", "wait an hour"]}
    told = ScriptedNarrator(
        [Turn(calls=[("ask_user_input", asked)]), Turn(text="Well?"), Turn(text="So be it.")]
    )
    app = make_app(narrator=told, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "hm")
        await say(pilot, "2")
        assert session_of(app).log(3, 4)[0].text == "wait an hour"


async def test_a_broken_off_reply_goes_on_from_where_it_was(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator(
        [Turn(text="The rain stops. Then", disconnect_after=15), Turn(text=" the sun comes.")]
    )
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "wait")
        await press(pilot, "ctrl+g")
        assert session_of(app).log(2, 3)[0].text == "The rain stops. the sun comes."
        assert screen_text(app).count("The rain stops.") == 1


async def test_a_failed_retry_brings_the_old_reply_back(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator([Turn(text="The rain stops."), Turn(error=Failure.NO_SERVER)])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "wait")
        await press(pilot, "ctrl+r")
        text = screen_text(app)
        assert text.count("The rain stops.") == 1
        assert text.index("The rain stops.") < text.index("·")


async def test_a_reply_cut_by_its_length_says_so_below_it(make_app: MakeApp) -> None:
    narrator = ScriptedNarrator([Turn(text="The rain", finish="length"), Turn(text=" stops.")])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "wait")
        assert "cut short by its length" in screen_text(app)
        await press(pilot, "ctrl+g")
        assert "cut short" not in screen_text(app)
        assert "The rain stops." in screen_text(app)


async def test_an_approval_is_asked_and_answered(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        answers: list[tuple[str, str]] = []
        screen = play_screen(app)
        screen.session.answer = lambda request, choice: answers.append((request, choice))  # type: ignore[method-assign]
        for keys in (["down", "enter"], ["escape"]):
            screen.post_message(TurnEvent(ApprovalEvent("r1", "fetch", "GET [b]http://x[/b]")))
            await settle(pilot)
            assert "GET [b]http://x[/b]" in screen_text(app)
            await press(pilot, *keys)
        assert answers == [("r1", "session"), ("r1", "no")]


async def test_words_are_changed_and_turns_deleted_from_the_menu_of_a_message(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "ctrl+up", "enter", "down", "down", "enter")
        await press(pilot, "end", "!", "ctrl+s")
        assert session_of(app).log(1, 2)[0].text.endswith("!")
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "ctrl+up", "enter", "down", "down", "down", "enter", "enter")
        assert session_of(app).log_length == 1


async def test_a_changed_world_is_offered_and_taken_only_when_wanted(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = play_screen(app)
        newer = replace(screen.session.world, name="Newer Harbour")
        screen.session.changed_world = lambda: newer  # type: ignore[method-assign]
        screen.offer_new_world()
        await settle(pilot)
        await press(pilot, "down", "enter")
        assert "Newer Harbour" in screen_text(app).splitlines()[0]


async def test_the_key_bar_is_clicked_too(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        bar = screen_text(app).splitlines()[-1]
        await pilot.click("KeyBar", offset=(bar.index("context"), 0))
        await settle(pilot)
        assert "Context" in screen_text(app)


async def test_who_comes_and_goes_while_the_player_stays_is_said_under_the_reply(make_app: MakeApp) -> None:
    away = {"operations": [{"op": "move_character", "character": "mira", "to": "market"}]}
    turn = Turn(calls=[("edit_location_registry", away)])
    app = make_app(
        narrator=ScriptedNarrator([turn, Turn(text="She nods."), Turn(text="Rain.")]), playing=True
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await say(pilot, "goodbye")
        assert "Mira Vale left for" in " ".join(screen_text(app).split())
        await say(pilot, "wait")
        assert " ".join(screen_text(app).split()).count("Mira Vale left for") == 1, (
            "it stays where it was said"
        )


async def test_words_in_the_place_of_others_that_got_no_reply_are_the_ones_shown(make_app: MakeApp) -> None:
    told = ScriptedNarrator([Turn(error=Failure.OVERLOADED), Turn(text="All good.")])
    app = make_app(narrator=told, playing=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await say(pilot, "first words")
        await say(pilot, "second words")
        assert "second words" in screen_text(app)
        assert "first words" not in screen_text(app)
        assert "All good." in screen_text(app)


async def test_the_finder_says_what_it_is_how_much_there_is_and_marks_it(make_app: MakeApp) -> None:
    app = make_app(narrator=ScriptedNarrator([], default=Turn(text="Rain on the quay.")), playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for _ in range(3):
            await say(pilot, "wait")
        await press(pilot, "ctrl+f", *"rain ", "enter")
        assert "Find rain" in " ".join(screen_text(app).split())
        assert "1 of 4" in screen_text(app)
        await press(pilot, "enter")
        assert "2 of 4" in screen_text(app)
        marked = [run.text for row in rows(app) for run in row if run.style and run.style.reverse]
        assert any("Rain" in text for text in marked)
        await press(pilot, "x")
        assert " of 4" not in screen_text(app)
        await press(pilot, "enter")
        assert "not found" in screen_text(app)
        await press(pilot, "escape")
        assert "not found" not in screen_text(app)


async def test_the_menu_of_a_message_copies_its_words_and_each_of_its_blocks(make_app: MakeApp) -> None:
    told = "On the slate:\n\n```\nA 1\nB 2\n```\n\nand below\n\n```\nC 3\n```"
    app = make_app(narrator=ScriptedNarrator([Turn(text=told)]), playing=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await say(pilot, "read")
        for downs, copied in ((0, told), (1, "A 1\nB 2"), (2, "C 3")):
            await press(pilot, "escape", "f6", "ctrl+up", "enter", *["down"] * downs, "enter")
            assert app.clipboard == copied
