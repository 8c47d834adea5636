"""Which format a piece of JSON is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rpg.exchange.lorebooks.loose import rows, table

Kind = Literal["tavern", "character_book", "lorebook_v3", "novel", "agnai", "risu", "story_cards"]
KINDS: tuple[Kind, ...] = (
    "tavern",
    "character_book",
    "lorebook_v3",
    "novel",
    "agnai",
    "risu",
    "story_cards",
)
_CARD_NAMES = ("keys", "insertion_order", "secondary_keys", "extensions")
_TAVERN_NAMES = ("key", "keysecondary", "order", "disable", "uid")


def detect(data: object) -> Kind | None:
    """The format of parsed JSON, or None when it is no lorebook known here. Cards count by their book."""
    if isinstance(data, list):
        return "story_cards" if _are_story_cards(rows(data)) else None
    whole = table(data)
    if whole.get("spec") == "lorebook_v3" or whole.get("spec") == "chara_card_v3":
        return "lorebook_v3" if book_of(whole) is not None else None
    if "lorebookVersion" in whole:
        return "novel"
    if whole.get("kind") == "memory":
        return "agnai"
    if whole.get("type") == "risu":
        return "risu"
    if _are_story_cards(rows(whole.get("storyCards"))):
        return "story_cards"
    if whole.get("spec") == "chara_card_v2" or "character_book" in whole:
        return "character_book" if book_of(whole) is not None else None
    return _by_entries(whole)


def _by_entries(whole: Mapping[str, Any]) -> Kind | None:
    """World Info and card books both have `entries`; the names inside tell them apart."""
    entries = whole.get("entries")
    if not isinstance(entries, list | Mapping):
        return None
    found = rows(entries)
    card = sum(name in entry for entry in found for name in _CARD_NAMES)
    world = sum(name in entry for entry in found for name in _TAVERN_NAMES)
    return "character_book" if card > world and isinstance(entries, list) else "tavern"


def _are_story_cards(cards: list[Mapping[str, Any]]) -> bool:
    return bool(cards) and all(
        isinstance(card.get("keys"), str) and ("value" in card or "entry" in card) for card in cards
    )


def book_of(data: object) -> Mapping[str, Any] | None:
    """The book inside a card or a standalone V3 file; None when there is none."""
    whole = table(data)
    if whole.get("spec") == "lorebook_v3":
        inner = whole.get("data")
        return inner if isinstance(inner, Mapping) else None
    for holder in (table(whole.get("data")), whole):
        book = holder.get("character_book")
        if isinstance(book, Mapping):
            return book
    return None
