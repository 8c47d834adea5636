"""From sections to the messages that are sent: one strict form that every chat template takes.

One system message, then user and assistant in turn, beginning with a user message. Neighbours of the same
role are merged; a call and its results are never parted. Source: docs/context.md §4 (wire form).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rpg.context.sections import Section
from rpg.context.values import WireMessage

JOINT = "\n\n"


def messages_of(sections: Iterable[Section]) -> tuple[WireMessage, ...]:
    """The messages of ordered sections; sections without text leave nothing behind."""
    parts = [part for part in sections if part.text and part.role != "tools"]
    system = JOINT.join(part.text for part in parts if part.role == "system")
    made = [WireMessage("system", system)] if system else []
    for part in parts:
        for message in _wire(part):
            _append(made, message)
    return tuple(made)


def folded(messages: Sequence[WireMessage]) -> tuple[WireMessage, ...]:
    """The same request for a server that refuses system messages: its text leads the first user message."""
    if not messages or messages[0].role != "system":
        return tuple(messages)
    system, rest = messages[0], list(messages[1:])
    if rest and rest[0].role == "user":
        return (replace(rest[0], content=f"{system.content}{JOINT}{rest[0].content}"), *rest[1:])
    return (WireMessage("user", system.content), *rest)


def _wire(part: Section) -> Sequence[WireMessage]:
    match part.role:
        case "unit":
            return part.messages
        case "user":
            return (WireMessage("user", part.text),)
        case "assistant":
            return (WireMessage("assistant", part.text),)
        case "system" | "tools":
            return ()


def _append(made: list[WireMessage], message: WireMessage) -> None:
    """Adds a message, merged with the last one where both are plain text of the same role.

    A reply that begins with calls follows plain text of its own role as its text.
    """
    last = made[-1] if made else None
    if last is None or last.role != message.role or last.calls or message.role in ("system", "tool"):
        made.append(message)
    elif message.calls:
        content = JOINT.join(text for text in (last.content, message.content) if text)
        made[-1] = replace(message, content=content)
    else:
        made[-1] = replace(last, content=f"{last.content}{JOINT}{message.content}")
