"""The client against a real server on loopback: what a player gets from a well-behaved one."""

from __future__ import annotations

import pytest

from rpg.narrator.protocol import CallMade, Failure, Finished, Usage
from tests.fakes.openai_server import Answer, Drop, Endless, FakeServer, Stall, text_chunks
from tests.narrator.helpers import client, collect, request, story


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
