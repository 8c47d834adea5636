"""A request that the server refuses as too long: the limit is learned, the prompt cut and sent again, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.narrator.openai_client import OpenAINarrator
from rpg.narrator.protocol import Failure, NarratorError, Request, Traits
from rpg.narrator.scripted import SCRIPT, Script, ScriptedNarrator, Turn
from rpg.runtime.sheets import sheet_of
from rpg.session.events import FailedEvent, NoticeEvent, SavedEvent, StartedEvent
from rpg.session.limits import learn_limit, limit_of
from rpg.session.session import Session
from tests.fakes.openai_server import DEFAULT_MODEL, FakeServer
from tests.session.stories import moves, new_session, played

LONG = "The rain goes on, and nobody says a word about it. " * 12
MODEL = Traits("test", "m", 8000)


def too_long(limit: int | None = None) -> Turn:
    return Turn(error=NarratorError(Failure.CONTEXT_TOO_LONG, "too long", limit=limit))


def size(request: Request) -> int:
    return sum(len(message.content) for message in request.messages)


async def long_story(folder: Path, *turns: Turn | Callable[[Request], Turn], window: int = 9000) -> Session:
    """A story of twenty turns with a scripted model, then `turns`."""
    narrator = ScriptedNarrator(
        Script([Turn(text=LONG)] * 20 + list(turns)), traits=replace(SCRIPT, window=window)
    )
    session = new_session(folder, narrator)
    for _ in range(20):
        await played(session.play("I wait and listen."))
    return session


def requests(session: Session) -> list[Request]:
    assert isinstance(session.narrator, ScriptedNarrator)
    return session.narrator.requests[20:]


async def test_the_limit_is_learned_and_the_prompt_cut_and_sent_again_in_the_same_turn(
    tmp_path: Path,
) -> None:
    session = await long_story(tmp_path, too_long(5000), Turn(text="Good."))
    events = await played(session.play("And now?"))
    first, second = requests(session)
    assert size(second) < size(first)
    assert isinstance(events[-1], SavedEvent)
    assert sum(isinstance(event, StartedEvent) for event in events) == 1
    notice = next(event for event in events if isinstance(event, NoticeEvent))
    assert (notice.code, notice.action, notice.values) == (
        "context_limit",
        "context",
        {"limit": 5000, "window": 9000},
    )
    assert session.plan("next").space.window == 5000


async def test_the_scene_is_never_what_is_cut(tmp_path: Path) -> None:
    session = await long_story(tmp_path, too_long(5000), Turn(text="Good."))
    await played(session.play("And now?"))
    state = session.head_state
    for owner in (("location", "quay"), ("character", "mira")):
        sheet = max(sheet_of(state, owner).splitlines(), key=len)
        assert all(any(sheet in m.content for m in request.messages) for request in requests(session))


async def test_a_second_refusal_ends_the_turn_and_the_story_stays_usable(tmp_path: Path) -> None:
    session = await long_story(tmp_path, too_long(5000), too_long(5000), Turn(text="Better."))
    events = await played(session.play("And now?"))
    assert isinstance(events[-1], FailedEvent)
    assert events[-1].code == Failure.CONTEXT_TOO_LONG
    assert len(requests(session)) == 2
    await played(session.retry())
    assert session.log(session.log_length - 1, session.log_length)[0].text == "Better."


async def test_a_limit_that_the_scene_cannot_fit_is_refused_with_the_panel_and_nothing_more_sent(
    tmp_path: Path,
) -> None:
    session = await long_story(tmp_path, too_long(1600))
    events = await played(session.play("And now?"))
    assert len(requests(session)) == 1
    notice = next(event for event in events if isinstance(event, NoticeEvent))
    assert (notice.code, notice.action) == ("context_limit_refused", "context")
    assert isinstance(events[-1], FailedEvent)
    report = session.report("And now?")
    assert report["refused"]
    assert report["actions"]


@pytest.mark.parametrize("told", [None, 9000, 20_000])
async def test_a_limit_that_was_kept_means_a_wrong_count_and_a_third_is_left_free(
    tmp_path: Path, told: int | None
) -> None:
    session = await long_story(tmp_path, too_long(told), Turn(text="Good."))
    events = await played(session.play("And now?"))
    assert isinstance(events[-1], SavedEvent)
    assert session.plan("next").space.window == 6000


async def test_a_refusal_after_a_tool_call_keeps_what_was_called(tmp_path: Path) -> None:
    session = await long_story(tmp_path, Turn(calls=[moves("market")]), too_long(6000), Turn(text="Noise."))
    events = await played(session.play("to the market"))
    assert isinstance(events[-1], SavedEvent)
    assert session.head_state.player_location == "market"
    _, before, after = requests(session)
    assert (
        [m.role for m in after.messages].count("tool") == [m.role for m in before.messages].count("tool") == 1
    )


async def test_text_that_has_come_is_kept_and_not_told_twice(tmp_path: Path) -> None:
    broken = Turn(text="The rain", error=NarratorError(Failure.CONTEXT_TOO_LONG, limit=5000))
    session = await long_story(tmp_path, broken)
    events = await played(session.play("And now?"))
    assert isinstance(events[-1], FailedEvent)
    assert len(requests(session)) == 1
    assert session.attempts()[-1].content.text == "The rain"


async def test_a_servers_own_words_teach_the_limit_over_the_wire(tmp_path: Path) -> None:
    with FakeServer() as server:
        session = new_session(tmp_path, OpenAINarrator(server.url, DEFAULT_MODEL))
        server.refuse(400, {"message": "This model's maximum context length is 6000 tokens.", "code": 400})
        server.reply("Good.")
        events = await played(session.play("hello"))
        assert isinstance(events[-1], SavedEvent)
        assert session.plan("next").space.window == 6000
        await session.close()


def test_what_was_learned_holds_until_window_or_count_change() -> None:
    store: dict[str, object] = {}
    assert limit_of(store, MODEL, 8000) is None
    assert learn_limit(store, MODEL, 8000, 4096) == 4096
    assert limit_of(store, MODEL, 8000) == 4096
    assert limit_of(store, MODEL, 16_000) is None
    assert limit_of(store, replace(MODEL, model="other"), 8000) is None
    store["calibration test m"] = {"ratios": [1.3]}
    assert limit_of(store, MODEL, 8000) is None


@pytest.mark.parametrize(
    "odd", [None, 3, {"believed": 8000}, {"believed": 8000, "limit": "x", "factor": None}]
)
def test_what_cannot_be_read_teaches_nothing(odd: object) -> None:
    assert limit_of({"limit test m": odd}, MODEL, 8000) is None
