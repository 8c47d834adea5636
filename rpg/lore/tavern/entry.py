"""One World Info entry as the scanner sees it: fields read once, loosely, nothing filled in.

Source: docs/tavern-lorebook.md §1.2 and §1.3.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from rpg.lore.tavern import js
from rpg.lore.tavern.decorators import split_decorators

ENDLESS = 1_000_000_000

Scope = Literal["global", "character", "character_extra", "chat", "persona"]

NEW_ENTRY: Mapping[str, Any] = MappingProxyType(
    {
        "key": [],
        "keysecondary": [],
        "comment": "",
        "content": "",
        "constant": False,
        "vectorized": False,
        "selective": True,
        "selectiveLogic": 0,
        "addMemo": False,
        "order": 100,
        "position": 0,
        "disable": False,
        "ignoreBudget": False,
        "excludeRecursion": False,
        "preventRecursion": False,
        "matchPersonaDescription": False,
        "matchCharacterDescription": False,
        "matchCharacterPersonality": False,
        "matchCharacterDepthPrompt": False,
        "matchScenario": False,
        "matchCreatorNotes": False,
        "delayUntilRecursion": 0,
        "probability": 100,
        "useProbability": True,
        "depth": 4,
        "outletName": "",
        "group": "",
        "groupOverride": False,
        "groupWeight": 100,
        "scanDepth": None,
        "caseSensitive": None,
        "matchWholeWords": None,
        "useGroupScoring": None,
        "automationId": "",
        "role": 0,
        "sticky": None,
        "cooldown": None,
        "delay": None,
        "triggers": [],
    }
)

# Extra texts an entry may ask to have scanned, in the order they stand in the scanned text.
SCAN_FIELDS = (
    ("matchPersonaDescription", "personaDescription"),
    ("matchCharacterDescription", "characterDescription"),
    ("matchCharacterPersonality", "characterPersonality"),
    ("matchCharacterDepthPrompt", "characterDepthPrompt"),
    ("matchScenario", "scenario"),
    ("matchCreatorNotes", "creatorNotes"),
)


@dataclass(frozen=True, slots=True)
class CharacterFilter:
    """names: card file names without suffix. tags: tag ids."""

    exclude: bool = False
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TavernEntry:
    """id: `<book>.<uid>`. position None: active but placed nowhere. logic None: no secondary list passes.

    scan_depth, case_sensitive, whole_words, scoring: None takes the global setting. sticky, cooldown and
    delay count messages. depth None: missing in the source.
    """

    id: str
    book: str
    title: str
    keys: tuple[str, ...]
    secondary: tuple[str, ...]
    uses_secondary: bool
    logic: int | None
    content: str
    decorators: tuple[str, ...]
    enabled: bool
    constant: bool
    order: float
    position: int | None
    position_label: str
    depth: int | float | None
    role: int
    outlet: str
    chance: float | None
    group: str
    override: bool
    weight: float
    scoring: bool | None
    scan_depth: float | None
    case_sensitive: bool | None
    whole_words: bool | None
    exclude_recursion: bool
    prevent_recursion: bool
    recursion_level: float
    sticky: float
    cooldown: float
    delay: float
    ignore_budget: bool
    fields: frozenset[str]
    filter: CharacterFilter
    triggers: tuple[str, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class TavernBook:
    """entries: in the order the source program walks a book."""

    name: str
    entries: tuple[TavernEntry, ...]
    scope: Scope = "global"
    id: str = ""


def tavern_book(
    name: str, entries: Mapping[str, Mapping[str, Any]], scope: Scope = "global", id: str = ""
) -> TavernBook:
    """A book of raw entries keyed by uid as text."""
    ordered = js.object_order(entries)
    return TavernBook(name, tuple(tavern_entry(name, entries[key]) for key in ordered), scope, id or name)


def tavern_entry(book: str, raw: Mapping[str, Any]) -> TavernEntry:
    """One entry of raw fields, whatever their types; missing ones mean what they mean to the scanner."""
    decorators, content = split_decorators(js.text(raw.get("content")))
    keys, secondary = js.text_list(raw.get("key")), js.text_list(raw.get("keysecondary"))
    position = raw.get("position")
    return TavernEntry(
        id=f"{book}.{raw.get('uid', 'undefined')}",
        book=book,
        title=js.text(raw.get("comment")),
        keys=keys,
        secondary=secondary,
        uses_secondary=js.truthy(raw.get("selective")) and bool(secondary),
        logic=_logic(raw.get("selectiveLogic")),
        content=content,
        decorators=decorators,
        enabled=not js.truthy(raw.get("disable")),
        constant=js.truthy(raw.get("constant")),
        order=js.number(raw.get("order", js.MISSING)),
        position=_position(position),
        position_label=_position_text(position),
        depth=raw.get("depth") if _is_number(raw.get("depth")) else None,
        role=int(js.number(raw.get("role"))) if js.number(raw.get("role")) in (1, 2) else 0,
        outlet=js.text(raw.get("outletName")),
        chance=_chance(raw),
        group=js.text(raw.get("group")),
        override=js.truthy(raw.get("groupOverride")),
        weight=100 if raw.get("groupWeight") is None else js.number(raw["groupWeight"]),
        scoring=js.flag(raw.get("useGroupScoring")),
        scan_depth=None if raw.get("scanDepth") is None else js.number(raw["scanDepth"]),
        case_sensitive=js.flag(raw.get("caseSensitive")),
        whole_words=js.flag(raw.get("matchWholeWords")),
        exclude_recursion=js.truthy(raw.get("excludeRecursion")),
        prevent_recursion=js.truthy(raw.get("preventRecursion")),
        recursion_level=_number_if_on(raw.get("delayUntilRecursion")),
        sticky=_number_if_on(raw.get("sticky")),
        cooldown=_number_if_on(raw.get("cooldown")),
        delay=_at_least(raw.get("delay")),
        ignore_budget=js.truthy(raw.get("ignoreBudget")),
        fields=frozenset(name for flag, name in SCAN_FIELDS if js.truthy(raw.get(flag))),
        filter=_filter(raw.get("characterFilter")),
        triggers=js.text_list(raw.get("triggers")),
        hash=_hash(book, raw),
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _position(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and _is_number(value) and value in range(8) else None


def _position_text(position: object) -> str:
    """The position as an object key, by which the case files label it."""
    if isinstance(position, float) and position.is_integer():
        return str(int(position))
    return str(position) if isinstance(position, int | float | str) and position is not True else ""


def _logic(value: object) -> int | None:
    if value is None:
        return 0
    return int(value) if isinstance(value, int | float) and _is_number(value) and value in range(4) else None


def _chance(raw: Mapping[str, Any]) -> float | None:
    """Percent to roll against; None: no roll."""
    if not js.truthy(raw.get("useProbability")):
        return None
    probability = raw.get("probability", js.MISSING)
    if _is_number(probability) and probability == 100:
        return None
    return js.number(probability)


def _number_if_on(value: object) -> float:
    """0 when switched off. Something that is on but no number never ends."""
    if not js.truthy(value):
        return 0
    found = js.number(value)
    return found if math.isfinite(found) else ENDLESS


def _at_least(value: object) -> float:
    """A number to compare with; what is none compares as fulfilled."""
    found = js.number(value)
    return found if found == found else 0


def _filter(value: object) -> CharacterFilter:
    if not isinstance(value, Mapping):
        return CharacterFilter()
    names, tags = js.text_list(value.get("names")), js.text_list(value.get("tags"))
    return CharacterFilter(js.truthy(value.get("isExclude")), names, tags)


def _hash(book: str, raw: Mapping[str, Any]) -> str:
    """Changes with any field of the entry, its title included."""
    canonical = json.dumps([book, raw], sort_keys=True, default=str)
    return hashlib.blake2b(canonical.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
