"""Lorebooks in files of their own, `[lorebooks.ID]`. Source: docs/lorebook.md §6."""

from __future__ import annotations

from rpg.world.lorebook import Lorebook
from rpg.world.model import World
from rpg.world.schema import LOREBOOK
from rpg.world.sheetfiles import SheetFile, read_sheets

TABLE = "lorebooks"

OWN_MARK = "-own"
"""What the id of a book of the library ends with in a world that has a book of the same id."""


def read_books(text: str, file: str) -> SheetFile[Lorebook]:
    """The lorebooks of a file's text. file: the name under which places in it are told."""
    return read_sheets(text, file, TABLE, LOREBOOK)


def id_beside(world: World, id: str) -> str:
    """The id under which a book of the library takes part beside a world's books."""
    while id in world.lorebooks:
        id += OWN_MARK
    return id
