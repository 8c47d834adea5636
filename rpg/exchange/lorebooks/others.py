"""NovelAI, Agnai, Risu and AI Dungeon. All of them play in the native dialect.

Source: docs/tavern-lorebook.md §14.2 for the field pairs; what that program loses is kept here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rpg.exchange.lorebooks.format import Format, Raw, always, putter
from rpg.exchange.lorebooks.kinds import Kind
from rpg.exchange.lorebooks.loose import number, rows, switch, table, texts, whole
from rpg.lore.matching.keylist import split_keys
from rpg.lore.tavern import js
from rpg.world.lorebook import Lorebook, LoreEntry

MOST = 1_000_000_000
_BLANK = LoreEntry(id="")


def _listed(name: str) -> Any:
    """Reads the entries of the list `name`; ids are `id` where given, else the number."""

    def read(data: Any) -> list[tuple[str, Raw]]:
        listed = data if isinstance(data, list) else table(data).get(name)
        return [(_id(entry, at), dict(entry)) for at, entry in enumerate(rows(listed))]

    return read


def _id(entry: Mapping[str, Any], at: int) -> str:
    own = entry.get("id")
    return str(own) if isinstance(own, str | int) and not isinstance(own, bool) and own != "" else str(at)


def _headed(name: str) -> Any:
    return lambda data: {key: value for key, value in table(data).items() if key != name}


def _named(head: Raw) -> dict[str, Any]:
    return {"name": js.text(head.get("name"))}


def _wrapped(name: str, **new: Any) -> Any:
    """Head and entries as one object; `new` are the marks of a file that has no head yet."""
    return lambda book, head, entries: {**(head or {**new, "name": book.name}), name: entries}


# NovelAI


def _read_novel(raw: Raw) -> LoreEntry:
    context = table(raw.get("contextConfig"))
    return replace(
        _BLANK,
        keys=texts(raw.get("keys")),
        content=js.text(raw.get("text")),
        title=js.text(raw.get("displayName")),
        enabled=switch(raw.get("enabled"), True),
        constant=switch(raw.get("forceActivation")),
        order=whole(context.get("budgetPriority"), 0, -MOST),
    )


def _novel_priority(raw: Raw, entry: LoreEntry) -> None:
    raw["contextConfig"] = {**table(raw.get("contextConfig")), "budgetPriority": entry.order}


NOVEL = Format(
    kind="novel",
    entries=_listed("entries"),
    head=_headed("entries"),
    read=_read_novel,
    writers={
        "keys": putter("keys", lambda entry: list(entry.keys)),
        "content": putter("text", lambda entry: entry.content),
        "title": putter("displayName", lambda entry: entry.title),
        "enabled": putter("enabled", lambda entry: entry.enabled),
        "constant": putter("forceActivation", lambda entry: entry.constant),
        "order": _novel_priority,
    },
    fresh=lambda entry: {"id": entry.id, "displayName": "", "text": "", "keys": [], "enabled": True},
    wrap=_wrapped("entries", lorebookVersion=5),
    book_fields=_named,
    understood=frozenset(
        {"id", "keys", "text", "displayName", "enabled", "forceActivation", "contextConfig"}
    ),
    rules=always("rounds"),
)


# Agnai


def _read_agnai(raw: Raw) -> LoreEntry:
    return replace(
        _BLANK,
        keys=texts(raw.get("keywords")),
        content=js.text(raw.get("entry")),
        title=js.text(raw.get("name")),
        enabled=switch(raw.get("enabled"), True),
        order=whole(raw.get("weight"), 0, -MOST),
    )


AGNAI = Format(
    kind="agnai",
    entries=_listed("entries"),
    head=_headed("entries"),
    read=_read_agnai,
    writers={
        "keys": putter("keywords", lambda entry: list(entry.keys)),
        "content": putter("entry", lambda entry: entry.content),
        "title": putter("name", lambda entry: entry.title),
        "enabled": putter("enabled", lambda entry: entry.enabled),
        "order": putter("weight", lambda entry: entry.order),
    },
    fresh=lambda entry: {
        "name": "",
        "entry": "",
        "keywords": [],
        "priority": 0,
        "weight": 0,
        "enabled": True,
    },
    wrap=_wrapped("entries", kind="memory"),
    book_fields=_named,
    understood=frozenset({"name", "entry", "keywords", "weight", "enabled"}),
    rules=always("rounds"),
)


# Risu


def _read_risu(raw: Raw) -> LoreEntry:
    chance = number(raw.get("activationPercent"))
    keys = _risu_keys(raw)
    return replace(
        _BLANK,
        keys=keys,
        secondary_keys=texts(raw.get("secondkey")) if switch(raw.get("selective")) else (),
        content=js.text(raw.get("content")),
        title=js.text(raw.get("comment")),
        constant=switch(raw.get("alwaysActive")),
        order=whole(raw.get("insertorder"), 100, -MOST),
        probability=100 if chance is None else min(max(chance, 0), 100),
    )


def _risu_keys(raw: Raw) -> tuple[str, ...]:
    key = js.text(raw.get("key"))
    return (key,) if key and switch(raw.get("useRegex")) else tuple(split_keys(key))


def _risu_second(raw: Raw, entry: LoreEntry) -> None:
    raw.update(secondkey=", ".join(entry.secondary_keys), selective=bool(entry.secondary_keys))


RISU = Format(
    kind="risu",
    entries=_listed("data"),
    head=_headed("data"),
    read=_read_risu,
    writers={
        "keys": putter("key", lambda entry: ", ".join(entry.keys)),
        "secondary_keys": _risu_second,
        "content": putter("content", lambda entry: entry.content),
        "title": putter("comment", lambda entry: entry.title),
        "constant": putter("alwaysActive", lambda entry: entry.constant),
        "order": putter("insertorder", lambda entry: entry.order),
        "probability": putter("activationPercent", lambda entry: entry.probability),
    },
    fresh=lambda entry: {
        "key": "",
        "secondkey": "",
        "insertorder": 100,
        "comment": "",
        "content": "",
        "mode": "normal",
        "alwaysActive": False,
        "selective": False,
    },
    wrap=_wrapped("data", type="risu", ver=1),
    book_fields=_named,
    understood=frozenset(
        {
            "key",
            "secondkey",
            "insertorder",
            "comment",
            "content",
            "alwaysActive",
            "selective",
            "activationPercent",
            "useRegex",
        }
    ),
    rules=always("rounds"),
)


# AI Dungeon


def _read_card(raw: Raw) -> LoreEntry:
    """Its keys match inside words and whatever the case."""
    text = raw.get("value", raw.get("entry"))
    return replace(
        _BLANK,
        keys=texts(raw.get("keys")),
        content=js.text(text),
        title=js.text(raw.get("title")) or js.text(raw.get("name")),
        whole_words=False,
    )


def _card_text(raw: Raw, entry: LoreEntry) -> None:
    raw["entry" if "entry" in raw and "value" not in raw else "value"] = entry.content


def _wrap_cards(book: Lorebook, head: Raw, entries: list[Raw]) -> Any:
    return {**head, "storyCards": entries} if head else entries


STORY_CARDS = Format(
    kind="story_cards",
    entries=_listed("storyCards"),
    head=_headed("storyCards"),
    read=_read_card,
    writers={
        "keys": putter("keys", lambda entry: ",".join(entry.keys)),
        "content": _card_text,
        "title": putter("title", lambda entry: entry.title),
    },
    fresh=lambda entry: {"keys": "", "value": "", "type": "", "title": "", "description": ""},
    wrap=_wrap_cards,
    book_fields=lambda head: {"name": js.text(head.get("title")) or js.text(head.get("name"))},
    understood=frozenset({"keys", "value", "entry", "title", "name", "id"}),
    rules=always("rounds"),
)

OTHERS: Mapping[Kind, Format] = {
    "novel": NOVEL,
    "agnai": AGNAI,
    "risu": RISU,
    "story_cards": STORY_CARDS,
}
