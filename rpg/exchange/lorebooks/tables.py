"""A lorebook as the TOML tables of a world file: only what differs from the defaults is written.

Source: docs/world-format.md, docs/lorebook.md §1.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from rpg.world.lorebook import Lorebook, LoreEntry, When
from rpg.world.times import moment_text


def lorebook_table(book: Lorebook) -> dict[str, Any]:
    """The table that stands under `[lorebooks.<id>]`, ready for a TOML writer."""
    table = _changed(book, Lorebook(id=book.id), ("id", "entries"))
    table["entries"] = {name: entry_table(entry) for name, entry in book.entries.items()}
    return table


def entry_table(entry: LoreEntry) -> dict[str, Any]:
    """The table of one entry."""
    return _changed(entry, LoreEntry(id=entry.id), ("id",))


def _changed(value: Any, default: Any, skip: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        own = getattr(value, field.name)
        if field.name not in skip and own != getattr(default, field.name) and own is not None:
            found[field.name] = _plain(own)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, When):
        table = _changed(value, When(), ("after",))
        return table if value.after is None else {**table, "after": moment_text(value.after, "en")}
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    return value
