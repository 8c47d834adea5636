"""The lorebooks of a session: the world's, as this save has switched them.

A save's own switches stand in its settings as `lore.on.BOOK` and `lore.on.BOOK.ENTRY`.
"""

from __future__ import annotations

from dataclasses import replace

from rpg.session.settings import SessionSettings
from rpg.world.lorebook import Lorebook
from rpg.world.model import World

SWITCH = "lore.on."


def session_books(world: World, settings: SessionSettings) -> tuple[Lorebook, ...]:
    """The world's books as this session has them switched. The same objects while nothing is switched."""
    switched = {
        key.removeprefix(SWITCH): bool(value)
        for key, value in settings.values.items()
        if key.startswith(SWITCH)
    }
    if not switched:
        return tuple(world.lorebooks.values())
    return tuple(_switched(book, switched) for book in world.lorebooks.values())


def _switched(book: Lorebook, switched: dict[str, bool]) -> Lorebook:
    entries = {
        id: replace(entry, enabled=switched.get(f"{book.id}.{id}", entry.enabled))
        for id, entry in book.entries.items()
    }
    return replace(book, enabled=switched.get(book.id, book.enabled), entries=entries)
