"""Lorebooks of any known kind as files of the player's own library, nothing overwritten. Source: docs/lorebook.md §6."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rpg.exchange.archive import is_zip, read_zip
from rpg.exchange.cards.container import card_of_charx, card_of_png, is_png, lorebook_of_png
from rpg.exchange.cards.incoming import free_id
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.exchange.lorebooks.kinds import detect
from rpg.exchange.lorebooks.tables import lorebook_table
from rpg.exchange.reading import decode_text, read_file, read_json
from rpg.exchange.report import Report
from rpg.exchange.world.toml import toml_text
from rpg.exchange.writing import write_new
from rpg.world.books import read_books
from rpg.world.ids import id_from
from rpg.world.lorebook import Lorebook


@dataclass(frozen=True, slots=True)
class Added:
    """A book that is in the library now."""

    source: Path
    id: str
    name: str
    entries: int
    file: Path
    report: Report = field(default_factory=Report)


def add_books(source: Path, folder: Path, taken: frozenset[str]) -> tuple[Added, ...]:
    """The books of a file into the library at `folder`: its own form, or any that can be imported.

    taken: ids that are in use. Raises ExchangeError; then nothing has changed.
    """
    data = read_file(source)
    own = source.suffix.lower() == ".toml"
    found = _native(data, str(source)) if own else (_foreign(data, source),)
    added: list[Added] = []
    for book, report in found:
        id = free_id(book.id, {*taken, *(one.id for one in added)})
        file = folder / f"{id}.toml"
        folder.mkdir(parents=True, exist_ok=True)
        write_new(file, [toml_text({"lorebooks": {id: lorebook_table(book)}})])
        added.append(Added(source, id, book.name, len(book.entries), file, report))
    return tuple(added)


def _native(data: bytes, file: str) -> tuple[tuple[Lorebook, Report], ...]:
    read = read_books(decode_text(data, file), file)
    wrong = next((one for one in read.problems if one.severity == "error"), None)
    if wrong is not None or not read.sheets:
        raise ExchangeError(
            "does_not_fit" if wrong else "unknown_kind", file, detail=wrong and wrong.sentence("en")
        )
    return tuple((book, Report()) for book in read.sheets.values())


def _foreign(data: bytes, source: Path) -> tuple[Lorebook, Report]:
    value = _json(data, str(source))
    if detect(value) is None:
        raise ExchangeError("unknown_kind", str(source))
    imported = import_lorebook(value, id_from(source.stem, "lorebook"))
    report = Report()
    report.add("kept", "book", imported.kind, len(imported.book.entries))
    report.losses(imported.losses)
    return imported.book, report


def _json(data: bytes, file: str) -> Any:
    """The JSON of a lorebook, or of a card that has one."""
    if is_png(data):
        book = lorebook_of_png(data, file)
        return book if detect(book) else card_of_png(data, file).raw
    if is_zip(data):
        return card_of_charx(read_zip(data, file)).raw
    return read_json(data, file)
