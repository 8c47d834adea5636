"""World Info files. Source: docs/tavern-lorebook.md §1, §14; docs/lorebook.md §6.

Files in the wild mix names: entries as a list, card names inside a world file, card extension names and
their camel-case twins in either container, numbers as text. All are read; the file's own spelling is kept
for writing back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.exchange.lorebooks.convert import CARD_EXTENSIONS
from rpg.exchange.lorebooks.format import Format, Raw, Writer, always
from rpg.exchange.lorebooks.loose import number, table, texts
from rpg.exchange.lorebooks.report import Loss
from rpg.lore.tavern import js
from rpg.lore.tavern.entry import NEW_ENTRY
from rpg.lore.tavern.fields import FIELD_NAMES, authored_entry, write_field
from rpg.text.numbers import numeric_id
from rpg.world.lorebook import Lorebook, LoreEntry

# Other spellings of World Info names, in order of preference.
_SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "key": ("keys",),
    "keysecondary": ("secondary_keys",),
    "comment": ("name", "title"),
    "order": ("insertion_order",),
    "excludeRecursion": ("exclude_recursion",),
    "uid": ("id",),
    **{name: (own,) for name, own, _, _ in CARD_EXTENSIONS if name != own},
}
_NUMBERS = (
    "order",
    "position",
    "depth",
    "role",
    "probability",
    "groupWeight",
    "scanDepth",
    "sticky",
    "cooldown",
    "delay",
    "selectiveLogic",
)
_PLACES = {"before_char": 0, "after_char": 1}


def normalised(raw: Mapping[str, Any]) -> Raw:
    """A raw entry under its World Info names, numbers as numbers; other fields stay as they are."""
    found = dict(raw)
    extensions = table(raw.get("extensions"))
    for name in (*NEW_ENTRY, "uid"):
        if name not in found:
            _adopt(found, name, (raw, extensions))
    if "disable" not in raw and "enabled" in raw:
        found["disable"] = not js.truthy(raw["enabled"])
    place = found.get("position")
    if isinstance(place, str) and place in _PLACES:
        found["position"] = extensions.get("position", _PLACES[place])
    for name in ("key", "keysecondary"):
        if name in found:
            found[name] = list(texts(found[name]))
    for name in _NUMBERS:
        if isinstance(found.get(name), str):
            found[name] = number(found[name])
    return {name: value for name, value in found.items() if value is not None or name not in _STRICT}


_STRICT = {"order", "position", "depth", "probability"}


def _adopt(found: Raw, name: str, containers: tuple[Mapping[str, Any], ...]) -> None:
    for container in containers:
        for spelling in (name, *_SPELLINGS.get(name, ())):
            if spelling in container:
                found[name] = container[spelling]
                return


def _entries(data: Any) -> list[tuple[str, Raw]]:
    entries = table(data).get("entries")
    if isinstance(entries, Mapping):
        pairs = [(key, entries[key]) for key in js.object_order(entries)]
    else:
        pairs = [(str(at), entry) for at, entry in enumerate(entries or [])]
    return [(_uid(entry, key), dict(entry)) for key, entry in pairs if isinstance(entry, Mapping)]


def _uid(entry: Mapping[str, Any], key: str) -> str:
    uid = entry.get("uid", entry.get("id", key))
    return str(uid) if isinstance(uid, str | int) and uid != "" else key


def _head(data: Any) -> Raw:
    return {name: value for name, value in table(data).items() if name != "entries"}


def _read(raw: Raw) -> LoreEntry:
    return authored_entry("", normalised(raw))


def _losses(entry: str, raw: Raw) -> list[Loss]:
    """A position that is missing or no number of the format puts the entry nowhere. Source:
    docs/tavern-lorebook.md §1.3."""
    position = normalised(raw).get("position")
    known = isinstance(position, int | float) and not isinstance(position, bool) and position in range(8)
    return [] if known else [Loss("placed_nowhere", entry, "position")]


def _writer(field: str) -> Writer:
    def write(raw: Raw, entry: LoreEntry) -> None:
        plain = write_field(entry, field)
        for name, value in plain.items():
            raw[_spelling(raw, name)] = value
        if "disable" in plain and "disable" not in raw and "enabled" in raw:
            raw["enabled"] = not plain["disable"]

    return write


def _spelling(raw: Raw, name: str) -> str:
    """The spelling the entry already uses, else the right one."""
    return next((own for own in (name, *_SPELLINGS.get(name, ())) if own in raw), name)


def _wrap(book: Lorebook, head: Raw, entries: list[Raw]) -> Any:
    named = head if "name" in head or not book.name else {"name": book.name, **head}
    keyed: dict[str, Raw] = {}
    for at, entry in enumerate(entries):
        key = _uid(entry, str(at))
        while key in keyed:
            key = f"{key}-2"
        keyed[key] = entry
    return {**named, "entries": keyed}


def _fresh(entry: LoreEntry) -> Raw:
    return {**NEW_ENTRY, "uid": numeric_id(entry.id)}


TAVERN = Format(
    kind="tavern",
    entries=_entries,
    head=_head,
    read=_read,
    writers={field: _writer(field) for field in FIELD_NAMES},
    fresh=_fresh,
    wrap=_wrap,
    book_fields=lambda head: {"name": js.text(head.get("name"))},
    understood=frozenset(
        {*NEW_ENTRY, "uid", "displayIndex", "characterFilter", "extensions", "enabled", "world"}.union(
            *_SPELLINGS.values()
        )
    ),
    rules=always("tavern"),
    losses=_losses,
)
