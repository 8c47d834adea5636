"""A server's error is understood by its words, and leaves without a key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.errors import understand
from rpg.narrator.protocol import Failure

KEY = "sk-MARKED-KEY-never-to-be-seen-0123456789"


def wrapped(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


KINDS: list[tuple[int | None, Any, Failure, int | None]] = [
    (401, wrapped("Incorrect API key provided", code="invalid_api_key"), Failure.WRONG_KEY, None),
    (401, {"detail": "Unauthorized"}, Failure.WRONG_KEY, None),
    (403, wrapped("You do not have access"), Failure.WRONG_KEY, None),
    (403, wrapped("Country, region, or territory not supported"), Failure.REFUSED, None),
    (403, wrapped("Input was flagged by moderation"), Failure.REFUSED, None),
    (
        400,
        [wrapped("API key not valid. Please pass a valid API key.", status="INVALID_ARGUMENT", code=400)],
        Failure.WRONG_KEY,
        None,
    ),
    (
        404,
        wrapped("The model `x` does not exist or you do not have access to it.", code="model_not_found"),
        Failure.UNKNOWN_MODEL,
        None,
    ),
    (
        404,
        wrapped('model "x" not found, try pulling it first', type="api_error"),
        Failure.UNKNOWN_MODEL,
        None,
    ),
    (404, "404 page not found", Failure.NOT_A_STREAM, None),
    (405, "<html><title>405 Not Allowed</title></html>", Failure.NOT_A_STREAM, None),
    (400, {"error": "No models loaded. Please load a model first."}, Failure.UNKNOWN_MODEL, None),
    (400, wrapped("Model Not Exist", type="invalid_request_error"), Failure.UNKNOWN_MODEL, None),
    (429, wrapped("You exceeded your current quota", code="insufficient_quota"), Failure.NO_CREDIT, None),
    (402, wrapped("Insufficient Balance"), Failure.NO_CREDIT, None),
    (429, wrapped("Rate limit reached for gpt-4o", code="rate_limit_exceeded"), Failure.RATE_LIMIT, None),
    (503, wrapped("Loading model", type="unavailable_error", code=503), Failure.OVERLOADED, None),
    (500, "Internal Server Error", Failure.OVERLOADED, None),
    (529, wrapped("Overloaded", type="overloaded_error"), Failure.OVERLOADED, None),
    (408, "", Failure.OVERLOADED, None),
    (400, wrapped("The response was filtered", code="content_filter"), Failure.REFUSED, None),
    (400, wrapped("Content Exists Risk"), Failure.REFUSED, None),
    (400, wrapped("Something is wrong with it"), Failure.REFUSED, None),
    (413, "Request Entity Too Large", Failure.CONTEXT_TOO_LONG, None),
    (
        400,
        wrapped(
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9021 tokens.",
            code="context_length_exceeded",
        ),
        Failure.CONTEXT_TOO_LONG,
        8192,
    ),
    (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size, try increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 5000,
                "n_ctx": 4096,
            }
        },
        Failure.CONTEXT_TOO_LONG,
        4096,
    ),
    (
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4,096 tokens. However, you requested 5000 tokens (3976 in the messages, 1024 in the completion).",
            "code": 400,
        },
        Failure.CONTEXT_TOO_LONG,
        4096,
    ),
    (
        400,
        [
            wrapped(
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                code=400,
            )
        ],
        Failure.CONTEXT_TOO_LONG,
        1048576,
    ),
    (400, wrapped("prompt is too long: 213437 tokens > 200000 maximum"), Failure.CONTEXT_TOO_LONG, 200000),
    (
        400,
        {
            "object": "error",
            "message": "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        },
        Failure.CONTEXT_TOO_LONG,
        32768,
    ),
    (
        400,
        {
            "error": "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"
        },
        Failure.CONTEXT_TOO_LONG,
        4096,
    ),
    (400, wrapped("Please reduce the length of the messages or completion."), Failure.CONTEXT_TOO_LONG, None),
    (None, {"error": {"message": "Provider returned error", "code": 429}}, Failure.RATE_LIMIT, None),
    (None, {"message": "Connection lost to upstream"}, Failure.DISCONNECTED, None),
    (None, {"message": "who knows"}, Failure.BAD_REPLY, None),
    (
        502,
        {
            "error": {
                "message": "Provider returned error",
                "code": 502,
                "metadata": {"raw": "maximum context length is 2048"},
            }
        },
        Failure.CONTEXT_TOO_LONG,
        2048,
    ),
]


@pytest.mark.parametrize(("status", "body", "kind", "limit"), KINDS)
def test_the_kind_and_the_true_limit_are_understood(
    status: int | None, body: Any, kind: Failure, limit: int | None
) -> None:
    error = understand(status, body).error
    assert (error.kind, error.limit) == (kind, limit)


@pytest.mark.parametrize(
    ("headers", "message", "wait"),
    [
        ({"Retry-After": "7"}, "", 7),
        ({"retry-after-ms": "1500"}, "", 1.5),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:30 GMT", "Date": "Wed, 21 Oct 2015 07:28:00 GMT"}, "", 30),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:30 GMT"}, "", None),
        ({"Retry-After": "soon"}, "", None),
        ({}, "Please try again in 1.2s.", 1.2),
        ({}, "Please try again in 250ms.", 0.25),
        ({}, "Please try again in 1m30s.", 90),
        ({}, "Please retry in 34.5s", 34.5),
        ({}, "Slow down.", None),
    ],
)
def test_how_long_the_server_asks_to_wait(headers: dict[str, str], message: str, wait: float | None) -> None:
    assert understand(429, wrapped(message), headers).wait == wait


def test_a_quota_that_comes_back_is_a_matter_of_waiting() -> None:
    quota = "You exceeded your current quota, please check your plan and billing details."
    assert understand(429, wrapped(f"{quota} Please retry in 34s.")).error.kind is Failure.RATE_LIMIT
    assert understand(429, wrapped(quota)).error.kind is Failure.NO_CREDIT


def test_a_server_that_loads_its_model_is_told_from_a_busy_one() -> None:
    assert understand(503, wrapped("Loading model")).loading
    assert not understand(503, wrapped("busy")).loading


def test_passing_faults_may_be_retried_and_others_not() -> None:
    assert understand(429, wrapped("slow")).error.retryable
    assert not understand(401, wrapped("no")).error.retryable


@given(
    st.none() | st.integers(400, 599),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=10),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["error", "message", "code", "metadata", "raw", "n_ctx"]), inner, max_size=4
            )
        ),
        max_leaves=8,
    ),
)
def test_no_body_can_break_the_understanding(status: int | None, body: Any) -> None:
    assert understand(status, body).error.kind in Failure
