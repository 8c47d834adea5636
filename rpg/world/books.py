"""Lorebooks in files of their own, `[lorebooks.ID]`. Source: docs/lorebook.md §6."""

from __future__ import annotations

from rpg.world.lorebook import Lorebook
from rpg.world.schema import LOREBOOK
from rpg.world.sheetfiles import SheetFile, read_sheets

TABLE = "lorebooks"


def read_books(text: str, file: str) -> SheetFile[Lorebook]:
    """The lorebooks of a file's text. file: the name under which places in it are told."""
    return read_sheets(text, file, TABLE, LOREBOOK)
