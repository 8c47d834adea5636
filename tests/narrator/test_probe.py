"""Trying out a model tells what its server really does."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from rpg.narrator.openai_client import ClientSettings
from rpg.narrator.probe import ModelReport, detect_tools, try_model
from rpg.narrator.protocol import Failure
from rpg.narrator.server_facts import count_tokens
from tests.fakes.openai_server import Answer, FakeServer, Recorded, stream
from tests.narrator.helpers import client

JSON = {"Content-Type": "application/json"}
CALL = [("light_lamp", {"name": "Harbour"})]
BLOCK = '```rpg\n{"tool": "light_lamp", "arguments": {"name": "Harbour"}}\n```'


def ticking() -> Callable[[], float]:
    """A clock on which every look takes half a second."""
    ticks = count()
    return lambda: next(ticks) / 2


def behaving(*, native: bool = True, text: bool = True, schema: bool = True) -> Callable[[Recorded], Answer]:
    """A server with these abilities."""

    def answer(request: Recorded) -> Answer:
        asked = request.json
        if "response_format" in asked and not asked.get("stream"):
            content = '{"lit": true}' if schema else "one, two, three"
            return Answer([json.dumps({"choices": [{"message": {"content": content}}]}).encode()], 200, JSON)
        if asked.get("tools") and native:
            return Answer(stream("", CALL))
        if "```rpg" in asked["messages"][0]["content"] and text:
            return Answer(stream(BLOCK))
        return Answer(stream("one, two, three, four", size=5, usage=(10, 9)))

    return answer


async def report_of(server: FakeServer, **options: Any) -> ModelReport:
    narrator = client(server, **options)
    try:
        return await try_model(narrator, ticking())
    finally:
        await narrator.close()


async def test_a_capable_server() -> None:
    with FakeServer(models=["test-model", "other"]) as server:
        server.default = behaving()
        report = await report_of(server)
    assert (report.reachable, report.streams, report.tools, report.json_schema) == (
        True,
        True,
        "native",
        True,
    )
    assert report.models == ("test-model", "other")
    assert report.first_token == 0.5
    assert report.tokens_per_second == pytest.approx(8 / 2.0)
    assert report.error is None


async def test_a_model_that_only_knows_the_text_form() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.default = behaving(native=False, schema=False)
        report = await report_of(server, store=store)
        assert (report.tools, report.json_schema) == ("text", False)
        assert client(server, store=store).traits.tools == "text"


async def test_a_model_that_calls_nothing_is_left_with_native_calls() -> None:
    with FakeServer() as server:
        server.default = behaving(native=False, text=False)
        narrator = client(server)
        assert await detect_tools(narrator) == "native"
        await narrator.close()


async def test_a_server_that_is_not_there() -> None:
    with FakeServer() as server:
        narrator = client(server)
    report = await try_model(narrator, ticking())
    assert not report.reachable
    assert report.error is not None
    assert report.error.kind is Failure.NO_SERVER


async def test_a_wrong_key_is_in_the_report() -> None:
    with FakeServer() as server:
        server.refuse(401, {"error": {"message": "Invalid API key"}})
        report = await report_of(server)
    assert report.reachable
    assert report.error is not None
    assert report.error.kind is Failure.WRONG_KEY


async def test_a_server_without_a_list_of_models_can_be_tried() -> None:
    with FakeServer() as server:
        server.route("GET", "/v1/models", {"error": "no"}, 404)
        server.default = behaving()
        report = await report_of(server)
    assert report.reachable
    assert report.models == ()
    assert report.error is None


@pytest.mark.parametrize(
    ("routes", "model", "window", "source"),
    [
        ([], "unheard-of", None, ""),
        ([], "gpt-4o", 128_000, "known"),
        ([("GET", "/props", {"default_generation_settings": {"n_ctx": 6144}})], "m", 6144, "told"),
        ([("GET", "/v1/models", {"data": [{"id": "m", "max_model_len": 9000}]})], "m", 9000, "told"),
        ([("GET", "/v1/models", {"data": [{"id": "m", "context_length": 7000}]})], "m", 7000, "told"),
        ([("GET", "/v1/models", {"data": [{"id": "other", "context_length": 7000}]})], "m", None, ""),
        ([("GET", "/api/v0/models", {"data": [{"id": "m", "max_context_length": 9, "loaded_context_length": 5}]})], "m", 5, "told"),
        ([("GET", "/api/ps", {"models": [{"name": "m", "context_length": 8192}]})], "m", 8192, "told"),
        ([("POST", "/api/show", {"model_info": {"qwen3.context_length": 40960}})], "m", 4096, "told"),
        ([("POST", "/api/show", {"model_info": {"x.context_length": 40960}, "parameters": 'stop "x"\nnum_ctx      16384'})], "m", 16384, "told"),
        ([("POST", "/api/show", {"model_info": {"x.context_length": 2048}})], "m", 2048, "told"),
        ([("POST", "/api/show", [1]), ("GET", "/props", "x"), ("GET", "/api/ps", {"models": None})], "m", None, ""),
    ],
)  # fmt: skip
async def test_the_window_is_what_the_server_tells(
    routes: list[tuple[str, str, Any]], model: str, window: int | None, source: str
) -> None:
    with FakeServer(models=[model]) as server:
        server.default = behaving()
        for method, path, answer in routes:
            server.route(method, path, answer)
        report = await report_of(server, model=model)
    assert (report.window, report.window_source) == (window, source)


async def test_a_set_window_is_reported_as_set() -> None:
    with FakeServer() as server:
        server.default = behaving()
        report = await report_of(server, settings=ClientSettings(window=5000))
    assert (report.window, report.window_source) == (5000, "set")


def test_a_report_shows_no_key() -> None:
    assert "key" not in {name.lower() for name in ModelReport.__dataclass_fields__}


@pytest.mark.parametrize(
    ("route", "tools"),
    [
        (("GET", "/props", {"chat_template_caps": {"supports_tools": False}}), "text"),
        (("GET", "/props", {"chat_template_caps": {"supports_tools": True}}), "native"),
        (("POST", "/api/show", {"model_info": {}, "capabilities": ["completion"]}), "text"),
        (("POST", "/api/show", {"model_info": {}, "capabilities": ["completion", "tools"]}), "native"),
        (("GET", "/api/v0/models", {"data": [{"id": "test-model", "capabilities": ["tool_use"]}]}), "native"),
        (("GET", "/nothing", {}), "native"),
    ],
)
async def test_a_server_is_asked_how_its_model_takes_tools(route: tuple[str, str, Any], tools: str) -> None:
    with FakeServer() as server:
        server.route(*route)
        narrator = client(server)
        await narrator.prepare()
        await narrator.close()
    assert narrator.traits.tools == tools


async def test_each_narrator_asks_once_and_what_it_learned_is_remembered() -> None:
    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.route("GET", "/props", {"n_ctx": 3000})
        narrator = client(server, store=store)
        await narrator.prepare()
        await narrator.prepare()
        await narrator.close()
        assert len([asked for asked in server.requests if asked.path == "/props"]) == 1
        assert client(server, store=store).traits.window == 3000


async def test_preparing_for_a_server_that_is_not_there_is_no_error() -> None:
    with FakeServer() as server:
        narrator = client(server)
    await narrator.prepare()
    assert narrator.traits.window is None


@pytest.mark.parametrize(
    ("answer", "count"),
    [({"tokens": [1, 2, 3]}, 3), ({"tokens": []}, None), ({"error": "no"}, None), ([1], None)],
)
async def test_tokens_are_counted_by_a_server_that_can(answer: Any, count: int | None) -> None:
    with FakeServer() as server:
        server.route("POST", "/tokenize", answer)
        narrator = client(server)
        assert await count_tokens(narrator.endpoint, "m", "The lamp is lit.") == count
        await narrator.close()


async def test_tokens_cannot_be_counted_everywhere() -> None:
    with FakeServer() as server:
        narrator = client(server)
        assert await count_tokens(narrator.endpoint, "m", "The lamp is lit.") is None
        await narrator.close()


async def test_a_model_that_says_nothing_to_a_tool_is_no_fault_of_the_server() -> None:
    def answer(asked: Recorded) -> Answer:
        return Answer(stream("" if asked.json.get("tools") else BLOCK))

    with FakeServer() as server:
        server.default = answer
        narrator = client(server)
        assert await detect_tools(narrator) == "text"
        await narrator.close()


@pytest.mark.parametrize(
    ("answers", "held"),
    [
        ([" " * 90, '{"lit"' + " " * 90, '{"lit": false}'], True),
        (["{" + "\n" * 90] * 9, False),
        (["one, two, three", '{"lit": true}'], False),
        ([None, '{"lit": true}'], False),
    ],
)
async def test_a_form_filled_with_blanks_is_asked_for_again(answers: list[str | None], held: bool) -> None:
    waiting = iter(answers)
    plain = behaving()

    def answer(request: Recorded) -> Answer:
        if "response_format" in request.json and not request.json.get("stream"):
            content = {"choices": [{"message": {"content": next(waiting)}}]}
            return Answer([json.dumps(content).encode()], 200, JSON)
        return plain(request)

    with FakeServer() as server:
        server.default = answer
        assert (await report_of(server)).json_schema is held
