"""Conversions between file formats exactly as the tavern program makes them, losses included.

Our own import builds on the same field pairs but keeps more. Source: docs/tavern-lorebook.md §14.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.exchange.lorebooks.loose import rows, table
from rpg.lore.matching.script import js_trim
from rpg.lore.tavern import js
from rpg.lore.tavern.entry import NEW_ENTRY

World = dict[str, Any]

# World Info name, card extension name, value where an import finds none, value where an export finds none.
CARD_EXTENSIONS: tuple[tuple[str, str, Any, Any], ...] = (
    ("probability", "probability", 100, None),
    ("useProbability", "useProbability", True, False),
    ("depth", "depth", 4, 4),
    ("selectiveLogic", "selectiveLogic", 0, 0),
    ("outletName", "outlet_name", "", ""),
    ("group", "group", "", ""),
    ("groupOverride", "group_override", False, False),
    ("groupWeight", "group_weight", 100, None),
    ("preventRecursion", "prevent_recursion", False, False),
    ("delayUntilRecursion", "delay_until_recursion", False, False),
    ("scanDepth", "scan_depth", None, None),
    ("matchWholeWords", "match_whole_words", None, None),
    ("useGroupScoring", "use_group_scoring", None, False),
    ("caseSensitive", "case_sensitive", None, None),
    ("automationId", "automation_id", "", ""),
    ("role", "role", 0, 0),
    ("vectorized", "vectorized", False, False),
    ("sticky", "sticky", None, None),
    ("cooldown", "cooldown", None, None),
    ("delay", "delay", None, None),
    ("matchPersonaDescription", "match_persona_description", False, False),
    ("matchCharacterDescription", "match_character_description", False, False),
    ("matchCharacterPersonality", "match_character_personality", False, False),
    ("matchCharacterDepthPrompt", "match_character_depth_prompt", False, False),
    ("matchScenario", "match_scenario", False, False),
    ("matchCreatorNotes", "match_creator_notes", False, False),
    ("triggers", "triggers", [], []),
    ("ignoreBudget", "ignore_budget", False, False),
)


def _foreign(index: int, **fields: Any) -> dict[str, Any]:
    """A World Info entry of another program's fields; a field that is missing there is missing here."""
    found = {
        **NEW_ENTRY,
        "selective": False,
        "delayUntilRecursion": False,
        "keysecondary": [],
        "uid": index,
        "displayIndex": index,
        **fields,
    }
    return _present(found)


def _present(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not js.MISSING}


def _get(entry: Mapping[str, Any], name: str) -> Any:
    """The raw value; null is one, a field that is missing is not."""
    return entry.get(name, js.MISSING)


def from_novel(data: Mapping[str, Any]) -> World:
    """A NovelAI lorebook as a world file."""
    return {
        "entries": {str(at): _novel_entry(at, entry) for at, entry in enumerate(rows(data.get("entries")))}
    }


def _novel_entry(index: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    name = js.text(entry.get("displayName"))
    priority = table(entry.get("contextConfig")).get("budgetPriority")
    return _foreign(
        index,
        key=_get(entry, "keys"),
        comment=name,
        addMemo=bool(name.strip()),
        content=_get(entry, "text"),
        order=0 if priority is None else priority,
        disable=not js.truthy(entry.get("enabled")),
    )


def from_agnai(data: Mapping[str, Any]) -> World:
    """An Agnai memory book as a world file."""
    return {
        "entries": {str(at): _agnai_entry(at, entry) for at, entry in enumerate(rows(data.get("entries")))}
    }


def _agnai_entry(index: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    return _foreign(
        index,
        key=_get(entry, "keywords"),
        comment=_get(entry, "name"),
        addMemo=js.truthy(entry.get("name")),
        content=_get(entry, "entry"),
        order=_get(entry, "weight"),
        disable=not js.truthy(entry.get("enabled")),
    )


def from_risu(data: Mapping[str, Any]) -> World:
    """A Risu lorebook as a world file."""
    return {"entries": {str(at): _risu_entry(at, entry) for at, entry in enumerate(rows(data.get("data")))}}


def _risu_entry(index: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    chance = entry.get("activationPercent")
    return _foreign(
        index,
        key=_pieces(entry.get("key")),
        keysecondary=_pieces(entry.get("secondkey") or None),
        comment=_get(entry, "comment"),
        addMemo=True,
        content=_get(entry, "content"),
        constant=_get(entry, "alwaysActive"),
        selective=_get(entry, "selective"),
        order=_get(entry, "insertorder"),
        probability=100 if chance is None else chance,
        useProbability=True if chance is None else chance,
    )


def _pieces(keys: object) -> list[str]:
    """Text split at commas, patterns too; an empty text is one empty piece."""
    return [js_trim(piece) for piece in keys.split(",")] if isinstance(keys, str) else []


def from_character_book(book: Mapping[str, Any]) -> World:
    """A card's book as a world file; of entries with the same id the later stays."""
    entries: dict[str, Any] = {}
    for index, entry in enumerate(rows(book.get("entries"))):
        uid = entry.get("id", index)
        entries[str(uid)] = card_entry(uid, index, entry)
    return {"entries": entries}


def card_entry(uid: object, index: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    """One card entry as a World Info entry. Only extensions by their card names are read."""
    extensions = table(entry.get("extensions"))
    found: dict[str, Any] = {
        "uid": uid,
        "key": _get(entry, "keys"),
        "keysecondary": _if_on(entry.get("secondary_keys"), []),
        "comment": entry.get("comment") or "",
        "content": _get(entry, "content"),
        "constant": entry.get("constant") or False,
        "selective": entry.get("selective") or False,
        "order": _get(entry, "insertion_order"),
        "position": _or(extensions.get("position"), 0 if entry.get("position") == "before_char" else 1),
        "disable": not js.truthy(entry.get("enabled")),
        "addMemo": bool(entry.get("comment")),
        "excludeRecursion": _or(extensions.get("exclude_recursion"), False),
        "displayIndex": _or(extensions.get("display_index"), index),
        "extensions": _or(entry.get("extensions"), {}),
    }
    for name, own, default, _ in CARD_EXTENSIONS:
        found[name] = _or(extensions.get(own), default)
    return _present(found)


def _if_on(value: Any, default: Any) -> Any:
    return value if js.truthy(value) else default


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def to_character_book(world: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A world file as a card's book."""
    entries = world.get("entries")
    if isinstance(entries, Mapping):
        listed = [table(entries[key]) for key in js.object_order(entries)]
    else:
        listed = rows(entries)
    return {"name": name, "entries": [_exported(entry) for entry in listed]}


def _exported(entry: Mapping[str, Any]) -> dict[str, Any]:
    found = {
        "id": _get(entry, "uid"),
        "keys": _get(entry, "key"),
        "secondary_keys": _if_on(entry.get("keysecondary"), []),
        "comment": _get(entry, "comment"),
        "content": _get(entry, "content"),
        "constant": _get(entry, "constant"),
        "selective": _get(entry, "selective"),
        "insertion_order": _get(entry, "order"),
        "enabled": not js.truthy(entry.get("disable")),
        "position": "before_char" if entry.get("position") == 0 else "after_char",
        "use_regex": True,
    }
    return {**_present(found), "extensions": _exported_extensions(entry)}


def _exported_extensions(entry: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(table(entry.get("extensions")))
    for name, own in (
        ("position", "position"),
        ("excludeRecursion", "exclude_recursion"),
        ("displayIndex", "display_index"),
    ):
        found[own] = _get(entry, name)
    for name, own, _, default in CARD_EXTENSIONS:
        found[own] = _or(entry.get(name), default)
    return _present(found)
