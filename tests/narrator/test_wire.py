"""The body of a request is what the server takes, and the same for the same request."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.manners import Manners
from rpg.narrator.protocol import Message, Request, ToolCall, ToolSchema
from rpg.narrator.wire import WireSettings, build_body
from tests.narrator.helpers import TOOLS, request

SETTINGS = WireSettings("m")
CALL = ToolCall("call_abc", "move", '{"to":"market"}')
ROUND = (
    Message("system", "S"),
    Message("user", "Go."),
    Message("assistant", "", (CALL,), reasoning="Hm."),
    Message("tool", '{"ok":true}', tool_call_id="call_abc"),
)


def body(asked: Request, manners: Manners = Manners(), settings: WireSettings = SETTINGS) -> dict[str, Any]:
    return dict(build_body(asked, manners, settings).fields)


def roles(fields: dict[str, Any]) -> list[str]:
    return [message["role"] for message in fields["messages"]]


def test_the_plain_form() -> None:
    fields = body(request())
    assert list(fields) == ["model", "messages", "tools", "stream", "stream_options", "max_tokens"]
    assert fields["tools"][0]["function"]["name"] == "move"


def test_a_tool_round() -> None:
    messages = body(request(*ROUND))["messages"]
    assert messages[2] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "call_abc",
                "type": "function",
                "function": {"name": "move", "arguments": '{"to":"market"}'},
            }
        ],
    }
    assert messages[3] == {"role": "tool", "tool_call_id": "call_abc", "content": '{"ok":true}'}


@pytest.mark.parametrize(
    ("manners", "present", "absent"),
    [
        (Manners(stream_options=False), set(), {"stream_options"}),
        (Manners(max_field=""), set(), {"max_tokens", "max_completion_tokens"}),
        (Manners(max_field="max_completion_tokens"), {"max_completion_tokens"}, {"max_tokens"}),
        (Manners(tools="text"), set(), {"tools"}),
        (Manners(tools="none"), set(), {"tools"}),
        (Manners(dropped=("temperature",)), {"top_p"}, {"temperature"}),
    ],
)
def test_refused_fields_are_left_out(manners: Manners, present: set[str], absent: set[str]) -> None:
    fields = body(request(), manners, replace(SETTINGS, extra={"temperature": 1, "top_p": 0.9}))
    assert present <= set(fields)
    assert not absent & set(fields)


def test_the_limit_is_no_higher_than_the_server_takes() -> None:
    assert body(request(), Manners(max_limit=100))["max_tokens"] == 100


def test_a_forced_text_keeps_the_tools_so_that_the_prompt_stays_the_same() -> None:
    fields = body(request(force_text=True))
    assert fields["tools"] == body(request())["tools"]
    assert fields["tool_choice"] == "none"
    assert "tool_choice" not in body(request(force_text=True), Manners(tool_choice=False))


def test_a_refused_system_message_goes_into_the_first_words_of_the_player() -> None:
    fields = body(request(Message("system", "S"), Message("user", "Go.")), Manners(fold_system=True))
    assert fields["messages"] == [{"role": "user", "content": "S\n\nGo."}]


@given(st.lists(st.sampled_from(["system", "user", "assistant"]), min_size=1, max_size=8))
def test_strict_turns_alternate_and_lose_no_word(given_roles: list[Any]) -> None:
    messages = [Message(role, f"<{number}>") for number, role in enumerate(given_roles)]
    fields = body(request(*messages), Manners(strict_turns=True, fold_system=True))
    assert all(one != two for one, two in zip(roles(fields), roles(fields)[1:], strict=False))
    assert "system" not in roles(fields)
    text = json.dumps(fields["messages"])
    assert all(f"<{number}>" in text for number in range(len(messages)))


def test_a_prompt_that_ends_with_the_model_gets_a_word_from_the_player() -> None:
    fields = body(request(Message("user", "Go."), Message("assistant", "She")), Manners(end_with_user=True))
    assert roles(fields) == ["user", "assistant", "user"]


def test_reasoning_goes_back_only_with_calls_and_only_where_it_is_demanded() -> None:
    told = Message("assistant", "Done.", reasoning="Private.")
    assert "Hm." not in json.dumps(body(request(*ROUND)))
    messages = body(request(*ROUND, told), Manners(send_reasoning="reasoning_content"))["messages"]
    assert messages[2]["reasoning_content"] == "Hm."
    assert "Private." not in json.dumps(messages)


def test_ids_are_shortened_alike_in_call_and_result() -> None:
    messages = body(request(*ROUND), Manners(short_ids=True))["messages"]
    made = messages[2]["tool_calls"][0]["id"]
    assert len(made) == 9
    assert messages[3]["tool_call_id"] == made


@pytest.mark.parametrize("arguments", ["", "{", "[1]", "null", '"x"', '{"a":1}{"b":2}'])
def test_broken_arguments_never_reach_a_later_request(arguments: str) -> None:
    broken = replace(ROUND[2], tool_calls=(replace(CALL, name="no such name!", arguments=arguments),))
    function = body(request(*ROUND[:2], broken, ROUND[3]))["messages"][2]["tool_calls"][0]["function"]
    assert function == {"name": "no_such_name_", "arguments": "{}"}


def test_what_a_provider_attached_goes_back_with_its_call() -> None:
    settings = replace(SETTINGS, signatures={"call_abc": {"google": {"thought_signature": "s"}}})
    wire = body(request(*ROUND), settings=settings)["messages"][2]["tool_calls"][0]
    assert wire["extra_content"] == {"google": {"thought_signature": "s"}}


def test_calls_without_a_signature_say_so_where_one_is_demanded() -> None:
    wire = body(request(*ROUND), Manners(thought_signatures=True))["messages"][2]["tool_calls"][0]
    assert wire["extra_content"]["google"]["thought_signature"]


def test_plain_schemas_hold_only_common_words() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"to": {"type": ["string", "null"], "minLength": 1, "default": "x"}},
    }
    fields = body(request(tools=[ToolSchema("move", "M", schema)]), Manners(plain_schemas=True))
    assert fields["tools"][0]["function"]["parameters"] == {
        "properties": {"to": {"type": "string"}},
        "type": "object",
    }


def test_equal_schemas_give_equal_bytes_whatever_their_order() -> None:
    one = ToolSchema("move", "M", {"type": "object", "properties": {"a": {"type": "string", "x": 1}}})
    two = ToolSchema("move", "M", {"properties": {"a": {"x": 1, "type": "string"}}, "type": "object"})
    assert json.dumps(body(request(tools=[one]))) == json.dumps(body(request(tools=[two])))


@given(st.text(alphabet=st.characters(), max_size=20))
def test_any_text_can_be_sent(text: str) -> None:
    json.dumps(body(request(Message("user", text))), ensure_ascii=False).encode()


def test_without_tools_there_is_no_word_of_them() -> None:
    fields = body(request(tools=()))
    assert not {"tools", "tool_choice"} & set(fields)
    assert len(TOOLS) == len(body(request())["tools"])
