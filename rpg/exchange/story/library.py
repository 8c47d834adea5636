"""What a story uses of its player's library, in a bundle: lorebooks, the active preset, and what makes them take part.

In the archive they are `library/lorebooks.toml` and `library/presets.toml`, in the form they have in a library. Where they
arrive nothing is overwritten: a sheet that is there with the same text is used, another of the same id is left alone
and the one that comes gets a number, under which the save then speaks of it. Source: docs/commands.md, "In and out".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from rpg.exchange.archive import Archive
from rpg.exchange.errors import ExchangeError
from rpg.exchange.lorebooks.tables import lorebook_table
from rpg.exchange.reading import decode_text
from rpg.exchange.report import Report
from rpg.exchange.world.toml import toml_text
from rpg.exchange.writing import write_all
from rpg.world.books import id_beside, read_books
from rpg.world.files import read_text
from rpg.world.lorebook import Lorebook
from rpg.world.model import Preset, World
from rpg.world.presets import presets_text, read_presets
from rpg.world.sheetfiles import SheetFile

BOOKS, PRESETS = "library/lorebooks.toml", "library/presets.toml"
MOST_FILES = 200
"""Files of a library that are looked at."""

Settings = Mapping[str, Any]
S = TypeVar("S", Lorebook, Preset)


@dataclass(frozen=True, slots=True)
class Library:
    """books, presets: of the player's library. settings: by which they take part in the story, as a save keeps them."""

    books: tuple[Lorebook, ...] = ()
    presets: tuple[Preset, ...] = ()
    settings: Settings = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.books or self.presets or self.settings)


@dataclass(frozen=True, slots=True)
class Arrival:
    """What becomes of a library that arrives.

    files: to write, by name below the data folder. names: the new id by kind ("lorebooks", "presets") and old id,
    where it is another one.
    """

    files: Mapping[str, bytes]
    names: Mapping[tuple[str, str], str]
    library: Library

    def write(self, folder: Path) -> None:
        """Puts the new files into a data folder. Raises ExchangeError."""
        write_all(folder, self.files.items())

    def settings(self, own: Settings, world: World | None) -> dict[str, Any]:
        """A save's settings with those of the library, under the ids that hold here. The save's own count."""
        given = {**self.library.settings, **own}
        return dict(_renamed(key, value, self._keys(world), self.names) for key, value in given.items())

    def _keys(self, world: World | None) -> dict[str, str]:
        """New beginnings of setting keys by old ones."""
        keys: dict[str, str] = {}
        for (kind, old), new in self.names.items():
            if kind == "presets":
                keys[f"preset.{old}"] = f"preset.{new}"
                continue
            keys[f"lore.use.{old}"] = f"lore.use.{new}"
            here, there = (id_beside(world, id) if world is not None else id for id in (old, new))
            for area in ("lore.bind.", "lore.on."):
                keys[f"{area}{here}"] = f"{area}{there}"
        return keys

    def tell(self, report: Report) -> None:
        """A line for every sheet: that it came along, and under which name."""
        for kind, sheets in (("lorebooks", self.library.books), ("presets", self.library.presets)):
            for sheet in sheets:
                new = self.names.get((kind, sheet.id))
                if new is not None:
                    report.add("changed", "library_renamed", sheet.name, new)
                else:
                    report.add("kept", "library", sheet.name, f"{kind}/{sheet.id}.toml")


def _renamed(
    key: str, value: Any, keys: Mapping[str, str], names: Mapping[tuple[str, str], str]
) -> tuple[str, Any]:
    if key == "session.preset":
        return key, names.get(("presets", value), value) if isinstance(value, str) else value
    for old, new in keys.items():
        if key == old or (key.startswith(f"{old}.") and old.startswith("lore.on.")):
            return f"{new}{key[len(old) :]}", value
    return key, value


def library_files(library: Library) -> Iterator[tuple[str, str]]:
    """The files of a bundle that hold it."""
    if library.books:
        tables = {book.id: lorebook_table(book) for book in library.books}
        yield BOOKS, toml_text({"lorebooks": tables})
    if library.presets:
        yield PRESETS, presets_text(library.presets)


def read_library(archive: Archive, settings: Any) -> Library:
    """The library in a bundle. settings: of its manifest. Raises ExchangeError "does_not_fit"."""
    books = _sheets(archive, BOOKS, read_books) if BOOKS in archive.entries else {}
    presets = _sheets(archive, PRESETS, read_presets) if PRESETS in archive.entries else {}
    kept = (
        {key: value for key, value in settings.items() if _takes_part(key)}
        if isinstance(settings, Mapping)
        else {}
    )
    return Library(tuple(books.values()), tuple(presets.values()), kept)


def _takes_part(key: Any) -> bool:
    return isinstance(key, str) and (key == "session.preset" or key.startswith(("lore.use.", "lore.bind.")))


def _sheets(archive: Archive, name: str, read: Any) -> Mapping[str, Any]:
    place = f"{archive.file}: {name}"
    found: SheetFile[Any] = read(decode_text(archive.entries[name], place), place)
    wrong = next((one for one in found.problems if one.severity == "error"), None)
    if wrong is not None:
        raise ExchangeError("does_not_fit", str(wrong.place) or place, detail=wrong.sentence("en"))
    return found.sheets


def arrival(library: Library, folder: Path) -> Arrival:
    """What would become of a library in the data folder of a player; nothing is written."""
    files: dict[str, bytes] = {}
    names: dict[tuple[str, str], str] = {}
    known_books = _known(folder / "lorebooks", read_books)
    for book in library.books:
        id, new = _place(folder / "lorebooks", book, known_books)
        if new:
            text = toml_text({"lorebooks": {id: lorebook_table(replace(book, id=id))}})
            files[f"lorebooks/{id}.toml"] = text.encode()
        if id != book.id:
            names["lorebooks", book.id] = id
    known_presets = _known(folder / "presets", read_presets)
    for preset in library.presets:
        id, new = _place(folder / "presets", preset, known_presets)
        if new:
            files[f"presets/{id}.toml"] = presets_text([replace(preset, id=id)]).encode()
        if id != preset.id:
            names["presets", preset.id] = id
    return Arrival(files, names, library)


def _known(folder: Path, read: Any) -> dict[str, Any]:
    """The sheets of a library's folder by id; files that cannot be read hold none."""
    found: dict[str, Any] = {}
    for file in sorted(folder.glob("*.toml"))[:MOST_FILES] if folder.is_dir() else ():
        text = read_text(file)
        if isinstance(text, str):
            for id, sheet in read(text, str(file)).sheets.items():
                found.setdefault(id, sheet)
    return found


def _place(folder: Path, sheet: S, known: dict[str, S]) -> tuple[str, bool]:
    """The id under which a sheet stands in a library, and whether it has to be written."""
    for number in count(1):
        id = sheet.id if number == 1 else f"{sheet.id}-{number}"
        there = known.get(id)
        if there is not None and replace(there, id=sheet.id) == sheet:
            return id, False
        if there is None and not (folder / f"{id}.toml").exists():
            known[id] = sheet
            return id, True
    raise AssertionError("names with numbers never end")
