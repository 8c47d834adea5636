"""Which books take part: bound to one story, to all of the player's, or to characters; and edited in their files.

Source: docs/lorebook.md §1, §2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rpg.config.config import Config
from rpg.runtime.names import resolve_character
from rpg.session.books import BIND, EVERYWHERE, USE, BookShelf, id_beside
from rpg.session.errors import SessionError
from rpg.world.entrytext import Spot, replace_file, spot_of, with_entry
from rpg.world.files import world_files
from rpg.world.find import WorldNotFound, find_world

if TYPE_CHECKING:
    from rpg.session.session import Session

Changes = Mapping[str, str | bool | Sequence[str]]
"""What an entry has instead, by its keys: "content", "keys", "title" …"""


def bind_for_player(config: Config, shelf: BookShelf, book: str, characters: Sequence[str]) -> Config:
    """A book of the library takes part in every story; characters: ids it is bound to, () leaves its own.

    Raises SessionError "unknown_book", OptionError and ConfigError.
    """
    _need(shelf, book)
    config = config.with_value(f"{USE}{book}", True)
    return config.with_value(f"{BIND}{book}", ",".join(characters)) if characters else config


def unbind_for_player(config: Config, shelf: BookShelf, book: str) -> Config:
    """It takes part only where a story says so. Raises as `bind_for_player`."""
    _need(shelf, book)
    return config.with_value(f"{USE}{book}", None).with_value(f"{BIND}{book}", None)


def bind_here(session: Session, book: str, characters: Sequence[str]) -> tuple[str, ...]:
    """A book takes part in this story; returns the ids of the characters it is bound to.

    characters: by name; `*` binds a book of the world to nobody. Raises SessionError "unknown_book", EditError.
    """
    id = _here(session, book)
    state = session.head_state
    bound = [one if one == EVERYWHERE else resolve_character(state, one) for one in characters]
    if id not in session.world.lorebooks:
        session.set_setting(f"{USE}{book}", True)
    if bound:
        session.set_setting(f"{BIND}{id}", ",".join(bound))
    return next(one.bind for one in session.books if one.id == id)


def unbind_here(session: Session, book: str) -> None:
    """A book of the library no longer takes part in this story; one of the world is bound as its author has it."""
    id = _here(session, book)
    session.set_setting(f"{BIND}{id}", None)
    if id not in session.world.lorebooks:
        session.set_setting(f"{USE}{book}", False)


def edit_entry(session: Session, book: str, entry: str, changes: Changes) -> Path:
    """Other values for an entry in the file that holds it; comments, order and layout stay.

    Raises SessionError "unknown_lore_entry", "no_book_file", "bad_book_file", and OSError.
    """
    if not any(one.id == book and entry in one.entries for one in session.books):
        raise SessionError("unknown_lore_entry", entry=f"{book}.{entry}")
    spot, id = _place_of(session, book, entry)
    if spot is None:
        raise SessionError("no_book_file", book=book)
    file = spot.file
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            source = stream.read()
        text = with_entry(source, id, entry, changes)
    except (KeyError, ValueError) as error:
        raise SessionError("bad_book_file", file=file, detail=error) from None
    replace_file(file, text)
    return file


def library_id(session: Session, book: str) -> str:
    """The id in the library of a book as it is called in this story."""
    ids = (id for id in session.bookshelf.own().sheets if id_beside(session.world, id) == book)
    return next(ids, book)


def entry_spot(session: Session, book: str, entry: str) -> Spot | None:
    """Where an entry stands in a file of the world or of the library; None when this machine does not have it."""
    return _place_of(session, book, entry)[0]


def _place_of(session: Session, book: str, entry: str) -> tuple[Spot | None, str]:
    """Where an entry stands, and the id that its book has there."""
    if book in session.world.lorebooks:
        return spot_of(_world_files(session), _keys(book, entry)), book
    for id, one in session.bookshelf.own().sheets.items():
        if id_beside(session.world, id) == book:
            return spot_of([one.file], _keys(id, entry)), id
    return None, book


def _keys(book: str, entry: str) -> tuple[str, ...]:
    return ("lorebooks", book, "entries", entry)


def _world_files(session: Session) -> tuple[Path, ...]:
    try:
        return world_files(find_world(session.world.id, session.services.paths.worlds).path).files
    except WorldNotFound:
        return ()


def _here(session: Session, book: str) -> str:
    """The id that a book has in this story. The world's come first."""
    if book in session.world.lorebooks:
        return book
    _need(session.bookshelf, book, session.world.lorebooks)
    return id_beside(session.world, book)


def _need(shelf: BookShelf, book: str, more: Mapping[str, object] | None = None) -> None:
    known = shelf.own().sheets
    if book not in known:
        raise SessionError("unknown_book", book=book, known=(*(more or ()), *known) or "-")
