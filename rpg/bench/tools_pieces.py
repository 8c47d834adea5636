"""The pieces that outputs of tool calls are made of: what a model wanted, and how a stream brings it.

A manner of calling is a function from a wanted call to the pieces of a stream, or to the text it is written as.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rpg.bench.prose import Language

Decision = Literal["applied", "refused", "told"]
"""applied: the state is what was wanted. refused: the state is as before and somebody is told why. told: it was
no call, and stands in the story as it was written."""

Chunk = Mapping[str, Any]
TEXT: Mapping[Language, str] = {"en": "The rain goes on. ", "zh": "雨还在下。"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A call and what the state should be afterwards: `facts` of `rpg.bench.tools.facts_of` that change."""

    name: str
    arguments: Mapping[str, Any]
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Output:
    """One reply as it comes. language: of the world. protocol: how the model was told of tools."""

    manner: str
    protocol: Literal["native", "text"]
    language: Language
    wanted: Wanted
    chunks: tuple[Chunk, ...]
    decision: Decision


def chunk(delta: Mapping[str, Any], finish: str | None = None) -> Chunk:
    return {
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def text_chunks(text: str, size: int, finish: str = "stop") -> Iterator[Chunk]:
    for start in range(0, len(text), size):
        yield chunk({"content": text[start : start + size]})
    yield chunk({}, finish)


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def split(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def call_entry(fragment: Any, name: str = "", id: str = "", index: int | None = 0) -> dict[str, Any]:
    call: dict[str, Any] = {"function": {"arguments": fragment}}
    if name:
        call["function"]["name"] = name
    if id:
        call |= {"id": id, "type": "function"}
    return call if index is None else {**call, "index": index}


Native = Callable[[Wanted, str], Iterator[Chunk]]


def native(
    break_: Callable[[str], str] = str,
    *,
    size: int = 9,
    id: str = "call_abc1",
    index: int | None = 0,
    finish: str = "tool_calls",
) -> Native:
    """A call in pieces. break_: what happens to its JSON."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        yield chunk({"role": "assistant", "content": text})
        first, *rest = split(break_(json_text(wanted.arguments)), size)
        yield chunk({"tool_calls": [call_entry(first, wanted.name, id, index)]})
        for piece in rest:
            yield chunk({"tool_calls": [call_entry(piece, index=index)]})
        yield chunk({}, finish)

    return chunks


def whole(value_of: Callable[[Wanted], Any], finish: str = "tool_calls") -> Native:
    """The call in one piece with whatever value stands for its arguments."""

    def chunks(wanted: Wanted, text: str) -> Iterator[Chunk]:
        yield chunk({"content": text})
        yield chunk({"tool_calls": [call_entry(value_of(wanted), wanted.name, "call_abc1")]})
        yield chunk({}, finish)

    return chunks


Written = Callable[[Wanted], str]


def block(inner: Callable[[Wanted], str], label: str = "rpg", end: str = "\n```") -> Written:
    return lambda wanted: f"\n```{label}\n{inner(wanted)}{end}"


def plain_call(wanted: Wanted) -> str:
    return json_text({"tool": wanted.name, "arguments": wanted.arguments})
