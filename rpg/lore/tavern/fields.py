"""Authored entries of tavern books and the raw fields of World Info, in both directions.

An imported entry keeps its raw fields as JSON text in `extra["tavern"]`. What the author has not changed
since goes back exactly as it came; a changed field is written over it. Source: docs/tavern-lorebook.md §1.2.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.lore.memory import LoreMemory
from rpg.lore.tavern import js
from rpg.lore.tavern.entry import NEW_ENTRY, TavernBook, tavern_book
from rpg.text.numbers import numeric_id
from rpg.world.lorebook import Logic, Lorebook, LoreEntry, Position, Role

RAW = "tavern"
LOGICS: tuple[Logic, ...] = ("and_any", "not_all", "not_any", "and_all")
ROLES: tuple[Role, ...] = ("system", "user", "assistant")
POSITIONS: tuple[Position, ...] = (
    "system_before",
    "system_after",
    "an_bottom",
    "an_bottom",
    "at_depth",
    "an_top",
    "an_top",
    "outlet",
)
_TO_POSITION = {
    "system_before": 0,
    "system_after": 1,
    "an_top": 5,
    "an_bottom": 3,
    "at_depth": 4,
    "outlet": 7,
}


@dataclass(frozen=True, slots=True)
class _Field:
    """One pair of names with a reader (raw value → authored) and a writer (authored → raw)."""

    authored: str
    raw: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


MOST = 1_000_000_000
DEEPEST = 10_000


def _whole(default: int, low: int = 0, high: int = MOST) -> Callable[[Any], int]:
    """A whole number within the bounds that authored files allow; the raw field keeps what it was."""

    def read(value: Any) -> int:
        number = js.number(value)
        usable = value not in (None, "") and math.isfinite(number)
        return min(max(round(number), low), high) if usable else default

    return read


def _fraction(default: float, high: float = MOST) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        number = js.number(value)
        if value in (None, "") or not math.isfinite(number):
            return default
        bounded = min(max(number, 0), high)
        return int(bounded) if float(bounded).is_integer() else bounded

    return read


def _maybe_whole(value: Any) -> int | None:
    return (
        None if value in (None, "") or not math.isfinite(js.number(value)) else _whole(0, 0, DEEPEST)(value)
    )


def _maybe_flag(value: Any) -> bool | None:
    return None if value in (None, "") else js.truthy(value)


def _not(value: Any) -> bool:
    return not js.truthy(value)


def _at(names: tuple[Any, ...], default: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        number = js.number(value)
        return names[int(number)] if number in range(len(names)) and value is not None else default

    return read


def _groups(value: Any) -> tuple[str, ...]:
    return tuple(name for part in js.text(value).split(",") if (name := part.strip()))


_FIELDS = (
    _Field("keys", "key", js.text_list, list),
    _Field("secondary_keys", "keysecondary", js.text_list, list),
    _Field("logic", "selectiveLogic", _at(LOGICS, "and_any"), LOGICS.index),
    _Field("content", "content", js.text, _same),
    _Field("title", "comment", js.text, _same),
    _Field("enabled", "disable", _not, _not),
    _Field("constant", "constant", js.truthy, _same),
    _Field("position", "position", _at(POSITIONS, "system_before"), lambda name: _TO_POSITION.get(name, 4)),
    _Field("depth", "depth", _whole(4, 0, DEEPEST), _same),
    _Field("role", "role", _at(ROLES, "system"), ROLES.index),
    _Field("outlet", "outletName", js.text, _same),
    _Field("order", "order", _whole(100, -MOST), _same),
    _Field("scan_depth", "scanDepth", _maybe_whole, _same),
    _Field("case_sensitive", "caseSensitive", _maybe_flag, _same),
    _Field("whole_words", "matchWholeWords", _maybe_flag, _same),
    _Field("probability", "probability", _fraction(100, 100), _same),
    _Field("sticky", "sticky", _whole(0), lambda value: value or None),
    _Field("cooldown", "cooldown", _whole(0), lambda value: value or None),
    _Field("min_messages", "delay", _whole(0), lambda value: value or None),
    _Field("recursive", "excludeRecursion", _not, _not),
    _Field("feeds_recursion", "preventRecursion", _not, _not),
    _Field("recursion_level", "delayUntilRecursion", _whole(0), _same),
    _Field("group", "group", _groups, ",".join),
    _Field("group_weight", "groupWeight", _fraction(100), _same),
    _Field("group_priority", "groupOverride", js.truthy, _same),
    _Field("ignore_budget", "ignoreBudget", js.truthy, _same),
)


FIELD_NAMES: tuple[str, ...] = tuple(field.authored for field in _FIELDS)


def write_field(entry: LoreEntry, name: str) -> dict[str, Any]:
    """The raw fields that carry one authored field of `entry`, with the switches it needs to have effect."""
    field = next(field for field in _FIELDS if field.authored == name)
    written = {field.raw: field.write(getattr(entry, name))}
    if name == "secondary_keys":
        written["selective"] = True
    if name == "probability":
        written["useProbability"] = True
    return written


def authored_entry(name: str, raw: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> LoreEntry:
    """A raw entry as an authored one that keeps its raw fields. name: its id in the book."""
    kept = {RAW: json.dumps(raw, ensure_ascii=False), **(extra or {})}
    return LoreEntry(id=name, extra=kept, **_read(raw))


def _read(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {field.authored: field.read(raw.get(field.raw)) for field in _FIELDS}


def raw_fields(entry: LoreEntry) -> dict[str, Any]:
    """The raw fields of an authored entry: as they came, with what was changed since written over them.

    An entry that never had any takes those of a new entry.
    """
    kept = _kept(entry)
    raw = dict(NEW_ENTRY) if kept is None else kept
    before = _read(raw)
    for field in _FIELDS:
        if not alike(getattr(entry, field.authored), before[field.authored]):
            raw.update(write_field(entry, field.authored))
    raw.setdefault("uid", numeric_id(entry.id))
    return raw


def alike(first: Any, second: Any) -> bool:
    """Whether two values of a field are the same once they have been through a world file, which drops
    blanks around texts and empty texts in lists."""
    return bool(_settled(first) == _settled(second))


def _settled(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, tuple):
        return tuple(text for item in value if (text := _settled(item)) != "")
    return value


def _kept(entry: LoreEntry) -> dict[str, Any] | None:
    text = entry.extra.get(RAW)
    if not isinstance(text, str):
        return None
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


def compiled_book(book: Lorebook, memory: LoreMemory) -> TavernBook:
    """The book as the tavern dialect evaluates it; made once per book."""

    def build() -> TavernBook:
        entries = {name: dict(raw_fields(entry), uid=name) for name, entry in book.entries.items()}
        return tavern_book(book.id, entries)

    return memory.recall((book,), "tavern raw", build)
