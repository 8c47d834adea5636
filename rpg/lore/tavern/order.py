"""Which books take part, and in which order their entries are walked.

Source: docs/tavern-lorebook.md §2.1 and §2.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key

from rpg.lore.tavern.entry import Scope, TavernBook, TavernEntry

EVENLY, CHARACTER_FIRST, GLOBAL_FIRST = 0, 1, 2
# Who keeps a book that is bound in several ways.
_PRECEDENCE: tuple[Scope, ...] = ("global", "chat", "persona", "character", "character_extra")

Ranked = tuple[int, TavernEntry]


def _compare(first: Ranked, second: Ranked) -> int:
    difference = second[1].order - first[1].order
    return (difference > 0) - (difference < 0)


def by_order_descending(entries: Iterable[Ranked]) -> list[Ranked]:
    """Stable; an order that is no number compares as equal to every other."""
    listed = list(entries)
    if all(entry.order == entry.order for _, entry in listed):
        return sorted(listed, key=lambda ranked: -ranked[1].order)
    return sorted(listed, key=cmp_to_key(_compare))


def used_books(books: Sequence[TavernBook]) -> list[TavernBook]:
    """Each book once, under the scope that takes precedence."""
    kept: dict[str, TavernBook] = {}
    for scope in _PRECEDENCE:
        for book in books:
            if book.scope == scope:
                kept.setdefault(book.name, book)
    return list(kept.values())


def evaluation_order(books: Sequence[TavernBook], strategy: int) -> list[Ranked]:
    """All entries of `books`, each with its number in the concatenation of the books, as they are walked."""
    of_scope: dict[Scope, list[Ranked]] = {scope: [] for scope in _PRECEDENCE}
    number = 0
    for book in books:
        for entry in book.entries:
            of_scope[book.scope].append((number, entry))
            number += 1
    chat, persona = by_order_descending(of_scope["chat"]), by_order_descending(of_scope["persona"])
    everywhere = by_order_descending(of_scope["global"])
    character = by_order_descending(of_scope["character"] + of_scope["character_extra"])
    match strategy:
        case 0:
            rest = by_order_descending(everywhere + character)
        case 2:
            rest = everywhere + character
        case _:
            rest = character + everywhere
    return chat + persona + rest
