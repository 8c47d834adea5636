"""A foreign save as JSON, checked value by value before anything is built from it.

Raises ExchangeError "wrong_shape" with the place in the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import as_list, as_table
from rpg.exchange.story.savefile import FORMAT, VERSION
from rpg.runtime.errors import EditError
from rpg.runtime.shape import check_shape
from rpg.store.card import Card
from rpg.timeline.headlog import Entry
from rpg.timeline.nodes import (
    STORY_KINDS,
    Content,
    Part,
    RollPart,
    content_from_document,
    content_hash,
)
from rpg.world.document import world_from_document
from rpg.world.model import World

LARGEST_WHOLE = 1 << 53
_CARD_TEXTS = ("world", "place", "line")
_KINDS = STORY_KINDS | {"edit", "adopt"}
_CHAIN = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Planted:
    """A node of the document. content: a hash. chain: as it was written, "" when it was not."""

    id: int
    parent: int | None
    content: str
    chain: str
    last_child: int | None
    carried: bool
    made: int | None


@dataclass(frozen=True, slots=True)
class Attached:
    """A note or an attempt. kind: of a note, "" for an attempt."""

    id: int
    node: int
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SaveDocument:
    """A whole save. contents: by the hash under which the nodes name them. worlds: by their version."""

    name: str
    card: Card
    meta: Mapping[str, Any]
    worlds: Mapping[str, World]
    base: str
    head: int | None
    position: int
    contents: Mapping[str, Content]
    nodes: tuple[Planted, ...]
    records: tuple[tuple[int, Mapping[str, Any]], ...]
    log: tuple[Entry, ...]
    notes: tuple[Attached, ...]
    attempts: tuple[Attached, ...]
    drafts: tuple[tuple[int | None, str], ...]
    labels: tuple[tuple[int, str], ...]


def is_save_document(data: Any) -> bool:
    return isinstance(data, Mapping) and data.get("format") == FORMAT


def save_document(data: Any, file: str) -> SaveDocument:
    """The save of a parsed JSON text. Raises ExchangeError "not_a_save_json", "newer", "wrong_shape"."""
    if not is_save_document(data):
        raise ExchangeError("not_a_save_json", file)
    reader = _Reader(data, file)
    if reader.whole(data.get("version"), "version") > VERSION:
        raise ExchangeError("newer", file, version=data["version"], known=VERSION)
    return reader.document()


class _Reader:
    def __init__(self, data: Mapping[str, Any], file: str) -> None:
        self._data = data
        self._file = file

    def document(self) -> SaveDocument:
        data = self._data
        nodes = tuple(self._node(one, at) for one, at in self._items("nodes"))
        return SaveDocument(
            name=self.text(data.get("name", ""), "name"),
            card=self._card(data.get("card", {})),
            meta=self.table(data.get("meta", {}), "meta"),
            worlds=dict(self._worlds()),
            base=self.text(data.get("base"), "base"),
            head=self.maybe(self.whole, data.get("head"), "head"),
            position=self.whole(data.get("position"), "position"),
            contents=dict(self._contents()),
            nodes=nodes,
            records=tuple(
                (self.whole(one.get("node"), at), self.table(one.get("record"), at))
                for one, at in self._items("records")
            ),
            log=tuple(self._entry(one, at) for one, at in self._listed("head_log")),
            notes=tuple(self._attached(one, at, "note") for one, at in self._items("notes")),
            attempts=tuple(self._attached(one, at, "attempt") for one, at in self._items("attempts")),
            drafts=tuple(
                (self.maybe(self.whole, one.get("head"), at), self.text(one.get("text"), at))
                for one, at in self._items("drafts")
            ),
            labels=tuple(
                (self.whole(one.get("node"), at), self.text(one.get("name"), at))
                for one, at in self._items("labels")
            ),
        )

    # -- parts ------------------------------------------------------------------------------

    def _worlds(self) -> Iterator[tuple[str, World]]:
        for one, at in self._items("worlds"):
            try:
                world = world_from_document(self.table(one.get("world"), f"{at}.world"))
            except (ValueError, RecursionError) as error:
                raise self._wrong(at, str(error)) from None
            if world.start not in world.locations:
                raise self._wrong(f"{at}.world.start", "world.locations")
            yield self.text(one.get("version"), f"{at}.version"), world

    def _contents(self) -> Iterator[tuple[str, Content]]:
        for one, at in self._items("contents"):
            content = self.content({name: value for name, value in one.items() if name != "hash"}, at)
            yield self.text(one.get("hash", content_hash(content)), f"{at}.hash"), content

    def content(self, document: Mapping[str, Any], at: str) -> Content:
        return content_of(document, self._place(at))

    def _node(self, one: Mapping[str, Any], at: str) -> Planted:
        carried, chain = one.get("carried", False), one.get("chain", "")
        if not isinstance(carried, bool) or not isinstance(chain, str):
            raise self._wrong(at, "carried, chain")
        return Planted(
            self.whole(one.get("id"), f"{at}.id"),
            self.maybe(self.whole, one.get("parent"), f"{at}.parent"),
            self.text(one.get("content"), f"{at}.content"),
            chain if _CHAIN.fullmatch(chain) else "",
            self.maybe(self.whole, one.get("last_child"), f"{at}.last_child"),
            carried,
            self.maybe(self.whole, one.get("made"), f"{at}.made"),
        )

    def _entry(self, one: Any, at: str) -> Entry:
        match one:
            case [seq, str() as act, before, after]:
                ends = (self.maybe(self.whole, end, at) for end in (before, after))
                return Entry(self.whole(seq, at), act, *ends)
        raise self._wrong(at, "[seq, act, before, after]")

    def _attached(self, one: Mapping[str, Any], at: str, what: str) -> Attached:
        id, node = self.whole(one.get("id"), f"{at}.id"), self.whole(one.get("node"), f"{at}.node")
        if what == "note":
            kind = self.text(one.get("kind"), f"{at}.kind")
            return Attached(id, node, kind, self.table(one.get("body"), f"{at}.body"))
        content = self.table(one.get("content"), f"{at}.content")
        self.content(content, f"{at}.content")
        detail = self.table(one.get("detail", {}), f"{at}.detail")
        return Attached(id, node, "", {"content": content, "detail": detail})

    def _card(self, value: Any) -> Card:
        card = self.table(value, "card")
        world, place, line = (self.text(card.get(name, ""), f"card.{name}") for name in _CARD_TEXTS)
        return Card(world, place, line, self.whole(card.get("turn", 0), "card.turn"))

    # -- values -----------------------------------------------------------------------------

    def _listed(self, name: str) -> Iterator[tuple[Any, str]]:
        for number, one in enumerate(as_list(self._data.get(name, []), self._place(name))):
            yield one, f"{name}[{number}]"

    def _items(self, name: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        for one, at in self._listed(name):
            yield self.table(one, at), at

    def table(self, value: Any, at: str) -> Mapping[str, Any]:
        return as_table(value, self._place(at))

    def text(self, value: Any, at: str) -> str:
        if not isinstance(value, str):
            raise self._wrong(at, '"…"')
        return value

    def whole(self, value: Any, at: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_WHOLE:
            raise self._wrong(at, "0, 1, 2 …")
        return value

    def maybe(self, read: Callable[[Any, str], int], value: Any, at: str) -> int | None:
        return None if value is None else read(value, at)

    def _place(self, at: str) -> str:
        return f"{self._file}: {at}"

    def _wrong(self, at: str, expected: str) -> ExchangeError:
        return ExchangeError("wrong_shape", self._place(at), expected=expected)


def content_of(document: Mapping[str, Any], place: str) -> Content:
    """The content of a foreign document with every value of its type. Raises ExchangeError "wrong_shape"."""
    if not isinstance(document.get("kind"), str):
        raise _wrong(place, "kind")
    try:
        content = content_from_document(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _wrong(place, str(error)) from None
    if content.kind not in _KINDS or not isinstance(content.detail, Mapping):
        raise _wrong(place, "kind")
    if content.record is not None and not isinstance(content.record, Mapping):
        raise _wrong(f"{place}.record", "{…}")
    if not all(map(_is_part, content.parts)):
        raise _wrong(f"{place}.parts", "text")
    for number, edit in enumerate(content.edits):
        try:
            check_shape(edit)
        except EditError as error:
            raise _wrong(f"{place}.edits[{number}]", str(error)) from None
    return content


def _wrong(place: str, expected: str) -> ExchangeError:
    return ExchangeError("wrong_shape", place, expected=expected)


def _is_part(part: Part) -> bool:
    """Whether the values of a part have their types; `roll.who` and the like may be any text."""
    values = {name: getattr(part, name) for name in part.__slots__}
    if isinstance(part, RollPart):
        numbers = (*values.pop("dice"), values.pop("total")) if isinstance(part.dice, tuple) else (None,)
        return all(type(one) is int for one in numbers) and _are_texts(values)
    return _are_texts(values)


def _are_texts(values: Mapping[str, Any]) -> bool:
    return all(isinstance(one, str) for one in values.values())
