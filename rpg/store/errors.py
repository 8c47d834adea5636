"""What can be wrong with a save file. The sentence and the way out are in the catalogue area "store"."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, get_args

from rpg.text.messages import message

Code = Literal[
    "missing",
    "exists",
    "not_a_save",
    "newer",
    "locked",
    "busy",
    "read_only",
    "disk_full",
    "disk",
    "damaged",
    "replaced",
    "bad_name",
    "no_folder",
    "unwritable_folder",
    "nothing_to_rescue",
    "world_lost",
]

CODES: tuple[str, ...] = get_args(Code)

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a broken file raises: SQLite's own complaint may be no UTF-8."""

_FULL, _READONLY, _CORRUPT, _NOTADB, _CANTOPEN, _IOERR, _BUSY, _LOCKED = 13, 8, 11, 26, 14, 10, 5, 6
_PRIMARY: Mapping[int, Code] = {
    _FULL: "disk_full",
    _READONLY: "read_only",
    _CORRUPT: "damaged",
    _NOTADB: "not_a_save",
    _CANTOPEN: "disk",
    _IOERR: "disk",
    _BUSY: "busy",
    _LOCKED: "busy",
}


class SaveError(Exception):
    """A save that cannot be used as asked; what was on disk before is still there.

    code: what is wrong. path: the file. values: for the sentence; "detail" is what the system said.
    """

    def __init__(self, code: Code, path: Path | str, **values: Any) -> None:
        self.code: Code = code
        self.path = Path(path)
        self.values: Mapping[str, Any] = {"path": self.path, "name": self.path.stem, "detail": "", **values}
        super().__init__(f"{code}: {self.path} {self.values['detail']}".rstrip())


def sentence(error: SaveError, language: str) -> str:
    """What is wrong and where, for the player."""
    return message(language, f"store.{error.code}", **error.values)


def remedy(error: SaveError, language: str) -> str:
    """What the player can do about it."""
    text = message(language, f"store.{error.code}_remedy", **error.values)
    nearest = error.values.get("nearest")
    return message(language, "store.nearest", nearest=nearest) + text if nearest else text


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and of the file system under it into `SaveError`."""
    try:
        yield
    except UNREADABLE as error:
        raise from_sqlite(error, path) from error
    except OSError as error:
        raise from_system(error, path) from error


def from_sqlite(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> SaveError:
    code = getattr(error, "sqlite_errorcode", None)
    found = _PRIMARY.get(code & 0xFF) if code is not None else None
    return SaveError(found or "damaged", path, detail=str(error))


def from_system(error: OSError, path: Path) -> SaveError:
    match error:
        case FileNotFoundError():
            return SaveError("missing", path)
        case PermissionError():
            return SaveError("read_only", path, detail=error.strerror)
    full = error.errno in (28, 122)  # no space, quota
    read_only = error.errno == 30
    return SaveError(
        "disk_full" if full else "read_only" if read_only else "disk", path, detail=error.strerror or ""
    )
