"""The story streams out of an envelope and its calls are made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.envelope import EnvelopeFilter, envelope_format
from rpg.narrator.openai_client import ClientSettings
from rpg.narrator.probe import detect_tools
from rpg.narrator.protocol import ToolCall
from tests.fakes.openai_server import Answer, FakeServer, Recorded, stream
from tests.narrator.helpers import QUICK, TOOLS, calls, client, collect, request, story

MOVE = {"tool": "move", "arguments": {"to": "market"}}


def told(pieces: list[str], *, complete: bool = True) -> tuple[str, list[ToolCall]]:
    hide = EnvelopeFilter(("move", "look"))
    deltas = [delta for piece in pieces for delta in hide.feed(piece)] + hide.finish(complete=complete)
    return "".join(delta.text for delta in deltas), hide.calls()


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40), st.booleans(), st.integers(1, 9))
def test_the_story_comes_out_as_it_was_meant(text: str, ascii_only: bool, size: int) -> None:
    whole = json.dumps({"story": text, "calls": [MOVE]}, ensure_ascii=ascii_only)
    read, made = told([whole[at : at + size] for at in range(0, len(whole), size)])
    assert read == text
    assert [(call.name, call.arguments) for call in made] == [("move", '{"to":"market"}')]


@pytest.mark.parametrize(
    ("whole", "text", "count"),
    [
        ('{"calls": [' + json.dumps(MOVE) + '], "story": "Off you go."}', "Off you go.", 1),
        ('{"story": "Off you go.", "calls": []}', "Off you go.", 0),
        ('{"story": "Off you g', "Off you g", 0),
        ('{"story": "Off you go.", "calls": [{"tool": "mo', "Off you go.", 0),
        ("Off you go.", "Off you go.", 0),
        ('{"tale": "Off you go."}', '{"tale": "Off you go."}', 0),
        ("Off.\n```rpg\n" + json.dumps(MOVE) + "\n```", "Off.\n", 1),
        ("", "", 0),
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_odd_envelopes_lose_no_story(whole: str, text: str, count: int, size: int) -> None:
    read, made = told([whole[at : at + size] for at in range(0, len(whole), size)])
    assert (read, len(made)) == (text, count)


def test_the_format_allows_the_tools_on_offer_and_no_end_without_bounds() -> None:
    schema = envelope_format(TOOLS)["json_schema"]["schema"]
    allowed = [
        entry["properties"]["tool"]["enum"] for entry in schema["properties"]["calls"]["items"]["anyOf"]
    ]
    assert allowed == [["move"], ["look"]]
    assert schema["properties"]["story"]["maxLength"]
    assert schema["properties"]["calls"]["maxItems"]


async def test_a_turn_by_envelope() -> None:
    with FakeServer() as server:
        server.reply(json.dumps({"story": "Off you go.", "calls": [MOVE]}), size=3)
        settings = ClientSettings(limits=QUICK, tools="schema")
        narrator = client(server, settings=settings)
        events, error = await collect(narrator, request())
        sent = server.chats[0].json
    assert error is None
    assert story(events) == "Off you go."
    assert [call.name for call in calls(events)] == ["move"]
    assert sent["response_format"] == envelope_format(TOOLS)
    assert narrator.traits.tools == "text"


async def test_where_a_text_is_due_no_envelope_is_asked_for() -> None:
    with FakeServer() as server:
        server.reply("Off you go.")
        settings = ClientSettings(limits=QUICK, tools="schema")
        events, _ = await collect(client(server, settings=settings), request(force_text=True))
        assert "response_format" not in server.chats[0].json
    assert story(events) == "Off you go."


async def test_the_envelope_is_found_where_nothing_else_works() -> None:
    def answer(asked: Recorded) -> Answer:
        lit = {"tool": "light_lamp", "arguments": {"name": "Harbour"}}
        return Answer(
            stream(
                json.dumps({"story": "Lit.", "calls": [lit]}) if "response_format" in asked.json else "Hm."
            )
        )

    store: dict[str, Any] = {}
    with FakeServer() as server:
        server.default = answer
        narrator = client(server, store=store)
        assert await detect_tools(narrator) == "schema"
        await narrator.close()
    assert "schema" in json.dumps(store)


async def test_a_server_without_schemas_falls_back_to_the_text() -> None:
    store: dict[str, Any] = {f"{0}": {}}
    with FakeServer() as server:
        server.refuse(400, {"error": {"message": "response_format is not supported"}}).reply("Hello.")
        narrator = client(server, store=store)
        narrator.learn(narrator.manners.__class__(tools="schema"))
        events, error = await collect(narrator, request())
        assert "response_format" not in server.chats[-1].json
    assert (story(events), error) == ("Hello.", None)
