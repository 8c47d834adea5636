"""Bytes become the same items however they are cut."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.sse import Broken, Done, Payload, SseDecoder, SseItem
from tests.narrator.catalogue import ALL


def decode(*pieces: bytes) -> list[SseItem]:
    decoder = SseDecoder()
    items = [item for piece in pieces for item in decoder.feed(piece)]
    return [*items, *decoder.finish()]


@pytest.mark.parametrize(
    ("data", "items"),
    [
        (b"", []),
        (b'data: {"a": 1}\n\n', [Payload({"a": 1})]),
        (b'data:{"a": 1}', [Payload({"a": 1})]),
        (b'data: {"a": 1}\ndata: {"b": 2}\n', [Payload({"a": 1}), Payload({"b": 2})]),
        (
            b'event: error\ndata: {"a": 1}\n\ndata: {"b": 2}\n\n',
            [Payload({"a": 1}, "error"), Payload({"b": 2})],
        ),
        (b'data: {"a":\ndata: 1}\n\n', [Payload({"a": 1})]),
        (b'data: {"a":\n\ndata: {"b": 2}\n\n', [Broken('{"a":'), Payload({"b": 2})]),
        (b'data: {"a":\ndata: {"b": 2}\n\n', [Broken('{"a":'), Payload({"b": 2})]),
        (b"data: 3\n\n", [Broken("3")]),
        (b"data:\n\n", []),
        (b": hello\n\n", []),
        (b"data: [DONE]\n\n", [Done()]),
        (b"data: [DONE]", [Done()]),
        (b'data: [{"error": {}}]\n\n', [Payload({"error": {}})]),
        (b'{\n "a": 1\n}', [Payload({"a": 1})]),
        (b'[{"error": "x"}]', [Payload({"error": "x"})]),
        (b'{"a": 1}\n{"b": 2}\n', [Payload({"a": 1}), Payload({"b": 2})]),
        (b"<html>\n</html>", []),
        (b"data: " + b"[" * 200_000, [Broken("[" * 200_000)]),
    ],
)
def test_what_a_stream_says(data: bytes, items: list[SseItem]) -> None:
    assert decode(data) == items


def test_what_stands_outside_of_events_is_kept_for_the_error() -> None:
    decoder = SseDecoder()
    assert [*decoder.feed(b"<html>\n<b>x</b>\n"), *decoder.finish()] == []
    assert decoder.stray == "<html>\n<b>x</b>"


@given(st.sampled_from(ALL), st.data())
def test_any_cut_of_the_bytes_gives_the_same_items(manner: object, data: st.DataObject) -> None:
    whole = b"".join(step for step in getattr(manner, "steps") if isinstance(step, bytes))  # noqa: B009
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=12)))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert decode(*pieces) == decode(whole)


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers(), min_size=1), max_size=5))
def test_every_object_that_is_sent_arrives(values: list[dict[str, str | int]]) -> None:
    sent = b"".join(b"data: " + json.dumps(value).encode() + b"\n\n" for value in values)
    assert decode(sent) == [Payload(value) for value in values]


@given(st.binary(max_size=400))
def test_no_bytes_can_break_the_reader(data: bytes) -> None:
    decode(data)


def test_a_line_end_of_two_bytes_may_be_cut_in_the_middle() -> None:
    assert decode(b'data: {"a":\r', b"\ndata: 1}\r", b"\n\r", b"\n") == [Payload({"a": 1})]
