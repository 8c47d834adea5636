"""The request as one server takes it: messages and tools of a `Request` as the body of a chat completion."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rpg.narrator.cache_hints import KEY, CacheHint, is_marked, with_hint
from rpg.narrator.calls import made_id
from rpg.narrator.envelope import envelope_format
from rpg.narrator.fragments import strict_object
from rpg.narrator.manners import Manners, Sent
from rpg.narrator.protocol import Message, Request, ToolCall, ToolSchema
from rpg.narrator.repair import join_surrogates
from rpg.narrator.text_protocol import with_text_tools
from rpg.text.prompts import prompt

_NOT_NAME = re.compile(r"[^A-Za-z0-9_\-]")
_PLAIN_KEYS = ("type", "description", "properties", "required", "enum", "items", "nullable")
_SKIP_SIGNATURE = {"google": {"thought_signature": "skip_thought_signature_validator"}}


@dataclass(frozen=True, slots=True)
class Body:
    """A request body, and what of it matters when the server refuses it."""

    fields: Mapping[str, Any]
    sent: Sent


@dataclass(frozen=True, slots=True)
class WireSettings:
    """What does not come from the request.

    language: of the texts that we add for the model. extra: further fields such as temperature.
    signatures: what the server attached to its calls and wants back, by call id. thoughts: the reasoning
    before a message's first call, by that call's id, for messages that do not carry it. hint: for servers that
    cache the beginning of a prompt.
    """

    model: str
    language: str = "en"
    extra: Mapping[str, Any] = field(default_factory=dict)
    signatures: Mapping[str, Any] = field(default_factory=dict)
    thoughts: Mapping[str, str] = field(default_factory=dict)
    hint: CacheHint = "off"


def build_body(request: Request, manners: Manners, settings: WireSettings) -> Body:
    """The body of the request. Equal arguments give equal bytes."""
    native = manners.tools in (None, "native")
    messages = list(request.messages)
    if not native:
        tools = request.tools if manners.tools in ("text", "schema") else ()
        text = "tool_envelope" if manners.tools == "schema" else "tool_protocol"
        messages = with_text_tools(messages, tools, settings.language, text=text)
    wire = [_message(entry, manners, settings) for entry in _in_order(messages, manners, settings.language)]
    fields: dict[str, Any] = {"model": settings.model, "messages": wire}
    offered = [_tool(tool, manners) for tool in request.tools] if native else []
    if offered:
        fields["tools"] = offered
    if takes_envelope(request, manners):
        fields["response_format"] = envelope_format(request.tools)
    if offered and request.force_text and manners.tool_choice:
        fields["tool_choice"] = "none"
    fields["stream"] = True
    if manners.stream_options:
        fields["stream_options"] = {"include_usage": True}
    if manners.max_field:
        fields[manners.max_field] = min(request.max_tokens, manners.max_limit or request.max_tokens)
    fields.update((name, value) for name, value in settings.extra.items() if name not in manners.dropped)
    fields = with_hint(fields, _hint(settings.hint, manners))
    return Body(fields, _sent(fields))


def _hint(hint: CacheHint, manners: Manners) -> CacheHint:
    """The hint, unless the server has refused it."""
    refused = (hint == "key" and KEY in manners.dropped) or (hint == "marks" and not manners.cache_marks)
    return "off" if refused else hint


def takes_envelope(request: Request, manners: Manners) -> bool:
    """Whether the reply comes as an envelope; where a text is due, it comes as plain text."""
    return manners.tools == "schema" and bool(request.tools) and not request.force_text


def _sent(fields: Mapping[str, Any]) -> Sent:
    messages = fields["messages"]
    return Sent(
        tuple(fields),
        tools="tools" in fields,
        calls=any("tool_calls" in message for message in messages),
        null_content=any(message["content"] is None for message in messages),
        marks=is_marked(messages),
    )


def _in_order(messages: Sequence[Message], manners: Manners, language: str) -> list[Message]:
    """The messages in the order and with the roles that the server's template takes."""
    ordered = list(messages)
    if manners.fold_system or manners.strict_turns:
        ordered = _folded(ordered, keep_first=not manners.fold_system)
    if manners.strict_turns:
        ordered = _alternating(ordered)
    if manners.end_with_user and ordered and ordered[-1].role == "assistant":
        ordered.append(Message("user", prompt(language, "continue_reply")))
    return ordered


