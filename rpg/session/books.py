"""The lorebooks of a session: the world's, and those of the player's own library that take part, as switched.

The library is `lorebooks/` in the data folder. A book of it takes part in every story of the player where the
configuration says `lore.use.BOOK`, and in one story where its save says so; `lore.bind.BOOK` binds any book to
characters, or (`*`) to none. A save's own switches stand in its settings as `lore.on.BOOK` and
`lore.on.BOOK.ENTRY`. Source: docs/lorebook.md §2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from rpg.session.ownfiles import Own, OwnFiles
from rpg.session.settings import SessionSettings
from rpg.world.books import id_beside, read_books
from rpg.world.lorebook import Lorebook
from rpg.world.model import World

__all__ = ["BIND", "EVERYWHERE", "SWITCH", "USE", "BookShelf", "bound_to", "id_beside", "session_books"]

SWITCH, USE, BIND = "lore.on.", "lore.use.", "lore.bind."

EVERYWHERE = "*"
"""What `lore.bind.BOOK` says when the book is bound to nobody, whatever its author says."""

_Key = tuple[World, Own[Lorebook], tuple[tuple[str, object], ...]]


class BookShelf:
    """All books that can take part. The same objects while nothing is changed, so that they are compiled once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = OwnFiles(folder, read_books)
        self._known: tuple[_Key, tuple[Lorebook, ...]] | None = None

    def own(self) -> Own[Lorebook]:
        """The player's library."""
        return self._files.all()

    def books(self, world: World, settings: SessionSettings) -> tuple[Lorebook, ...]:
        """The books of a session, the world's first, switched off ones too."""
        own = self.own()
        said = tuple(_said(world, own, settings))
        if self._known is not None:
            (old_world, old_own, old_said), books = self._known
            if old_world is world and old_own is own and old_said == said:
                return books
        books = session_books(world, settings, [one.sheet for one in own.sheets.values()])
        self._known = ((world, own, said), books)
        return books


def session_books(
    world: World, settings: SessionSettings, library: Iterable[Lorebook] = ()
) -> tuple[Lorebook, ...]:
    """The world's books and those of the library that are in use, as this session has them switched and bound."""
    switches = {
        key.removeprefix(SWITCH): bool(value)
        for key, value in settings.values.items()
        if key.startswith(SWITCH)
    }
    own = (_beside(world, book) for book in library if settings[f"{USE}{book.id}"])
    return tuple(_changed(book, settings, switches) for book in (*world.lorebooks.values(), *own))


def bound_to(text: str) -> tuple[str, ...]:
    """The character ids that a `lore.bind.BOOK` names."""
    return tuple(id for part in text.split(",") if (id := part.strip()) and id != EVERYWHERE)


def _beside(world: World, book: Lorebook) -> Lorebook:
    id = id_beside(world, book.id)
    return book if id == book.id else replace(book, id=id)


def _said(world: World, own: Own[Lorebook], settings: SessionSettings) -> Iterable[tuple[str, object]]:
    """Everything in the settings that changes the books."""
    yield from ((key, value) for key, value in settings.values.items() if key.startswith(SWITCH))
    yield from ((key, settings[key]) for id in own.sheets for key in (f"{USE}{id}",))
    ids = (*world.lorebooks, *(id_beside(world, id) for id in own.sheets))
    yield from ((key, settings[key]) for id in ids for key in (f"{BIND}{id}",))


def _changed(book: Lorebook, settings: SessionSettings, switches: Mapping[str, bool]) -> Lorebook:
    """The same object while nothing of it is changed."""
    own = {name: on for name, on in switches.items() if name == book.id or name.startswith(f"{book.id}.")}
    bind = settings[f"{BIND}{book.id}"]
    if not own and bind is None:
        return book
    entries = {
        id: replace(entry, enabled=own.get(f"{book.id}.{id}", entry.enabled))
        for id, entry in book.entries.items()
    }
    return replace(
        book,
        enabled=own.get(book.id, book.enabled),
        bind=book.bind if bind is None else bound_to(bind),
        entries=entries if own else book.entries,
    )
