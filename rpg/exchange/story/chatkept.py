"""What of a message stands beside its text, both ways: the chat's own fields in a node's detail, and the node's
edits, dice and cards in the chat's `extra`. Other programs leave `extra` alone, so both come back whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.exchange.errors import ExchangeError
from rpg.exchange.story.chatfile import Message
from rpg.exchange.story.saveshape import content_of
from rpg.timeline.nodes import Content, NodeKind, TextPart, content_document

TAVERN = "tavern"
"""Key of a node's detail that holds what the chat said beside the text."""

OURS = "rpg"
"""Key of a message's `extra` that holds what the node did beside its text."""


def kept_of(message: Message, number: int, prefix: str) -> dict[str, Any]:
    """The detail of one alternative. prefix: what was put before its text here. The fields of the message stand
    with the alternative that is told."""
    told = number == message.chosen
    kept: dict[str, Any] = {}
    if message.swiped:
        kept["swiped"] = True
        if number < len(message.info):
            kept["info"] = _without_ours(message.info[number])
    if prefix:
        kept["prefix"] = prefix
    if told:
        kept["fields"] = _without_ours(message.fields)
    return kept


def ours_of(message: Message, number: int) -> Mapping[str, Any]:
    """What this game wrote beside one alternative; empty for foreign chats."""
    holders = [message.fields] if number == message.chosen else []
    if number < len(message.info):
        holders.append(message.info[number])
    for holder in holders:
        extra = holder.get("extra")
        if isinstance(extra, Mapping) and isinstance(extra.get(OURS), Mapping):
            ours: Mapping[str, Any] = extra[OURS]
            return ours
    return {}


def _without_ours(fields: Mapping[str, Any]) -> dict[str, Any]:
    extra = fields.get("extra")
    if not (isinstance(extra, Mapping) and OURS in extra):
        return dict(fields)
    return {**fields, "extra": {key: value for key, value in extra.items() if key != OURS}}


def content_for(
    kind: NodeKind, text: str, ours: Mapping[str, Any], kept: Mapping[str, Any]
) -> tuple[Content, bool]:
    """The content of an alternative, and whether everything this game had written beside it could be taken.

    Parts are taken when their text is still what the message says; edits whenever they have their types.
    """
    detail = {TAVERN: dict(kept)} if kept else {}
    plain = Content(kind, (TextPart(text),) if text else (), (), None, detail)
    if not ours:
        return plain, True
    try:
        found = content_of({**ours, "kind": ours.get("kind", kind)}, OURS)
    except ExchangeError:
        return plain, False
    whole = found.text == text
    return (
        Content(
            found.kind if found.is_story and kind != "edit" else kind,
            found.parts if whole else plain.parts,
            found.edits,
            None,
            {**found.detail, **detail},
        ),
        whole,
    )


def ours_for(content: Content, natural: NodeKind) -> dict[str, Any]:
    """What goes into `extra` beside the text; empty when the text says everything. natural: the kind that an
    import would give the message."""
    document = content_document(content)
    document.pop("record", None)
    detail = {key: value for key, value in document.pop("detail", {}).items() if key != TAVERN}
    if all(isinstance(part, TextPart) for part in content.parts) and len(content.parts) <= 1:
        document.pop("parts", None)
    if document["kind"] == natural:
        del document["kind"]
    return {**document, **({"detail": detail} if detail else {})}


def kept_in(content: Content) -> Mapping[str, Any]:
    """What the chat a node came from said beside the text; empty for a node that was played here."""
    kept = content.detail.get(TAVERN)
    return kept if isinstance(kept, Mapping) else {}