def _folded(messages: Sequence[Message], *, keep_first: bool) -> list[Message]:
    """System messages inside of the user message that follows; keep_first: the leading one stays."""
    folded: list[Message] = []
    waiting: list[str] = []
    for number, message in enumerate(messages):
        if message.role == "system" and not (keep_first and number == 0):
            waiting.append(message.content)
        elif message.role == "user" and waiting:
            folded.append(replace(message, content=_paragraphs(*waiting, message.content)))
            waiting = []
        else:
            folded.append(message)
    return [*folded, Message("user", _paragraphs(*waiting))] if waiting else folded


def _alternating(messages: Sequence[Message]) -> list[Message]:
    """Neighbours of one role as one message; results of tools and the calls they answer stay as they are."""
    merged: list[Message] = []
    for message in messages:
        last = merged[-1] if merged else None
        if last and last.role == message.role != "tool" and not last.tool_calls and not message.tool_calls:
            merged[-1] = replace(last, content=_paragraphs(last.content, message.content))
        else:
            merged.append(message)
    return merged


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(text for text in texts if text)


def _message(message: Message, manners: Manners, settings: WireSettings) -> dict[str, Any]:
    content = join_surrogates(message.content)
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": _call_id(message.tool_call_id, manners), "content": content}
    wire: dict[str, Any] = {"role": message.role, "content": content}
    if not message.tool_calls:
        return wire
    if not content and manners.null_content:
        wire["content"] = None
    if manners.send_reasoning:
        thought = message.reasoning or settings.thoughts.get(message.tool_calls[0].id, "")
        wire[manners.send_reasoning] = join_surrogates(thought)
    wire["tool_calls"] = [
        _call(call, manners, settings, first=call is message.tool_calls[0]) for call in message.tool_calls
    ]
    return wire


def _call(call: ToolCall, manners: Manners, settings: WireSettings, *, first: bool) -> dict[str, Any]:
    """A call as it goes back: never with broken arguments or a name that a server refuses."""
    name = _NOT_NAME.sub("_", call.name)[:64] or "unknown"
    arguments = strict_object(call.arguments) or "{}"
    wire: dict[str, Any] = {
        "id": _call_id(call.id, manners),
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }
    if call.id in settings.signatures:
        wire["extra_content"] = settings.signatures[call.id]
    elif manners.thought_signatures and first:
        wire["extra_content"] = _SKIP_SIGNATURE
    return wire


def _call_id(call_id: str, manners: Manners) -> str:
    if not manners.short_ids or re.fullmatch(r"[A-Za-z0-9]{9}", call_id):
        return call_id
    return made_id(call_id, 0)


def _tool(tool: ToolSchema, manners: Manners) -> dict[str, Any]:
    parameters = _plain(tool.parameters) if manners.plain_schemas else tool.parameters
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": sorted_keys(parameters),
        },
    }


def _plain(schema: Any) -> Any:
    """A schema with nothing but the words that every server knows."""
    if not isinstance(schema, Mapping):
        return schema
    kept = {key: schema[key] for key in _PLAIN_KEYS if key in schema}
    if isinstance(kept.get("type"), list):
        kept["type"] = next((kind for kind in kept["type"] if kind != "null"), "string")
    if isinstance(kept.get("properties"), Mapping):
        kept["properties"] = {name: _plain(value) for name, value in kept["properties"].items()}
    if "items" in kept:
        kept["items"] = _plain(kept["items"])
    return kept


def sorted_keys(value: Any) -> Any:
    """The value with the keys of every object in order, so that equal schemas give equal bytes."""
    if isinstance(value, Mapping):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [sorted_keys(entry) for entry in value]
    return value
