"""The client against a real server on loopback: what a player gets from a well-behaved one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from rpg.narrator.endpoint import Limits
from rpg.narrator.openai_client import ClientSettings, OpenAINarrator
from rpg.narrator.protocol import (
    CallMade,
    Failure,
    Finished,
    Message,
    Notice,
    TextDelta,
    ToolCall,
    Usage,
    Waiting,
)
from tests.fakes.openai_server import (
    DONE,
    Answer,
    Drop,
    Endless,
    FakeServer,
    Stall,
    chunk,
    event,
    stream,
    text_chunks,
)
from tests.narrator.helpers import QUICK, calls, client, collect, reasoning, request, story


async def test_a_reply_streams_text_then_calls_then_the_end() -> None:
    with FakeServer() as server:
        server.reply("The lamp is lit.", calls=[("move", {"to": "market"})])
        events, error = await collect(client(server), request())
    assert error is None
    assert story(events) == "The lamp is lit."
    assert [event.call.arguments for event in events if isinstance(event, CallMade)] == ['{"to":"market"}']
    assert events[-1] == Finished("tool_calls", Usage(100, 20))


async def test_without_a_model_the_first_listed_is_asked() -> None:
    with FakeServer(models=["first", "second"]) as server:
        server.reply("Hello.")
        await collect(client(server, model=""), request())
        assert server.chats[0].json["model"] == "first"


async def test_closing_the_stream_makes_the_server_stop() -> None:
    with FakeServer() as server:
        server.add(Answer([*text_chunks("Once"), Endless(text_chunks(" more")[0])]))
        narrator = client(server)
        stream = narrator.stream(request())
        await anext(stream)
        await stream.aclose()
        assert server.hung_up.wait(5)
        await narrator.close()


@pytest.mark.parametrize(
    ("step", "kind"),
    [(Drop(), Failure.DISCONNECTED), (Drop(reset=True), Failure.DISCONNECTED), (Stall(), Failure.STALLED)],
)
async def test_a_reply_that_breaks_off_has_told_what_came(step: Drop | Stall, kind: Failure) -> None:
    with FakeServer() as server:
        server.add(Answer([*text_chunks("The door opens"), step]))
        events, error = await collect(client(server), request())
    assert story(events) == "The door opens"
    assert error is not None
    assert error.kind is kind
    assert error.retryable


async def test_cancelling_before_the_first_word_makes_the_server_stop() -> None:
    with FakeServer() as server:
        server.add(Answer([Stall()]))
        narrator = client(server)
        task = asyncio.create_task(collect(narrator, request()))
        assert await asyncio.to_thread(server.arrived.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(server.hung_up.wait, 5)


def refused(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


@pytest.mark.parametrize(
    ("status", "error", "headers", "waited", "reason"),
    [
        (429, refused("Slow down"), {"Retry-After": "7"}, [7.0], "rate_limit"),
        (429, refused("Please try again in 1.5s"), {}, [1.5], "rate_limit"),
        (503, refused("Loading model"), {}, [2.0], "loading"),
        (500, "Internal Server Error", {}, [1.0], "overloaded"),
        (529, refused("Overloaded"), {}, [1.0], "overloaded"),
    ],
)
async def test_a_passing_fault_is_waited_out_visibly(
    status: int, error: object, headers: dict[str, str], waited: list[float], reason: str
) -> None:
    waits: list[float] = []
    with FakeServer() as server:
        server.refuse(status, error, headers).reply("At last.")
        events, failed = await collect(client(server, waits=waits), request())
    assert failed is None
    assert events[0] == Waiting(waited[0], f"waiting_{reason}")
    assert waits == waited
    assert story(events) == "At last."


async def test_attempts_end() -> None:
    waits: list[float] = []
    with FakeServer() as server:
        server.refuse(500, "down", times=9)
        _, error = await collect(client(server, waits=waits), request())
    assert error is not None
    assert error.kind is Failure.OVERLOADED
    assert waits == [1.0, 2.0, 4.0]


async def test_a_server_that_asks_for_too_long_a_wait_is_not_waited_for() -> None:
    waits: list[float] = []
    with FakeServer() as server:
        server.refuse(429, refused("Come back tomorrow"), {"Retry-After": "3600"})
        _, error = await collect(client(server, waits=waits), request())
    assert error is not None
    assert (error.kind, error.retryable) == (Failure.RATE_LIMIT, True)
    assert waits == []


async def test_nothing_is_sent_again_once_the_model_has_spoken() -> None:
    with FakeServer() as server:
        server.add(Answer([*text_chunks("Once"), event(refused("overloaded", code=529))])).reply(
            "Never asked."
        )
        events, error = await collect(client(server), request())
        assert len(server.chats) == 1
    assert story(events) == "Once"
    assert error is not None


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, refused("Incorrect API key provided"), Failure.WRONG_KEY),
        (404, refused("The model does not exist", code="model_not_found"), Failure.UNKNOWN_MODEL),
        (402, refused("Insufficient Balance"), Failure.NO_CREDIT),
        (400, refused("content_filter"), Failure.REFUSED),
        (404, "nothing here", Failure.NOT_A_STREAM),
    ],
)
async def test_a_final_fault_is_told_at_once(status: int, body: object, kind: Failure) -> None:
    with FakeServer() as server:
        server.refuse(status, body)
        events, error = await collect(client(server), request())
        assert len(server.chats) == 1
    assert events == []
    assert error is not None
    assert error.kind is kind


async def test_no_server_is_told_as_such() -> None:
    with FakeServer() as server:
        narrator = client(server)
    events, error = await collect(narrator, request())
    assert events == []
    assert error is not None
    assert error.kind is Failure.NO_SERVER


@pytest.mark.parametrize(
    "address", ["http://", "ftp://host/v1", "http://[broken", "not an address", "http://host:port"]
)
async def test_a_spoiled_address_is_no_server(address: str) -> None:
    _, error = await collect(OpenAINarrator(address, "m"), request())
    assert error is not None
    assert error.kind is Failure.NO_SERVER


@pytest.mark.parametrize(
    ("refusal", "gone"),
    [
        ("Unrecognized request argument supplied: stream_options", "stream_options"),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens"),
        ("gemma:2b does not support tools", "tools"),
    ],
)
async def test_what_is_refused_once_is_never_sent_again(refusal: str, gone: str) -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.refuse(400, refused(refusal)).reply("One.").reply("Two.")
        events, error = await collect(client(server, store=store), request())
        assert (story(events), error) == ("One.", None)
        await collect(client(server, store=store), request())
        asked = [gone in chat.json for chat in server.chats]
    assert asked == [True, False, False]


async def test_refusals_one_after_the_other_are_all_adapted_to() -> None:
    with FakeServer() as server:
        for refusal in (
            "Unknown parameter: stream_options",
            "System role not supported",
            "does not support tools",
            "Unsupported parameter: max_tokens, use max_completion_tokens",
        ):
            server.refuse(400, refused(refusal))
        server.reply("At last.")
        events, error = await collect(client(server), request())
    assert (story(events), error) == ("At last.", None)


async def test_a_server_that_refuses_everything_is_not_asked_for_ever() -> None:
    with FakeServer() as server:
        server.default = Answer(
            [b'{"error": {"message": "max_tokens, tools, stream_options: unknown"}}'],
            400,
            {"Content-Type": "application/json"},
        )
        _, error = await collect(client(server), request())
        assert len(server.chats) <= 10
    assert error is not None


async def test_a_model_without_tools_plays_through_the_text() -> None:
    with FakeServer() as server:
        server.refuse(400, refused("does not support tools"))
        server.reply('Off you go.\n\n```rpg\n{"tool": "move", "arguments": {"to": "market"}}\n```')
        narrator = client(server)
        events, error = await collect(narrator, request())
        sent = server.chats[-1].json
    assert error is None
    assert narrator.traits.tools == "text"
    assert story(events).strip() == "Off you go."
    assert [(call.name, call.arguments) for call in calls(events)] == [("move", '{"to":"market"}')]
    assert Notice("tools_as_text", {"model": "test-model"}) in events
    assert "```rpg" in sent["messages"][0]["content"]


async def test_the_true_limit_is_learned_and_remembered() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.refuse(400, refused("too long", type="exceed_context_size_error", n_ctx=2048))
        narrator = client(server, store=store)
        _, error = await collect(narrator, request())
        assert error is not None
        assert (error.kind, error.limit) == (Failure.CONTEXT_TOO_LONG, 2048)
        assert narrator.traits.window == 2048
        assert client(server, store=store).traits.window == 2048


async def test_a_set_window_counts_before_all_others() -> None:
    with FakeServer() as server:
        assert client(server, settings=ClientSettings(window=1234)).traits.window == 1234


async def test_an_api_elsewhere_than_given_is_found_under_v1() -> None:
    with FakeServer() as server:
        server.reply("Found.")
        server.route("POST", "/llm/chat/completions", Answer([b"<html>"], 404, {"Content-Type": "text/html"}))
        server.route("POST", "/llm/v1/chat/completions", Answer(stream("Found.")))
        narrator = OpenAINarrator(f"{server.root}/llm", "m", settings=ClientSettings(limits=QUICK))
        events, error = await collect(narrator, request())
    assert (story(events), error) == ("Found.", None)


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_an_address_is_taken_as_players_type_it(tail: str) -> None:
    with FakeServer() as server:
        server.reply("Found.")
        events, _ = await collect(OpenAINarrator(server.root + tail, "m"), request())
    assert story(events) == "Found."


async def test_no_models_at_all_is_an_unknown_model() -> None:
    with FakeServer(models=[]) as server:
        _, error = await collect(client(server, model=""), request())
    assert error is not None
    assert error.kind is Failure.UNKNOWN_MODEL


async def test_reasoning_goes_back_inside_a_tool_turn_once_it_is_demanded() -> None:
    call = ToolCall("c1", "move", "{}")
    turn = (
        Message("user", "Go."),
        Message("assistant", "", (call,), reasoning="I shall move."),
        Message("tool", "{}", tool_call_id="c1"),
    )
    with FakeServer() as server:
        server.refuse(
            400, refused("The reasoning_content in the thinking mode must be passed back to the API.")
        )
        server.reply("Moved.")
        events, error = await collect(client(server), request(*turn))
        first, second = (chat.json["messages"][1] for chat in server.chats)
    assert (story(events), error) == ("Moved.", None)
    assert "reasoning_content" not in first
    assert second["reasoning_content"] == "I shall move."


async def test_a_reply_that_begins_in_reasoning_is_understood_from_the_second_time_on() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.reply("Let me see.</think>Once.").reply("Let me see.</think>Twice.")
        await collect(client(server, store=store), request())
        events, _ = await collect(client(server, store=store), request())
    assert (reasoning(events), story(events)) == ("Let me see.", "Twice.")


async def test_calls_are_left_out_where_a_text_is_due() -> None:
    with FakeServer() as server:
        server.reply("Done.", calls=[("look", {})])
        events, error = await collect(client(server), request(force_text=True))
    assert error is None
    assert calls(events) == []
    assert Notice("calls_ignored", {"count": 1}) in events


async def test_what_a_provider_attaches_to_a_call_goes_back_with_it() -> None:
    extra = {"google": {"thought_signature": "s1"}}
    entry = {"index": 0, "id": "c1", "function": {"name": "move", "arguments": "{}"}, "extra_content": extra}
    with FakeServer() as server:
        server.add(Answer([event(chunk({"tool_calls": [entry]}, finish="tool_calls")), DONE])).reply("Moved.")
        narrator = client(server)
        events = [event async for event in narrator.stream(request())]
        turn = (
            Message("user", "Go."),
            Message("assistant", "", tuple(calls(events))),
            Message("tool", "{}", tool_call_id="c1"),
        )
        await collect(narrator, request(*turn))
        sent = server.chats[-1].json["messages"][1]["tool_calls"][0]
    assert sent["extra_content"] == extra


async def test_the_same_request_gives_the_same_bytes() -> None:
    with FakeServer() as server:
        server.reply("One.").reply("Two.")
        for _ in range(2):
            await collect(client(server), request())
        one, two = (chat.body for chat in server.chats)
    assert one == two


async def test_the_environment_of_the_package_goes_to_no_other_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-marked")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-marked")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-someone-else")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    with FakeServer() as server:
        server.reply("Hello.")
        _, error = await collect(OpenAINarrator(server.url, "m"), request())
        headers = str(server.chats[0].headers)
    assert error is None
    assert "marked" not in headers
    assert "someone-else" not in headers


async def test_a_proxy_is_not_used_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with FakeServer() as server:
        server.reply("Hello.")
        events, _ = await collect(client(server), request())
    assert story(events) == "Hello."


def test_importing_the_client_does_not_import_the_package() -> None:
    code = "import sys, rpg.narrator.openai_client; print('openai' in sys.modules, 'httpx2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


async def test_reasoning_that_nobody_kept_goes_back_all_the_same() -> None:
    with FakeServer() as server:
        server.reply("", calls=[("look", {})], reasoning="I shall look.")
        server.refuse(400, refused("reasoning_content is missing in an assistant message")).reply("Seen.")
        narrator = client(server)
        made = calls([event async for event in narrator.stream(request())])
        turn = (
            Message("user", "Look."),
            Message("assistant", "", tuple(made)),
            Message("tool", "{}", tool_call_id=made[0].id),
        )
        await collect(narrator, request(*turn))
        sent = server.chats[-1].json["messages"][1]
    assert sent["reasoning_content"] == "I shall look."


@pytest.mark.parametrize(("switch", "sent"), [("on", True), ("off", False), ("auto", False)])
async def test_sending_reasoning_back_can_be_switched(switch: Any, sent: bool) -> None:
    turn = (
        Message("user", "Go."),
        Message("assistant", "", (ToolCall("c1", "move", "{}"),), reasoning="Hm."),
        Message("tool", "{}", tool_call_id="c1"),
    )
    with FakeServer() as server:
        server.reply("Moved.")
        settings = ClientSettings(limits=QUICK, send_reasoning=switch)
        await collect(client(server, settings=settings), request(*turn))
        assert ("reasoning_content" in server.chats[0].json["messages"][1]) is sent


async def test_a_known_thinker_never_tells_its_reasoning_and_a_needless_doubt_is_dropped() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.reply("Let me see.</think>Once.")
        events, _ = await collect(client(server, model="deepseek-r1"), request())
        assert (reasoning(events), story(events)) == ("Let me see.", "Once.")
        server.reply("Once.", size=2).reply("Twice.", size=2)
        events, _ = await collect(client(server, model="qwq", store=store), request())
        assert [event for event in events if isinstance(event, TextDelta)] == [TextDelta("Once.")]
        events, _ = await collect(client(server, model="qwq", store=store), request())
        assert len([event for event in events if isinstance(event, TextDelta)]) == 3


async def test_a_connection_is_used_again() -> None:
    with FakeServer() as server:
        server.reply("One.").reply("Two.")
        narrator = client(server)
        for _ in range(2):
            async for _ in narrator.stream(request()):
                pass
        await narrator.close()
        assert len({chat.peer for chat in server.chats}) == 1


async def test_nothing_is_waited_for_behind_the_end_of_a_reply() -> None:
    patient = ClientSettings(limits=Limits(idle=1000, first=1000, linger=0.01))
    with FakeServer() as server:
        server.add(Answer([event(chunk({"content": "Once."}, finish="stop")), Stall()]))
        events, error = await collect(client(server, settings=patient), request())
    assert (story(events), error) == ("Once.", None)
