"""What a server is told of its cache: only where it takes it, and dropped where it refuses it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rpg.narrator.cache_hints import KEY, CacheHint, HintSetting, hint_for
from rpg.narrator.manners import Manners
from rpg.narrator.openai_client import ClientSettings
from rpg.narrator.protocol import Message
from rpg.narrator.wire import WireSettings, build_body
from tests.fakes.openai_server import FakeServer
from tests.narrator.helpers import QUICK, client, collect, request, story

TALK = (
    Message("system", "You tell the story."),
    Message("user", "Begin."),
    Message("assistant", "It rains."),
    Message("user", "I look."),
    Message("assistant", "A quay."),
    Message("user", "I go."),
)
MARKED = {"type": "ephemeral"}


def fields(hint: CacheHint, messages: tuple[Message, ...] = TALK) -> dict[str, Any]:
    return dict(build_body(request(*messages), Manners(), WireSettings("m", hint=hint)).fields)


@pytest.mark.parametrize(
    ("setting", "address", "hint"),
    [
        ("auto", "https://api.openai.com/v1", "key"),
        ("auto", "https://openrouter.ai/api/v1", "marks"),
        ("auto", "http://127.0.0.1:8080/v1", "off"),
        ("auto", "https://api.deepseek.com", "off"),
        ("off", "https://openrouter.ai/api/v1", "off"),
        ("marks", "http://127.0.0.1:4000", "marks"),
        ("key", "http://127.0.0.1:4000", "key"),
    ],
)
def test_a_hint_goes_where_it_is_taken(setting: HintSetting, address: str, hint: CacheHint) -> None:
    assert hint_for(setting, address) == hint


def test_the_key_is_the_same_as_long_as_the_beginning_is() -> None:
    first, later = fields("key", TALK[:4]), fields("key")
    assert first[KEY] == later[KEY]
    assert fields("key", (Message("system", "Another."), *TALK[1:]))[KEY] != first[KEY]
    assert first["messages"] == fields("off", TALK[:4])["messages"]


def test_marks_stand_on_the_first_message_and_the_last_reply() -> None:
    messages = fields("marks")["messages"]
    marked = [at for at, one in enumerate(messages) if isinstance(one["content"], list)]
    assert marked == [0, 4]
    assert messages[4]["content"] == [{"type": "text", "text": "A quay.", "cache_control": MARKED}]


def test_without_a_hint_nothing_is_added() -> None:
    assert KEY not in fields("off")
    assert "cache_control" not in json.dumps(fields("off"))


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        ("key", "Unrecognized request argument supplied: prompt_cache_key"),
        ("marks", "messages[0].content: extra fields not permitted: cache_control"),
        ("marks", "Input should be a valid string: messages.0.content"),
    ],
)
async def test_a_hint_that_is_refused_is_dropped_and_remembered(hint: HintSetting, words: str) -> None:
    store: dict[str, Any] = {}
    settings = ClientSettings(limits=QUICK, cache_hints=hint)
    with FakeServer() as server:
        server.refuse(400, {"error": {"message": words}}).reply("Hello.").reply("Again.")
        events, error = await collect(client(server, settings=settings, store=store), request(*TALK))
        assert (story(events), error) == ("Hello.", None)
        await collect(client(server, settings=settings, store=store), request(*TALK))
        refused, sent, later = (one.body.decode() for one in server.chats)
    for mark in (KEY, "cache_control"):
        assert mark not in sent
        assert mark not in later
    assert KEY in refused or "cache_control" in refused
