"""The shapes of nine well-known endpoints, each telling the same turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.narrator.protocol import Finished, Message, Usage
from tests.fakes.openai_server import Answer, FakeServer
from tests.narrator.helpers import calls, client, collect, reasoning, request, story

FIXTURES = Path(__file__).with_name("fixtures")
CACHED = {"openai": 1024, "llama_cpp": 1200, "deepseek": 1216, "openrouter": 0}
SILENT = {"openai", "lm_studio", "gemini"}
ENDPOINTS = (
    "openai",
    "ollama",
    "llama_cpp",
    "vllm",
    "lm_studio",
    "deepseek",
    "openrouter",
    "gemini",
    "mistral",
)


def test_every_recorded_endpoint_is_tested() -> None:
    assert {path.stem for path in FIXTURES.glob("*.sse")} == set(ENDPOINTS)


@pytest.mark.parametrize("name", ENDPOINTS)
@pytest.mark.parametrize("size", [7, 100_000])
async def test_the_turn_of_each_endpoint(name: str, size: int) -> None:
    recorded = (FIXTURES / f"{name}.sse").read_bytes()
    pieces = [recorded[at : at + size] for at in range(0, len(recorded), size)]
    with FakeServer() as server:
        server.add(Answer(pieces))
        events, error = await collect(client(server), request())
    assert error is None
    assert story(events) == "The bell rings."
    assert [(call.name, call.arguments, call.problem) for call in calls(events)] == [
        ("move", '{"to":"market"}', "")
    ]
    assert reasoning(events) == ("" if name in SILENT else "They want to go.")
    assert events[-1] == Finished("tool_calls", Usage(1290, 21, CACHED.get(name)))


async def test_the_signature_of_gemini_goes_back_with_its_call() -> None:
    with FakeServer() as server:
        server.add(Answer([(FIXTURES / "gemini.sse").read_bytes()])).reply("Moved.")
        narrator = client(server)
        made = calls([event async for event in narrator.stream(request())])
        turn = (
            Message("user", "Go."),
            Message("assistant", "", tuple(made)),
            Message("tool", "{}", tool_call_id=made[0].id),
        )
        await collect(narrator, request(*turn))
        sent = server.chats[-1].json["messages"][1]["tool_calls"][0]
    assert sent["id"] == "function-call-1283"
    assert sent["extra_content"] == {"google": {"thought_signature": "CsQBAdHtim9"}}
