"""Tools in a running session: menus end a turn, outside tools ask first, results stay with the turn."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rpg.config.config import load_config
from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import Turn
from rpg.session.events import ApprovalEvent, CancelledEvent, SavedEvent
from rpg.session.session import Session
from rpg.timeline.nodes import ResultPart, WidgetPart
from tests.session.outside import (
    approvals,
    play_server,
    runs,
    session_with,
    told,
    tool_events,
    weather,
)
from tests.session.stories import moves, new_session, played, reopened, telling

ASK = ("ask_user_input", {"question": "Where to?", "choices": ["The market", "Stay here"]})
LOOK = ("weather", {"city": "x"})


def results(session: Session) -> list[dict[str, Any]]:
    """What the tools of the last reply answered."""
    (entry,) = session.log(session.log_length - 1, session.log_length)
    return [json.loads(part.result) for part in entry.parts if isinstance(part, ResultPart)]


# -- menus and cards ------------------------------------------------------------------------


async def test_a_question_ends_the_turn_with_a_menu_and_a_number_answers_it(tmp_path: Path) -> None:
    narrator = telling(Turn(text="Two ways.", calls=[ASK]), Turn(text="Off you go."))
    session = new_session(tmp_path, narrator)
    events = await played(session.play("hello"))
    assert isinstance(events[-1], SavedEvent)
    assert len(narrator.requests) == 1
    assert session.menu is not None
    assert session.menu.choices == ("The market", "Stay here")
    await played(session.play("1"))
    assert [entry.text for entry in session.log(1, 9)] == ["hello", "Two ways.", "The market", "Off you go."]
    assert session.menu is None


async def test_a_menu_survives_a_restart_and_words_answer_it_too(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Two ways.", calls=[ASK])))
    await played(session.play("hello"))
    session = reopened(session, telling(Turn(text="Up.")))
    assert session.menu is not None
    await played(session.play("I climb the mast"))
    assert session.log(3, 4)[0].text == "I climb the mast"


async def test_undoing_a_turn_brings_its_menu_back(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Two ways.", calls=[ASK]), Turn(text="On.")))
    await played(session.play("hello"))
    await played(session.play("2"))
    await session.undo()
    assert session.menu is not None
    assert session.draft == "Stay here"


async def test_a_reply_that_is_only_a_question_says_it_in_words(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(calls=[ASK])))
    await played(session.play("hello"))
    (entry,) = session.log(2, 3)
    assert entry.text == "Where to?"
    assert any(isinstance(part, WidgetPart) for part in entry.parts)


async def test_calls_of_the_same_round_run_before_the_menu_ends_the_turn(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Well.", calls=[ASK, moves("market")])))
    await played(session.play("hello"))
    assert session.head_state.player_location == "market"


async def test_a_card_stands_in_the_reply_and_the_story_goes_on(tmp_path: Path) -> None:
    card = ("show_widget", {"title": "Prices", "rows": [["Rope", "2"]]})
    session = new_session(tmp_path, telling(Turn(calls=[card]), Turn(text="Dear, you think.")))
    await played(session.play("hello"))
    (entry,) = session.log(2, 3)
    (part,) = [part for part in entry.parts if isinstance(part, WidgetPart)]
    assert part.kind == "card"
    assert entry.text == "Dear, you think."


# -- approvals ------------------------------------------------------------------------------


def asking(*turns: Turn) -> list[Turn]:
    return [turn for one in turns for turn in (Turn(calls=[LOOK]), one)]


async def test_the_question_shows_exactly_what_would_run(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*asking(Turn(text="Wet."))), weather(tmp_path))
    events = await told(session, "hello", "once")
    (asked,) = approvals(events)
    assert asked.tool == "weather"
    assert asked.choices == ("once", "session", "always", "no")
    assert asked.detail.splitlines()[:2] == [str(tmp_path / "weather.py"), '< {"city": "x"}']
    assert "cannot be undone" in asked.detail
    assert json.loads(results(session)[0]["content"]) == {"sky": "rain of 1"}
    assert runs(tmp_path) == 1
    await session.close()


@pytest.mark.parametrize(
    ("first", "asked_again", "times"), [("once", 1, 2), ("session", 0, 2), ("always", 0, 2), ("no", 1, 1)]
)
async def test_once_session_always_and_no(tmp_path: Path, first: str, asked_again: int, times: int) -> None:
    narrator = telling(*asking(Turn(text="Wet."), Turn(text="Wetter.")))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    await told(session, "hello", first)
    again = await told(session, "and now?", "once")
    assert len(approvals(again)) == asked_again
    assert runs(tmp_path) == times
    await session.close()


async def test_always_is_written_into_the_configuration(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*asking(Turn(text="Wet."))), weather(tmp_path))
    await told(session, "hello", "always")
    await session.close()
    assert load_config(session.services.paths.config_file).get("tools.weather.approval") == "allow"


async def test_a_refusal_goes_back_to_the_model_and_the_story_goes_on(tmp_path: Path) -> None:
    narrator = telling(*asking(Turn(text="You keep your eyes shut.")))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    (event,) = tool_events(await told(session, "hello", "no"))
    assert event.refused == "declined"
    assert "declined" in narrator.requests[-1].messages[-1].content
    assert session.log(2, 3)[0].text == "You keep your eyes shut."
    assert runs(tmp_path) == 0


async def test_a_word_that_is_no_choice_means_no(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*asking(Turn(text="On."))), weather(tmp_path))
    (event,) = tool_events(await told(session, "hello", "certainly"))
    assert event.refused == "declined"


@pytest.mark.parametrize(
    ("approve", "settings", "refused", "times"),
    [
        ((), {}, "not_approved", 0),
        (("weather",), {}, "", 1),
        (("other",), {}, "not_approved", 0),
        ((), {"tools.weather.approval": "allow"}, "", 1),
        (("weather",), {"tools.weather.approval": "never"}, "approval_never", 0),
        (("weather",), {"tools.weather.enabled": False}, "switched_off", 0),
    ],
)
async def test_headless_a_tool_runs_only_when_it_was_allowed_by_name(
    tmp_path: Path, approve: tuple[str, ...], settings: dict[str, Any], refused: str, times: int
) -> None:
    values = {**weather(tmp_path), **settings}
    narrator = telling(*asking(Turn(text="On.")))
    session = session_with(tmp_path, narrator, values, asks=False, approve=approve)
    events = await told(session)
    assert approvals(events) == []
    assert [event.refused for event in tool_events(events)] == [refused]
    assert runs(tmp_path) == times
    await session.close()


async def test_cancelling_at_the_question_runs_nothing(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*asking(Turn(text="On."))), weather(tmp_path))
    events = []
    async for event in session.play("hello"):
        events.append(event)
        if isinstance(event, ApprovalEvent):
            task = asyncio.ensure_future(session.cancel())
    await task
    assert isinstance(events[-1], CancelledEvent)
    assert runs(tmp_path) == 0


async def test_a_rule_of_the_game_is_never_asked_about(tmp_path: Path) -> None:
    settings = {"tools.edit_location_registry.approval": "ask"}
    session = session_with(tmp_path, telling(Turn(calls=[moves("market")]), Turn(text="Loud.")), settings)
    assert approvals(await told(session)) == []
    assert session.head_state.player_location == "market"


# -- results stay with the turn -------------------------------------------------------------


async def test_a_retry_offers_the_result_that_is_there(tmp_path: Path) -> None:
    narrator = telling(*asking(Turn(text="Wet."), Turn(text="Soaked.")))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    await told(session, "hello", "once")
    events = await told(session, "", "keep", retry=True)
    (asked,) = approvals(events)
    assert asked.choices == ("keep", "once", "no")
    assert json.loads(results(session)[0]["content"]) == {"sky": "rain of 1"}
    assert runs(tmp_path) == 1


async def test_a_new_result_may_be_approved_on_a_retry(tmp_path: Path) -> None:
    narrator = telling(*asking(Turn(text="Wet."), Turn(text="Soaked.")))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    await told(session, "hello", "session")
    await told(session, "", "once", retry=True)
    assert json.loads(results(session)[0]["content"]) == {"sky": "rain of 2"}
    assert runs(tmp_path) == 2


@pytest.mark.parametrize("asks", [True, False])
async def test_an_allowed_tool_gives_the_same_result_on_a_retry(tmp_path: Path, asks: bool) -> None:
    narrator = telling(*asking(Turn(text="Wet."), Turn(text="Soaked.")))
    values = weather(tmp_path, **{"tools.weather.approval": "allow"})
    session = session_with(tmp_path, narrator, values, asks=asks)
    await told(session)
    assert approvals(await told(session, retry=True)) == []
    assert runs(tmp_path) == 1


async def test_other_arguments_run_anew_on_a_retry(tmp_path: Path) -> None:
    other = ("weather", {"city": "y"})
    narrator = telling(*asking(Turn(text="Wet.")), Turn(calls=[other]), Turn(text="Dry."))
    values = weather(tmp_path, **{"tools.weather.approval": "allow"})
    session = session_with(tmp_path, narrator, values)
    await told(session)
    await told(session, retry=True)
    assert runs(tmp_path) == 2


async def test_a_result_of_a_reply_that_broke_off_is_kept(tmp_path: Path) -> None:
    narrator = telling(*asking(Turn(error=Failure.OVERLOADED), Turn(text="Wet.")))
    values = weather(tmp_path, **{"tools.weather.approval": "allow"})
    session = session_with(tmp_path, narrator, values)
    await told(session)
    session = reopened(session)
    await told(session, retry=True)
    assert json.loads(results(session)[0]["content"]) == {"sky": "rain of 1"}
    assert runs(tmp_path) == 1


async def test_an_identical_call_in_the_same_turn_runs_once(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[LOOK]), Turn(calls=[LOOK, LOOK]), Turn(text="Wet."))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    events = await told(session, "hello", "once")
    assert len(approvals(events)) == 1
    assert len(tool_events(events)) == 3
    assert runs(tmp_path) == 1


# -- servers --------------------------------------------------------------------------------

SERVER = {"mcp.servers.sky.url": "http://127.0.0.1:9/mcp", "mcp.servers.sky.use": True}


async def test_a_servers_tool_is_offered_asked_about_and_called(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[("sky__stars", {"hour": 3})]), Turn(text="Many."))
    session = session_with(tmp_path, narrator, SERVER)
    calls = play_server(session, "sky", {"stars": "nine \x1b[1mstars"})
    (asked,) = approvals(await told(session, "hello", "once"))
    assert asked.detail.startswith('http://127.0.0.1:9/mcp\nstars {\n "hour": 3\n}')
    assert calls == [("stars", {"hour": 3})]
    assert results(session)[0]["content"] == "nine stars"
    assert "sky__stars" in {tool.name for tool in narrator.requests[0].tools}


async def test_a_server_that_is_away_does_not_delay_a_turn(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[("sky__stars", {})]), Turn(text="Clouds."))
    session = session_with(tmp_path, narrator, SERVER)
    events = await told(session)
    assert isinstance(events[-1], SavedEvent)
    assert [event.refused for event in tool_events(events)] == ["unknown_tool"]
    (row,) = [row for row in session.tool_rows() if row.source == "mcp"]
    assert (row.name, row.reasons) == ("sky__*", ("server_offline",))
    await session.close()


async def test_what_is_offered_is_what_the_listing_says(tmp_path: Path) -> None:
    narrator = telling(Turn(text="Hm."))
    session = session_with(tmp_path, narrator, {**SERVER, **weather(tmp_path)})
    play_server(session, "sky", {"stars": "x"})
    rows = session.tool_rows()
    await told(session)
    assert {row.name for row in rows if row.available} == {t.name for t in narrator.requests[0].tools}


async def test_without_room_outside_tools_are_withheld_and_not_run(tmp_path: Path) -> None:
    long = {"tools.weather.description": "x " * 9000, "context.window": 5000}
    narrator = telling(Turn(calls=[LOOK]), Turn(text="Hm."))
    session = session_with(tmp_path, narrator, {**weather(tmp_path), **long})
    (row,) = [row for row in session.tool_rows() if row.name == "weather"]
    assert row.reasons == ("no_context_left",)
    (event,) = tool_events(await told(session, "hello", "once"))
    assert event.refused == "no_context_left"
    assert "weather" not in {tool.name for tool in narrator.requests[0].tools}
    assert runs(tmp_path) == 0


async def test_a_custom_description_is_what_the_model_is_told_until_it_is_reset(tmp_path: Path) -> None:
    narrator = telling(Turn(text="Hm."), Turn(text="Hm."))
    session = session_with(tmp_path, narrator, weather(tmp_path))
    session.describe_tool("look_up", "Peek.")
    await told(session)
    assert "Peek." in {tool.description for tool in narrator.requests[0].tools}
    assert [row.custom for row in session.tool_rows() if row.name == "look_up"] == [True]
    session.describe_tool("look_up", None)
    await told(session, "again")
    assert "Peek." not in {tool.description for tool in narrator.requests[1].tools}


async def test_rewriting_shows_a_diff_and_saves_nothing(tmp_path: Path) -> None:
    narrator = telling(Turn(text='"Peek at far things."'))
    session = session_with(tmp_path, narrator, {})
    made = await session.rewrite_description("look_up")
    assert made.after == "Peek at far things."
    assert "+Peek at far things." in made.diff
    assert [row.custom for row in session.tool_rows() if row.name == "look_up"] == [False]
