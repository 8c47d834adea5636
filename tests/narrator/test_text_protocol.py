"""Calls and results as blocks in the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.protocol import Message, ToolCall
from rpg.narrator.text_protocol import call_block, instructions, result_block, with_text_tools
from tests.narrator.helpers import TOOLS

CALLS = (ToolCall("a", "move", '{"to":"market"}'), ToolCall("b", "look", "{}"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_instructions_name_every_tool_with_its_schema(language: str) -> None:
    text = instructions(TOOLS, language)
    assert "{tools}" not in text
    for tool in TOOLS:
        assert f"- {tool.name}: {tool.description}" in text
        assert json.dumps(tool.parameters, sort_keys=True, separators=(",", ":")) in text


def test_the_languages_differ() -> None:
    assert instructions(TOOLS, "en") != instructions(TOOLS, "zh")


def test_a_round_becomes_one_message_each_way() -> None:
    messages = [
        Message("system", "S"),
        Message("user", "Go."),
        Message("assistant", "She rises.", CALLS),
        Message("tool", '{"ok":true}', tool_call_id="a"),
        Message("tool", "plain words", tool_call_id="b"),
    ]
    system, user, assistant, results = with_text_tools(messages, TOOLS, "en")
    assert system.content.startswith("S\n\n")
    assert user == messages[1]
    assert assistant.content.startswith("She rises.\n\n```rpg\n")
    assert not assistant.tool_calls
    assert results.role == "user"
    assert results.content == result_block("move", '{"ok":true}') + "\n\n" + result_block(
        "look", "plain words"
    )


def test_without_a_system_message_the_instructions_are_one() -> None:
    assert with_text_tools([Message("user", "Go.")], TOOLS, "en")[0].role == "system"


def test_without_tools_there_are_no_instructions() -> None:
    messages = [Message("system", "S"), Message("user", "Go.")]
    assert with_text_tools(messages, (), "en") == messages


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=10) | st.integers(), max_size=3))
def test_a_block_is_one_line_of_json_between_fences(arguments: dict[str, str | int]) -> None:
    first, content, last = call_block("move", json.dumps(arguments)).split("\n")
    assert (first, last) == ("```rpg", "```")
    assert json.loads(content) == {"tool": "move", "arguments": arguments}


def test_broken_arguments_are_not_shown_to_the_model_again() -> None:
    assert json.loads(call_block("move", '{"to":').split("\n")[1])["arguments"] == {}
