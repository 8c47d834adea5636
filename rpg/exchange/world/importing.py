"""Cards, lorebooks and presets into the folder of a world: each file whole or not at all, nothing overwritten.

Source: docs/world-format.md, `rpg world import`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from rpg.exchange.archive import is_zip, read_zip
from rpg.exchange.cards.container import (
    CardFile,
    card_of,
    card_of_charx,
    card_of_png,
    is_card,
    is_png,
    lorebook_of_png,
)
from rpg.exchange.cards.incoming import Brought, bring_card, free_id
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.importing import import_lorebook
from rpg.exchange.lorebooks.kinds import detect
from rpg.exchange.lorebooks.tables import lorebook_table
from rpg.exchange.presets import import_preset, is_preset
from rpg.exchange.reading import read_file, read_json
from rpg.exchange.report import Report
from rpg.exchange.spoken import spoken_language
from rpg.exchange.story.bundle import is_bundle
from rpg.exchange.story.chatfile import is_chat
from rpg.exchange.story.saveshape import is_save_document
from rpg.exchange.world.toml import sheet_table, toml_text, world_to_toml
from rpg.exchange.writing import remove, write_all
from rpg.text.messages import catalogue_language, message
from rpg.world.files import FIRST
from rpg.world.ids import id_from
from rpg.world.load import read_world
from rpg.world.model import Location, World

What = Literal["card", "lorebook", "preset"]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one file. id: of the character, book or preset. files: what was written."""

    source: Path
    what: What
    id: str
    name: str
    files: tuple[Path, ...]
    report: Report = field(default_factory=Report)


@dataclass(frozen=True, slots=True)
class _Part:
    """A file's content, told apart. archive: the CHARX it came in."""

    what: What
    value: Any
    archive: bytes | None = None


def import_into(source: Path, folder: Path, language: str) -> Taken:
    """Takes one file into the world at `folder`, which is made when there is none.

    language: of a new world where its texts do not tell. Raises ExchangeError; then nothing has changed.
    """
    part = _part(read_file(source), str(source))
    world = existing_world(folder)
    files, taken = _prepared(part, source, folder, world, language)
    written = write_all(folder, files)
    after = read_world(folder)
    if after.world is None:
        remove(written)
        problem = next(one for one in after.problems if one.severity == "error")
        raise ExchangeError("does_not_fit", str(source), detail=problem.sentence(language))
    return Taken(source, part.what, taken.id, taken.name, written, taken.report)


def existing_world(folder: Path) -> World | None:
    """The world in a folder; None when the folder is new or empty. Raises ExchangeError."""
    if not folder.exists() and not folder.is_symlink():
        return None
    if not folder.is_dir():
        raise ExchangeError("not_a_folder", str(folder))
    reading = read_world(folder)
    if reading.world is not None:
        return reading.world
    problem = next(one for one in reading.problems if one.severity == "error")
    if problem.code == "not_a_world":
        return None
    raise ExchangeError("bad_world", str(problem.place) or str(folder), detail=problem.sentence("en"))


def _part(data: bytes, file: str) -> _Part:
    """What a file is. Raises ExchangeError for what is broken, belongs elsewhere or is not known."""
    if is_png(data):
        book = lorebook_of_png(data, file)
        return _Part("lorebook", book) if detect(book) else _Part("card", card_of_png(data, file))
    if is_zip(data):
        archive = read_zip(data, file)
        if is_bundle(archive):
            raise ExchangeError("is_a_story", file)
        return _Part("card", card_of_charx(archive), data)
    if data.startswith(b"SQLite format 3\0") or is_chat(data):
        raise ExchangeError("is_a_story", file)
    return _json_part(read_json(data, file), file)


def _json_part(value: Any, file: str) -> _Part:
    if is_save_document(value):
        raise ExchangeError("is_a_story", file)
    if is_card(value) and not _is_bare_book(value):
        return _Part("card", card_of(value, file))
    if detect(value) is not None:
        return _Part("lorebook", value)
    if is_preset(value):
        return _Part("preset", value)
    raise ExchangeError("unknown_kind", file)


def _is_bare_book(value: Any) -> bool:
    """A book with a name and a description is no character."""
    return isinstance(value, Mapping) and "entries" in value and "first_mes" not in value


@dataclass(frozen=True, slots=True)
class _Named:
    id: str
    name: str
    report: Report


def _prepared(
    part: _Part, source: Path, folder: Path, world: World | None, language: str
) -> tuple[list[tuple[str, bytes]], _Named]:
    if part.what == "card":
        return _card(part, source, folder, world, language)
    taken = () if world is None else world.lorebooks if part.what == "lorebook" else world.presets
    id = free_id(id_from(source.stem, part.what), taken)
    report = Report()
    if part.what == "lorebook":
        imported = import_lorebook(part.value, id)
        name = imported.book.name
        table: dict[str, Any] = {"lorebooks": {id: lorebook_table(imported.book)}}
        report.add("kept", "book", imported.kind, len(imported.book.entries))
        report.losses(imported.losses)
    else:
        preset, report = import_preset(part.value, id, source.stem, str(source))
        name, table = preset.name, sheet_table("presets", preset)
    files = [(f"{part.what}s/{id}.toml", toml_text(table).encode())]
    if world is None:
        files.insert(0, (FIRST, _new_world(folder, name, language).encode()))
    return files, _Named(id, name, report)


def _card(
    part: _Part, source: Path, folder: Path, world: World | None, language: str
) -> tuple[list[tuple[str, bytes]], _Named]:
    card: CardFile = part.value
    if world is not None:
        brought = bring_card(card, source.name, world, world.start, part.archive)
        return list(brought.files), _Named(brought.id, brought.name, brought.report)
    prose = " ".join(
        str(card.data.get(name, ""))[:2_000] for name in ("description", "first_mes", "scenario")
    )
    spoken = spoken_language(prose, language)
    brought = bring_card(card, source.name, None, PLACE, part.archive)
    text = _new_world(folder, brought.name, spoken, brought)
    return [(FIRST, text.encode()), *brought.files], _Named(brought.id, brought.name, brought.report)


PLACE = "here"
"""Id of the only place of a new world."""


def _new_world(folder: Path, name: str, language: str, brought: Brought | None = None) -> str:
    """The first file of a new world: its title, one place, and what a card says of the whole."""
    place = Location(PLACE, message(catalogue_language(language), "exchange.chat_place"))
    world = World(id_from(folder.name, "world"), name, PLACE, language=language, locations={PLACE: place})
    if brought is not None:
        opening, *others = brought.openings or ("",)
        world = World(
            world.id,
            name,
            PLACE,
            language=language,
            rules=brought.rules,
            opening=opening,
            alternate_openings=tuple(others),
            author=brought.author,
            version=brought.version,
            locations=world.locations,
        )
    return world_to_toml(world)
