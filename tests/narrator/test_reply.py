"""Any split of any valid stream gives the same turn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.narrator.blocks import BlockFilter
from rpg.narrator.protocol import Finished, NarratorError, NarratorEvent
from rpg.narrator.reply import Reply, StreamFault
from rpg.narrator.sse import SseDecoder
from tests.fakes.openai_server import Answer, FakeServer, chunk, event
from tests.narrator.catalogue import ALL
from tests.narrator.helpers import calls, client, collect, reasoning, request, story

Turn = tuple[str, str, list[tuple[str, str, str]], list[object], str]

TEXTS = st.text(
    alphabet=st.sampled_from(list("ab .,<>`{}\n“é界😀/")) | st.characters(codec="utf-8"), max_size=60
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["to", "with", "名"]), st.text(max_size=10) | st.integers(), max_size=3
)
CALLS = st.lists(st.tuples(st.sampled_from(["move", "look"]), ARGUMENTS), max_size=3)


def turn_of(pieces: Iterable[bytes]) -> Turn:
    """The turn that comes of these bytes, without a connection."""
    names = ("move", "look")
    reply, decoder = Reply(names, hide=BlockFilter(names)), SseDecoder()
    events: list[NarratorEvent] = []
    error = ""
    try:
        for piece in pieces:
            for item in decoder.feed(piece):
                events += reply.take(item)
        for item in decoder.finish():
            events += reply.take(item)
        events += reply.flush()
        events += reply.outcome(decoder.stray)
    except (NarratorError, StreamFault) as caught:
        error = str(caught)
    return summary(events, error)


def summary(events: list[NarratorEvent], error: str) -> Turn:
    ends = [event for event in events if isinstance(event, Finished)]
    made = [(call.name, call.arguments, call.problem) for call in calls(events)]
    return story(events), reasoning(events), made, list(ends), error


def cut(whole: bytes, places: Iterable[int]) -> list[bytes]:
    ends = sorted(places)
    return [whole[start:end] for start, end in zip([0, *ends], [*ends, len(whole)], strict=True)]


def split(text: str, sizes: list[int]) -> list[str]:
    """The text in pieces of these sizes, the rest in one."""
    pieces, at = [], 0
    for size in sizes:
        pieces.append(text[at : at + size])
        at += size
    return [piece for piece in [*pieces, text[at:]] if piece]


def stream_of(thought: str, text: str, made: list[tuple[str, Any]], sizes: list[int]) -> bytes:
    """A stream whose texts and arguments come in pieces of these sizes."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": piece} for piece in split(thought, sizes)]
    deltas += [{"content": piece} for piece in split(text, sizes)]
    for index, (name, arguments) in enumerate(made):
        first = {"index": index, "id": f"id{index}", "function": {"name": name, "arguments": ""}}
        rest = [
            {"index": index, "function": {"arguments": piece}}
            for piece in split(json.dumps(arguments), sizes)
        ]
        deltas += [{"tool_calls": [piece]} for piece in [first, *rest]]
    events = [event(chunk(delta)) for delta in deltas]
    end = event(
        chunk({}, finish="tool_calls" if made else "stop", usage={"prompt_tokens": 3, "completion_tokens": 4})
    )
    return b"".join([*events, end, b"data: [DONE]\n\n"])


@given(st.sampled_from(ALL), st.data())
@settings(max_examples=150)
def test_any_cut_of_the_bytes_gives_the_same_turn(manner: Any, data: st.DataObject) -> None:
    whole = b"".join(step for step in manner.steps if isinstance(step, bytes))
    places = data.draw(st.lists(st.integers(0, len(whole)), max_size=10))
    assert turn_of(cut(whole, places)) == turn_of([whole])


@given(st.text(max_size=20), TEXTS, CALLS, st.lists(st.integers(1, 5), max_size=40))
@settings(max_examples=150)
def test_any_split_of_texts_and_arguments_gives_the_same_turn(
    thought: str, text: str, made: list[tuple[str, Any]], sizes: list[int]
) -> None:
    split_up = turn_of([stream_of(thought, text, made, sizes)])
    assert split_up == turn_of([stream_of(thought, text, made, [])])
    assert [(name, json.loads(arguments)) for name, arguments, _ in split_up[2]][: len(made)] == made


@given(st.text(alphabet="ab .,é界😀\n", max_size=60), CALLS, st.lists(st.integers(0, 4000), max_size=8))
@settings(max_examples=12, deadline=None)
def test_a_real_connection_gives_the_same_turn_for_any_cut(
    text: str, made: list[tuple[str, Any]], places: list[int]
) -> None:
    whole = stream_of("", text + "x", made, [3, 3, 3])
    import asyncio

    with FakeServer() as server:
        server.add(Answer(cut(whole, [min(place, len(whole)) for place in places])))
        events, error = asyncio.run(collect(client(server), request()))
    assert summary(events, str(error or "")) == turn_of([whole])
