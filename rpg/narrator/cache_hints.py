"""Hints for servers that cache the beginning of a prompt only where they are told to.

Most servers need none: they compare beginnings by themselves. OpenAI's sends requests with the same
`prompt_cache_key` to the machine that holds the beginning; Anthropic's models, behind OpenRouter and other
gateways, cache up to the messages that carry a `cache_control` mark. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Literal

from rpg.narrator.addresses import host_of

CacheHint = Literal["off", "key", "marks"]
HintSetting = Literal["auto", "off", "key", "marks"]

KEY = "prompt_cache_key"
MARK: Mapping[str, Any] = {"cache_control": {"type": "ephemeral"}}

_AUTO: Mapping[str, CacheHint] = {"api.openai.com": "key", "openrouter.ai": "marks"}


def hint_for(setting: HintSetting, address: str) -> CacheHint:
    """The hint that a server gets. setting: the player's; "auto" knows the servers that take one."""
    return _AUTO.get(host_of(address), "off") if setting == "auto" else setting


def with_hint(fields: Mapping[str, Any], hint: CacheHint) -> dict[str, Any]:
    """The fields of a request with the hint; equal fields give equal bytes."""
    match hint:
        case "off":
            return dict(fields)
        case "key":
            return {**fields, KEY: _key(fields["messages"])}
        case "marks":
            return {**fields, "messages": _marked(fields["messages"])}


def is_marked(messages: list[Mapping[str, Any]]) -> bool:
    """Whether a message carries a mark."""
    return any(isinstance(message.get("content"), list) for message in messages)


def _key(messages: list[Mapping[str, Any]]) -> str:
    """A name for the first message, which stays the same for a story as long as its beginning does."""
    first = str(messages[0]["content"]) if messages else ""
    return blake2b(first.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _marked(messages: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Marks on the first message, which hardly ever changes, and on the last reply: what stands behind it is
    new on every turn."""
    replies = [at for at, message in enumerate(messages) if message["role"] == "assistant"]
    chosen = {0, *replies[-1:]}
    return [_mark(message) if at in chosen else message for at, message in enumerate(messages)]


def _mark(message: Mapping[str, Any]) -> Mapping[str, Any]:
    text = message.get("content")
    if not isinstance(text, str) or not text:
        return message
    return {**message, "content": [{"type": "text", "text": text, **MARK}]}
