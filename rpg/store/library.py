"""The saves of a folder: listed cheaply, found by name or path, named safely."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rpg.store.card import Card
from rpg.store.described import Described
from rpg.store.errors import SaveError, from_system
from rpg.store.opening import open_to_read
from rpg.store.schema import SUFFIX
from rpg.text.nearest import nearest

LONGEST_NAME = 200
"""Bytes of a name in UTF-8; file systems allow 255 for a whole file name."""

_FORBIDDEN = re.compile(
    r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]'
)
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One save of a list. changed: seconds since 1970. error: why it cannot be opened; its card is empty then."""

    path: Path
    card: Card
    changed: float
    error: SaveError | None = None

    @property
    def name(self) -> str:
        return self.path.stem


def list_saves(folder: Path) -> tuple[Entry, ...]:
    """The saves in `folder`, latest first; none when there is no such folder. Reads a few rows of each."""
    try:
        paths = [path for path in folder.iterdir() if is_save_name(path.name) and not path.is_dir()]
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise from_system(error, folder) from error
    entries = [entry for entry in map(_entry, paths) if entry is not None]
    return tuple(sorted(entries, key=lambda entry: (-entry.changed, entry.name)))


def save_names(folder: Path) -> tuple[str, ...]:
    """Names of the files in `folder` that are called as saves are, in order; none is opened."""
    return tuple(sorted(path.stem for path in _paths(folder)))


def find_save(folder: Path, name: str) -> Path:
    """The save called `name` in `folder`, or at the path `name`.

    Raises SaveError "missing", whose value "nearest" is the name it is most likely a slip of, or "".
    """
    for path in _candidates(folder, name):
        if path.is_file():
            return path
    known = [path.stem for path in _paths(folder)]
    raise SaveError("missing", folder / (name + SUFFIX), name=name, nearest=nearest(name, known))


def path_for(folder: Path, name: str) -> Path:
    """Where a new save called `name` goes. Raises SaveError "bad_name" for what is no safe file name."""
    plain = unicodedata.normalize("NFC", name)
    if plain != safe_name(plain):
        raise SaveError("bad_name", folder, name=name, suggestion=safe_name(name))
    return folder / (plain + SUFFIX)


def free_path(folder: Path, name: str) -> Path:
    """A path for a new save whose name is made from `name`, with a number where that is taken."""
    base = safe_name(name)
    path, number = folder / (base + SUFFIX), 2
    while path.exists():
        path, number = folder / f"{base} {number}{SUFFIX}", number + 1
    return path


def safe_name(name: str) -> str:
    """`name` as a file name that every system accepts and that stays in its folder; never empty."""
    text = _FORBIDDEN.sub(" ", unicodedata.normalize("NFC", name)).strip(" .")
    text = " ".join(text.split())
    while len(text.encode()) > LONGEST_NAME:
        text = text[:-1]
    text = text.rstrip(" .")
    if text.split(".")[0].strip().lower() in _RESERVED:
        text = f"{text}_"
    return text.removeprefix("-").lstrip(" .") or "story"


def is_save_name(name: str) -> bool:
    return name.endswith(SUFFIX) and not name.startswith(".")


def _entry(path: Path) -> Entry | None:
    """None when the file went away while the folder was read."""
    try:
        changed = path.stat().st_mtime
    except OSError:
        return None
    try:
        return Entry(path, _card(path), changed)
    except SaveError as error:
        return Entry(path, Card(), changed, error)


def _card(path: Path) -> Card:
    """The card of a save that can be opened; a list needs nothing else of it. Raises SaveError."""
    opened = open_to_read(path)
    try:
        described = Described(opened.connection, path)
        described.cursor()
        return described.card()
    finally:
        opened.close()


def _candidates(folder: Path, name: str) -> Iterable[Path]:
    if not name or "\0" in name:
        return
    if Path(name).name == name:
        plain = unicodedata.normalize("NFC", name)
        yield folder / (plain + SUFFIX)
        yield folder / plain
    yield Path(name).expanduser()
    yield Path(name + SUFFIX).expanduser()


def _paths(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if is_save_name(path.name)]
    except OSError:
        return []
