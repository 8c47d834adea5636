"""One JSON object of a chat completion stream as neutral pieces, whatever the server calls its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.narrator.protocol import FinishReason, Usage

_REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking", "thought")
_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "complete": "stop",
    "tool_calls": "tool_calls",
    "tool_call": "tool_calls",
    "tool_use": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
    "safety": "content_filter",
    "sensitive": "content_filter",
    "recitation": "content_filter",
    "blocklist": "content_filter",
    "prohibited_content": "content_filter",
    "refusal": "content_filter",
}


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Story text; whole: it stands in a complete message and may repeat what was streamed."""

    text: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class ReasoningPiece:
    """Reasoning in a field of its own; whole as for text."""

    text: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class CallsPiece:
    """The `tool_calls` of a chunk, unread; whole as for text."""

    entries: Any
    whole: bool = False


@dataclass(frozen=True, slots=True)
class RefusalPiece:
    """The model's words of refusal in a field of their own."""

    text: str


@dataclass(frozen=True, slots=True)
class FinishPiece:
    """Why the reply ended."""

    reason: FinishReason


@dataclass(frozen=True, slots=True)
class UsagePiece:
    """Tokens as the server counted them."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class ErrorPiece:
    """An error that was sent as part of the stream."""

    body: Mapping[str, Any]


Piece = TextPiece | ReasoningPiece | CallsPiece | RefusalPiece | FinishPiece | UsagePiece | ErrorPiece


def read_chunk(value: Mapping[str, Any], event: str = "") -> Iterator[Piece]:
    """The pieces of one chunk, in the order in which they are meant. Never raises.

    event: the name of the server-sent event; some servers send their errors under the name "error".
    """
    error = _error(value, event)
    if error is not None:
        yield ErrorPiece(error)
        return
    choice = _choice(value)
    yield from _message(choice)
    usage = _usage(value, choice)
    if usage is not None:
        yield UsagePiece(usage)
    yield from _finish(value, choice)


def is_chunk(value: Mapping[str, Any]) -> bool:
    """Whether the object belongs to a chat completion at all."""
    return any(key in value for key in ("choices", "error", "usage", "message", "delta", "done"))


def _error(value: Mapping[str, Any], event: str) -> Mapping[str, Any] | None:
    error = value.get("error")
    if isinstance(error, str) and error:
        return {"message": error}
    if isinstance(error, Mapping) and error:
        return error
    if value.get("object") == "error" or event == "error":
        return value
    return _choice_error(value)


def _choice_error(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    error = _choice(value).get("error")
    return error if isinstance(error, Mapping) and error else None


def _choice(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first choice; a message or delta without a list of choices counts as one."""
    choices = value.get("choices")
    if isinstance(choices, Mapping):
        choices = [choices]
    if isinstance(choices, list):
        for choice in choices:
            if isinstance(choice, Mapping) and choice.get("index", 0) in (0, None, "0"):
                return choice
        return {}
    delta = value.get("delta") or value.get("message")
    return {"delta": delta} if isinstance(delta, Mapping) else {}


def _message(choice: Mapping[str, Any]) -> Iterator[Piece]:
    delta = choice.get("delta")
    if isinstance(delta, Mapping) and any(delta.values()):
        yield from _fields(delta, whole=False)
    message = choice.get("message")
    if isinstance(message, Mapping):
        yield from _fields(message, whole=True)
    text = choice.get("text")
    if isinstance(text, str) and text:
        yield TextPiece(text)


def _fields(fields: Mapping[str, Any], *, whole: bool) -> Iterator[Piece]:
    reasoning = next((_plain(fields[name]) for name in _REASONING_FIELDS if fields.get(name)), "")
    if reasoning:
        yield ReasoningPiece(reasoning, whole)
    yield from _content(fields.get("content"), whole)
    refusal = fields.get("refusal")
    if isinstance(refusal, str) and refusal:
        yield RefusalPiece(refusal)
    if fields.get("tool_calls"):
        yield CallsPiece(fields["tool_calls"], whole)
    elif isinstance(fields.get("function_call"), Mapping):
        yield CallsPiece([{"index": 0, **fields["function_call"]}], whole)


def _content(content: object, whole: bool) -> Iterator[Piece]:
    """Text, or a list of typed parts of which some are reasoning."""
    if isinstance(content, str):
        if content:
            yield TextPiece(content, whole)
        return
    for part in content if isinstance(content, list) else []:
        if isinstance(part, Mapping) and part.get("type") in ("thinking", "reasoning"):
            yield ReasoningPiece(_plain(part.get(str(part["type"])) or part.get("text")), whole)
        elif text := _plain(part):
            yield TextPiece(text, whole)


def _plain(value: object) -> str:
    """The text of a string, of a part with a text, or of a list of those."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(_plain, value))
    if isinstance(value, Mapping):
        return _plain(value.get("text") or value.get("content"))
    return ""


def _finish(value: Mapping[str, Any], choice: Mapping[str, Any]) -> Iterator[Piece]:
    reason = choice.get("finish_reason") or value.get("done_reason")
    if isinstance(reason, str) and reason:
        yield _reason(reason)
    elif value.get("done") is True:
        yield FinishPiece("stop")


def _reason(reason: str) -> Piece:
    name = reason.lower()
    if name in ("error", "abort", "network_error", "insufficient_system_resource"):
        return ErrorPiece({"message": f"finish_reason: {name}", "code": name})
    return FinishPiece(_REASONS.get(name, "unknown"))


def _usage(value: Mapping[str, Any], choice: Mapping[str, Any]) -> Usage | None:
    vendor = value.get("x_groq")
    places = (
        value.get("usage"),
        choice.get("usage"),
        vendor.get("usage") if isinstance(vendor, Mapping) else None,
    )
    for place in places:
        if isinstance(place, Mapping) and (usage := _tokens(place)) != Usage():
            return usage
    native = Usage(_number(value.get("prompt_eval_count")), _number(value.get("eval_count")))
    return None if native == Usage() else native


def _tokens(usage: Mapping[str, Any]) -> Usage:
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    return Usage(
        _number(usage.get("prompt_tokens", usage.get("input_tokens"))),
        _number(usage.get("completion_tokens", usage.get("output_tokens"))),
        _number(cached if cached is not None else usage.get("prompt_cache_hit_tokens")),
    )


def _number(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < 10**9 else None
