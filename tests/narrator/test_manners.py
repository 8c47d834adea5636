"""What a server refuses is learned once, from its own words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.errors import understand
from rpg.narrator.manners import Manners, Sent, adapted, from_record, to_record

SENT = Sent(
    ("model", "messages", "tools", "tool_choice", "stream", "stream_options", "max_tokens", "temperature"),
    tools=True,
    null_content=True,
)


def learned(
    message: str, manners: Manners = Manners(), sent: Sent = SENT, status: int = 400
) -> Manners | None:
    return adapted(manners, understand(status, {"error": {"message": message}}), sent)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("Unrecognized request argument supplied: stream_options", {"stream_options": False}),
        ("[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]", {"stream_options": False}),
        ("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {"max_field": "max_completion_tokens"}),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", {"max_limit": 8192}),
        ("max_tokens is too large: 100000. This model supports at most 16384 completion tokens", {"max_limit": 16384}),
        ("registry.ollama.ai/library/gemma:2b does not support tools", {"tools": "text"}),
        ('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', {"tools": "text"}),
        ("No endpoints found that support tool use. To learn more about provider routing, visit", {"tools": "text"}),
        ("tools param requires --jinja flag", {"tools": "text"}),
        ("Function calling is not enabled for this model", {"tools": "text"}),
        ("`tool use` is not supported by this model", {"tools": "text"}),
        ("tool_choice is not supported", {"tool_choice": False}),
        ("System role not supported", {"fold_system": True}),
        ("Developer instruction is not enabled for models/gemma-3-27b-it", {"fold_system": True}),
        ("Conversation roles must alternate user/assistant/user/assistant/...", {"strict_turns": True}),
        ("After the optional system message, conversation roles must alternate user/assistant", {"strict_turns": True}),
        ("Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.", {"short_ids": True}),
        ("The reasoning_content in the thinking mode must be passed back to the API.", {"send_reasoning": "reasoning_content"}),
        ("Function call is missing a thought_signature in functionCall parts.", {"thought_signatures": True}),
        ("Invalid 'content': 'content' field must be a string or an array of objects. Got 'object'.", {"null_content": False}),
        ("Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant: the last message must be from the user", {"end_with_user": True}),
        ("Invalid JSON payload received. Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters': Cannot find field.", {"plain_schemas": True}),
        ("Unsupported value: 'temperature' does not support 0.7 with this model.", {"dropped": ("temperature",)}),
    ],
)  # fmt: skip
def test_a_refusal_changes_what_it_names(message: str, change: dict[str, Any]) -> None:
    assert learned(message) == replace(Manners(), **change)


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("Incorrect API key provided", 401),
        ("Rate limit reached, max_tokens", 429),
        ("This model's maximum context length is 8192 tokens. Reduce max_tokens.", 400),
        ("Something else entirely", 400),
        ("model not found", 404),
        ("", 400),
    ],
)
def test_other_errors_change_nothing(message: str, status: int) -> None:
    assert learned(message, status=status) is None


def test_tools_that_were_not_sent_are_not_blamed() -> None:
    assert learned("does not support tools", sent=Sent(("model", "messages"))) is None


def test_a_limit_refused_under_both_names_is_not_sent() -> None:
    first = learned("Unknown parameter: 'max_tokens'")
    assert first is not None
    assert first.max_field == "max_completion_tokens"
    second = learned("Unknown parameter: 'max_completion_tokens'", first)
    assert second is not None
    assert second.max_field == ""


def test_strict_turns_with_tool_messages_take_the_tools_into_the_text() -> None:
    manners = learned("Conversation roles must alternate", sent=Sent(("messages",), calls=True))
    assert manners is not None
    assert (manners.strict_turns, manners.tools) == (True, "text")


@given(
    st.sampled_from(
        [
            "max_tokens unsupported",
            "reasoning_content must",
            "does not support tools",
            "temperature unknown",
            "roles must alternate",
        ]
    )
)
def test_what_was_tried_is_not_tried_for_ever(message: str) -> None:
    manners, seen = Manners(), [Manners()]
    while (changed := learned(message, manners)) is not None and changed not in seen:
        seen.append(changed)
        manners = changed
    assert len(seen) < 6


MANNERS = st.builds(
    Manners,
    max_field=st.sampled_from(["max_tokens", "max_completion_tokens", ""]),
    max_limit=st.none() | st.integers(1, 10**6),
    tools=st.sampled_from([None, "native", "text", "none"]),
    dropped=st.lists(st.text(max_size=5), max_size=3).map(tuple),
    thinks_first=st.sampled_from([None, True, False]),
)


@given(MANNERS)
def test_manners_are_remembered_through_a_file(manners: Manners) -> None:
    assert from_record(json.loads(json.dumps(to_record(manners)))) == manners


def test_the_default_leaves_nothing_to_remember() -> None:
    assert to_record(Manners()) == {}


@pytest.mark.parametrize(
    "record",
    [
        None,
        3,
        [],
        {"tools": "magic"},
        {"window": -1},
        {"window": True},
        {"dropped": "x"},
        {"unknown": 1},
        {"max_field": None},
    ],
)
def test_a_spoiled_record_is_no_obstacle(record: object) -> None:
    assert from_record(record) == Manners()
