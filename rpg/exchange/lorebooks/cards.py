"""Books of character cards, V2, as the tavern program plays them. Source: docs/tavern-lorebook.md §14."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.exchange.lorebooks.convert import CARD_EXTENSIONS, card_entry
from rpg.exchange.lorebooks.format import Format, Raw, Writer, always
from rpg.exchange.lorebooks.kinds import book_of
from rpg.exchange.lorebooks.loose import number, rows, switch, table, texts
from rpg.exchange.lorebooks.report import Loss
from rpg.lore.tavern import js
from rpg.lore.tavern.fields import FIELD_NAMES, authored_entry, write_field
from rpg.text.numbers import numeric_id
from rpg.world.lorebook import Lorebook, LoreEntry

_TOP_NAMES = {
    "key": "keys",
    "keysecondary": "secondary_keys",
    "comment": "comment",
    "content": "content",
    "constant": "constant",
    "selective": "selective",
    "order": "insertion_order",
}
_EXTENSION_NAMES = {name: own for name, own, _, _ in CARD_EXTENSIONS} | {
    "excludeRecursion": "exclude_recursion",
    "displayIndex": "display_index",
}
_NUMBERS = (
    "depth",
    "role",
    "probability",
    "group_weight",
    "scan_depth",
    "sticky",
    "cooldown",
    "delay",
    "position",
)
UNDERSTOOD = frozenset(
    {*_TOP_NAMES.values(), "id", "enabled", "position", "extensions", "use_regex", "name", "case_sensitive"}
)


def card_book(data: Any) -> Mapping[str, Any]:
    """The book itself, given bare or inside a card."""
    return book_of(data) or table(data)


def card_entries(data: Any) -> list[tuple[str, Raw]]:
    listed = rows(card_book(data).get("entries"))
    return [(_id(entry, at), dict(entry)) for at, entry in enumerate(listed)]


def _id(entry: Mapping[str, Any], at: int) -> str:
    own = entry.get("id", entry.get("uid"))
    return str(own) if isinstance(own, str | int) and not isinstance(own, bool) and own != "" else str(at)


def card_head(data: Any) -> Raw:
    return {name: value for name, value in card_book(data).items() if name != "entries"}


def tidy(raw: Raw) -> Raw:
    """A card entry with its flags under their card names, from either spelling in either container."""
    extensions = dict(table(raw.get("extensions")))
    for name, own in _EXTENSION_NAMES.items():
        for container, spelling in ((extensions, own), (extensions, name), (raw, own), (raw, name)):
            if own == "position" and container is raw:
                continue
            if spelling in container:
                extensions[own] = container[spelling]
                break
    for own in _NUMBERS:
        if isinstance(extensions.get(own), str):
            extensions[own] = number(extensions[own])
    found = {
        **raw,
        "extensions": extensions,
        "keys": list(texts(raw.get("keys", raw.get("key")))),
        "secondary_keys": list(texts(raw.get("secondary_keys", raw.get("keysecondary")))),
        "comment": raw.get("comment") or raw.get("name") or "",
        "insertion_order": number(raw.get("insertion_order", raw.get("order"))),
        "enabled": switch(raw.get("enabled"), not js.truthy(raw.get("disable"))),
    }
    if found["insertion_order"] is None:
        found["insertion_order"] = 100
    if isinstance(raw.get("case_sensitive"), bool) and extensions.get("case_sensitive") is None:
        extensions["case_sensitive"] = raw["case_sensitive"]
    return found


def _read(raw: Raw) -> LoreEntry:
    return authored_entry("", card_entry(raw.get("id", 0), 0, tidy(raw)))


def card_writer(field: str) -> Writer:
    """Writes an authored field under the card's names."""

    def write(raw: Raw, entry: LoreEntry) -> None:
        for name, value in write_field(entry, field).items():
            if name == "disable":
                raw["enabled"] = not value
            elif name in _TOP_NAMES:
                raw[_TOP_NAMES[name]] = value
            else:
                extensions = dict(table(raw.get("extensions")))
                extensions[_EXTENSION_NAMES.get(name, name)] = value
                raw["extensions"] = extensions
            if name == "position":
                raw["position"] = "before_char" if value == 0 else "after_char"

    return write


def card_fresh(entry: LoreEntry) -> Raw:
    """The required fields of a card entry."""
    return {
        "id": numeric_id(entry.id),
        "keys": [],
        "content": "",
        "extensions": {},
        "enabled": True,
        "insertion_order": 100,
        "use_regex": False,
        "constant": False,
        "selective": False,
        "secondary_keys": [],
        "comment": "",
        "position": "before_char",
    }


def card_wrap(book: Lorebook, head: Raw, entries: list[Raw]) -> Raw:
    """A bare `character_book`; the format requires `extensions`."""
    whole = {"name": book.name, "extensions": {}, **head}
    return {**whole, "entries": entries}


def _losses(entry: str, raw: Raw) -> list[Loss]:
    names = ("priority",) if raw.get("priority") is not None else ()
    return [Loss("not_used", entry, name, str(raw[name])) for name in names]


CHARACTER_BOOK = Format(
    kind="character_book",
    entries=card_entries,
    head=card_head,
    read=_read,
    writers={field: card_writer(field) for field in FIELD_NAMES},
    fresh=card_fresh,
    wrap=card_wrap,
    book_fields=lambda head: {"name": js.text(head.get("name"))},
    understood=UNDERSTOOD,
    rules=always("tavern"),
    losses=_losses,
)
