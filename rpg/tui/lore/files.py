"""The world's own files behind a person or a place."""

from __future__ import annotations

from pathlib import Path

from rpg.session.session import Session
from rpg.world.entrytext import Spot, spot_of
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
