"""The world's own files behind an entry, a person or a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rpg.session.session import Session
from rpg.world.entrytext import Spot, replace_file, spot_of, with_entry
from rpg.world.files import world_files
from rpg.world.find import WorldNotFound, find_world


def world_path(session: Session) -> Path | None:
    """Where the world of a session is found; None when this machine does not have it."""
    try:
        return find_world(session.world.id, session.services.paths.worlds).path
    except WorldNotFound:
        return None


def spot_in_world(session: Session, keys: tuple[str, ...]) -> Spot | None:
    """Where something stands in the world's files, such as ("characters", "mira")."""
    path = world_path(session)
    return None if path is None else spot_of(world_files(path).files, keys)


def entry_keys(book: str, entry: str) -> tuple[str, ...]:
    """Where an entry stands in a world file."""
    return ("lorebooks", book, "entries", entry)


def write_entry(
    session: Session, book: str, entry: str, changes: Mapping[str, str | bool | Sequence[str]]
) -> Path | None:
    """Change an entry in its file; the file, or None when no file holds it. Raises OSError and ValueError."""
    spot = spot_in_world(session, entry_keys(book, entry))
    if spot is None:
        return None
    with spot.file.open(encoding="utf-8", newline="") as stream:
        source = stream.read()
    replace_file(spot.file, with_entry(source, book, entry, changes))
    return spot.file
