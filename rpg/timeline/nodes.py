"""Nodes of the timeline and what they hold.

A node's content (kind, parts, edits, record) is stored once by its hash; a carried node shares it. The
record holds what one turn used, in positions along the path and never in node ids, so that it means the same
on every line it is carried to. Source: docs/design.md §2, §6–§8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Literal

from rpg.runtime.edits import Edit, edit_document, edit_from_document

NodeKind = Literal["opening", "player", "narration", "travel", "edit", "adopt"]

STORY_KINDS: frozenset[str] = frozenset({"opening", "player", "narration", "travel"})
"""Kinds that are messages of the story. The others change state and say nothing."""

TURN_KINDS: frozenset[str] = frozenset({"player", "travel"})
"""Kinds that begin a turn."""


@dataclass(frozen=True, slots=True)
class TextPart:
    text: str


@dataclass(frozen=True, slots=True)
class CallPart:
    """A tool call of the reply. `arguments` is JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ResultPart:
    """The result of a call: JSON text as the model got it. `refused`: a reason code, "" when it ran."""

    id: str
    name: str
    result: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class WidgetPart:
    """A card or a menu shown in the chat; `data` is JSON text."""

    kind: str
    data: str


@dataclass(frozen=True, slots=True)
class RollPart:
    """Dice that were rolled: notation, each die, total, for whom and why."""

    notation: str
    dice: tuple[int, ...]
    total: int
    who: Literal["player", "world"]
    reason: str = ""


Part = TextPart | CallPart | ResultPart | WidgetPart | RollPart

_PARTS: Mapping[str, type[Any]] = {
    "text": TextPart,
    "call": CallPart,
    "result": ResultPart,
    "widget": WidgetPart,
    "roll": RollPart,
}
_PART_NAMES = {kind: name for name, kind in _PARTS.items()}


@dataclass(frozen=True, slots=True)
class Content:
    """What a node says and does. `record` is JSON (see rpg.context for its fields); None: none was made."""

    kind: NodeKind
    parts: tuple[Part, ...] = ()
    edits: tuple[Edit, ...] = ()
    record: Mapping[str, Any] | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The story text: all text parts, joined by blank lines."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart) and part.text)

    @property
    def is_story(self) -> bool:
        return self.kind in STORY_KINDS


@dataclass(frozen=True, slots=True)
class Link:
    """A node without what it says: its place in the tree.

    depth: edges from the root. message: how many story messages the path has up to and with this node.
    chain: hash over content and the parent's chain. jump: an ancestor far above, None at a root; following
    jumps and parents reaches any ancestor in logarithmic steps. carried: its record was made on another
    past. made: seconds since 1970 when it was first written, None when that is not known.
    """

    id: int
    parent: int | None
    kind: NodeKind
    content_hash: str
    chain: str
    depth: int
    message: int
    jump: int | None = None
    carried: bool = False
    made: int | None = None

    @property
    def is_story(self) -> bool:
        return self.kind in STORY_KINDS

    @property
    def begins_turn(self) -> bool:
        return self.kind in TURN_KINDS


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree with its content. `revised`: the record recomputed for a carried node."""

    link: Link
    content: Content
    revised: Mapping[str, Any] | None = None

    @property
    def record(self) -> Mapping[str, Any] | None:
        """What the turn used on this line; None when there is none or it has to be recomputed."""
        if self.revised is not None:
            return self.revised
        return None if self.link.carried else self.content.record

    @property
    def id(self) -> int:
        return self.link.id

    @property
    def parent(self) -> int | None:
        return self.link.parent

    @property
    def kind(self) -> NodeKind:
        return self.content.kind

    @property
    def text(self) -> str:
        return self.content.text

    @property
    def content_hash(self) -> str:
        return self.link.content_hash

    @property
    def chain(self) -> str:
        return self.link.chain

    @property
    def depth(self) -> int:
        return self.link.depth

    @property
    def message(self) -> int:
        return self.link.message


@dataclass(frozen=True, slots=True)
class NewNode:
    """A node to be added.

    parent: an id, None for a root, or `new_ref(n)`: the n-th node added by the same transaction.
    content: a content, or the hash of one that is stored already.
    """

    parent: int | None
    content: Content | str
    carried: bool = False
    made: int | None = None


def new_ref(position: int) -> int:
    """The reference to the node at `position` (from 0) among the nodes of one transaction."""
    return -1 - position


def resolve_ref(reference: int | None, added: Sequence[int]) -> int | None:
    """The id behind a reference, given the ids of the nodes added so far."""
    if reference is None or reference >= 0:
        return reference
    return added[-1 - reference]


def text_content(kind: NodeKind, text: str, edits: tuple[Edit, ...] = (), **detail: Any) -> Content:
    """A content of one text part."""
    return Content(kind, (TextPart(text),) if text else (), edits, None, detail)


def content_document(content: Content) -> dict[str, Any]:
    """JSON form with stable key order."""
    document: dict[str, Any] = {"kind": content.kind}
    if content.parts:
        document["parts"] = [_part_document(part) for part in content.parts]
    if content.edits:
        document["edits"] = [edit_document(edit) for edit in content.edits]
    if content.record is not None:
        document["record"] = dict(content.record)
    if content.detail:
        document["detail"] = dict(content.detail)
    return document


def content_from_document(document: Mapping[str, Any]) -> Content:
    """The content of a `content_document`. Raises KeyError or TypeError on a form that none has."""
    return Content(
        document["kind"],
        tuple(_part(part) for part in document.get("parts", ())),
        tuple(edit_from_document(edit) for edit in document.get("edits", ())),
        document.get("record"),
        document.get("detail", {}),
    )


def _part_document(part: Part) -> dict[str, Any]:
    values = {name: getattr(part, name) for name in part.__slots__}
    return {
        "part": _PART_NAMES[type(part)],
        **{k: list(v) if isinstance(v, tuple) else v for k, v in values.items()},
    }


def _part(document: Mapping[str, Any]) -> Part:
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in document.items() if k != "part"}
    part: Part = _PARTS[document["part"]](**values)
    return part


def canonical(document: Any) -> str:
    """JSON with sorted keys and no spaces: the form that is hashed."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(content: Content) -> str:
    """32 hexadecimal digits over everything the content holds."""
    return hash_text(canonical(content_document(content)))


def chain_hash(parent: str, content: str) -> str:
    """The chained hash of a node: over its parent's chain ("" for the root) and its content's hash."""
    return hash_text(f"{parent}:{content}")


def hash_text(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
