"""Native fields that a foreign format has no place for, kept in its `extensions` under our own name.

They have no effect in other programs and come back whole. Source: docs/lorebook.md §6.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, get_args

from rpg.exchange.lorebooks.loose import table, texts, whole
from rpg.world.lorebook import LoreEntry, Position, When

OURS = "rpg"
_DEFAULT = LoreEntry(id="")
_NUMBERS = ("depth", "delay", "sticky", "cooldown", "min_messages", "min_replies", "every_replies")
_LISTS = ("characters", "not_characters", "exclude_keys", "group")
CARRIED = (*_NUMBERS, *_LISTS, "when", "yields", "position", "group_weight")
_WHEN_LISTS = ("location", "tag", "present", "absent", "visited", "flag")


def carried_value(entry: LoreEntry, name: str) -> Any:
    """The field as JSON."""
    value = getattr(entry, name)
    if isinstance(value, When):
        parts = dataclasses.asdict(value)
        return {key: list(part) if isinstance(part, tuple) else part for key, part in parts.items() if part}
    return list(value) if isinstance(value, tuple) else value


def with_carried(entry: LoreEntry, extensions: Mapping[str, Any]) -> LoreEntry:
    """`entry` with the native fields that `extensions` carries."""
    ours = table(extensions.get(OURS))
    changes: dict[str, Any] = {}
    for name in CARRIED:
        if name in ours:
            changes[name] = _read(name, ours[name])
    return dataclasses.replace(entry, **{name: value for name, value in changes.items() if value is not None})


def _read(name: str, value: Any) -> Any:
    if name in _NUMBERS:
        return whole(value, getattr(_DEFAULT, name))
    if name in _LISTS:
        return texts(value)
    match name:
        case "when":
            lists = {key: texts(table(value).get(key)) for key in _WHEN_LISTS}
            after = table(value).get("after")
            return When(after=after if isinstance(after, int) else None, **lists)
        case "yields":
            return value is True
        case "group_weight":
            return value if isinstance(value, int | float) and value >= 0 else None
    return value if value in get_args(Position) else None


def put(raw: dict[str, Any], name: str, value: Any) -> None:
    """Stores one native field in the extensions of a raw entry or book."""
    extensions = dict(table(raw.get("extensions")))
    extensions[OURS] = {**table(extensions.get(OURS)), name: value}
    raw["extensions"] = extensions


def drop(raw: dict[str, Any], name: str) -> None:
    """Takes one native field out of the extensions again."""
    extensions = dict(table(raw.get("extensions")))
    ours = {key: value for key, value in table(extensions.get(OURS)).items() if key != name}
    if OURS in extensions:
        extensions[OURS] = ours
        if not ours:
            del extensions[OURS]
        raw["extensions"] = extensions
