"""A marked key goes to the server and nowhere else."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from rpg.narrator.openai_client import OpenAINarrator
from tests.fakes.openai_server import Answer, FakeServer, event, text_chunks
from tests.narrator.helpers import MARKED_KEY, client, collect, request

ECHO = f"Incorrect API key provided: {MARKED_KEY}. Authorization: Bearer {MARKED_KEY}"


@pytest.fixture
def all_logs(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "httpx2", "httpcore2", "asyncio"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield caplog
    for name in ("openai", "httpx2", "httpcore2", "asyncio"):
        logging.getLogger(name).setLevel(logging.NOTSET)


ANSWERS = {
    "refused": Answer(
        [json.dumps({"error": {"message": ECHO}}).encode()], 401, {"Content-Type": "application/json"}
    ),
    "refused in plain words": Answer([ECHO.encode()], 400, {"Content-Type": "text/plain"}),
    "refused by a page": Answer(
        [f"<html><title>{ECHO}</title>".encode()], 403, {"Content-Type": "text/html"}
    ),
    "a page instead of a stream": Answer(
        [f"<html><title>{ECHO}</title>".encode()], 200, {"Content-Type": "text/html"}
    ),
    "plain words instead of a stream": Answer([ECHO.encode()], 200, {"Content-Type": "text/plain"}),
    "some other JSON": Answer(
        [json.dumps({"said": ECHO}).encode()], 200, {"Content-Type": "application/json"}
    ),
    "an error in the stream": Answer([*text_chunks("Once"), event({"error": {"message": ECHO}})]),
    "a refusal in its field": Answer(
        [event({"choices": [{"delta": {"refusal": ECHO}, "finish_reason": "stop"}]})]
    ),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
async def test_no_answer_can_make_the_key_appear(answer: Answer, all_logs: pytest.LogCaptureFixture) -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.default = answer
        narrator = client(server, store=store)
        events, error = await collect(narrator, request())
        assert server.chats[0].headers["authorization"] == f"Bearer {MARKED_KEY}"
    assert error is not None
    shown = [
        *map(repr, events),
        repr(error),
        str(error),
        error.detail,
        "".join(traceback.format_exception(error)),
        repr(narrator),
        repr(narrator.endpoint),
        repr(narrator.traits),
        json.dumps(store),
        all_logs.text,
    ]
    assert not [text for text in shown if "MARKED" in text]


async def test_a_key_in_the_address_is_not_shown_either() -> None:
    narrator = OpenAINarrator(f"http://user:{MARKED_KEY}@127.0.0.1:1/v1", "m")
    _, error = await collect(narrator, request())
    assert "MARKED" not in f"{narrator!r}{narrator.traits}{error!r}{error}"


async def test_a_key_in_the_address_is_not_remembered() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.refuse(400, {"error": {"message": "unknown: stream_options"}}).reply("Hello.")
        address = server.url.replace("http://", f"http://user:{MARKED_KEY}@")
        await collect(OpenAINarrator(address, "m", store=store), request())
    assert store
    assert "MARKED" not in json.dumps(store)
