"""Getting a connection to a save: what the file is, what is done when its last writer was killed, migration.

Reading never writes into the folder: what a read-only folder or an older schema needs done first is done on a
copy in a temporary folder. Source: docs/design.md §8.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from rpg.store.errors import SaveError, from_system, sqlite_errors
from rpg.store.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION, TABLES, Migration, schema_differs
from rpg.store.seal import seal_of

BUSY_SECONDS = 5.0
"""How long a commit waits for readers, and a reader for a commit."""

_MAGIC = b"SQLite format 3\0"
_HEADER = 100


@dataclass(slots=True)
class Opened:
    """A connection and the temporary folder it may live in."""

    connection: sqlite3.Connection
    folder: tempfile.TemporaryDirectory[str] | None = None

    def close(self) -> None:
        self.connection.close()
        if self.folder is not None:
            self.folder.cleanup()


def file_version(path: Path) -> int:
    """The schema version in the file's header. Raises SaveError where it is no save or a newer one."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except IsADirectoryError as error:
        raise SaveError("not_a_save", path) from error
    except OSError as error:
        raise from_system(error, path) from error
    application, version = int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big")
    if len(header) < _HEADER or not header.startswith(_MAGIC) or application != APPLICATION_ID or version < 1:
        raise SaveError("not_a_save", path)
    if version > SCHEMA_VERSION:
        raise SaveError("newer", path, version=version, known=SCHEMA_VERSION)
    return version


def open_to_write(path: Path) -> Opened:
    """The caller holds the writer's lock. Older files are backed up and migrated."""
    version = file_version(path)
    if not os.access(path, os.W_OK):
        raise SaveError("read_only", path)
    connection = _connect(path, "rw")
    try:
        with sqlite_errors(path):
            _prepare(connection)
            _settle(connection)
            if version < SCHEMA_VERSION:
                back_up(path, f"v{version}")
                migrate(connection, version)
            _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return Opened(connection)


def open_to_read(path: Path) -> Opened:
    """Beside a running game, in a read-only folder, with an older schema: nothing in the folder changes,
    but for a write that was cut off by a kill, which is rolled back where that can be."""
    version = file_version(path)
    if version < SCHEMA_VERSION:
        return _open_copy(path, version)
    connection = _connect(path, "ro")
    try:
        with sqlite_errors(path):
            _check(connection, path)
    except SaveError as error:
        connection.close()
        if not _has_journal(path) or error.code not in ("read_only", "disk"):
            raise
        return _open_settled(path, version)
    except BaseException:
        connection.close()
        raise
    return Opened(connection)


def back_up(path: Path, mark: str) -> Path:
    """A copy beside the file, named NAME.MARK.bak, with a number where that is taken. Gives its path."""
    number = 1
    while True:
        tail = f".{mark}.bak" if number == 1 else f".{mark}-{number}.bak"
        target = path.with_name(path.stem + tail)
        try:
            with path.open("rb") as source, target.open("xb") as copy:
                shutil.copyfileobj(source, copy)
                copy.flush()
                os.fsync(copy.fileno())
        except FileExistsError:
            number += 1
            continue
        except OSError as error:
            with suppress(OSError):
                target.unlink(missing_ok=True)
            raise from_system(error, path) from error
        return target


def drop_empty_journal(path: Path) -> None:
    """Takes the empty file away that truncating leaves. The caller holds the writer's lock."""
    with suppress(OSError):
        journal = journal_path(path)
        if journal.stat().st_size == 0:
            journal.unlink()


def migrate(
    connection: sqlite3.Connection,
    version: int,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    target: int = SCHEMA_VERSION,
) -> None:
    """Brings the schema from `version` to `target` in one transaction and seals the tables anew."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, target):
            migrations[step](connection)
        reseal(connection)
        connection.execute(f"PRAGMA user_version = {target}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def reseal(connection: sqlite3.Connection) -> None:
    """Seals every table as it is now, within the caller's transaction."""
    connection.execute("DELETE FROM seal")
    for table in TABLES.values():
        seal = seal_of(table.name, connection.execute(f"SELECT {','.join(table.columns)} FROM {table.name}"))
        connection.execute(
            "INSERT INTO seal (name, count, sum) VALUES (?, ?, ?)",
            (table.name, seal.count, seal.sum.to_bytes(16, "big")),
        )


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    with sqlite_errors(path):
        address = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = TRUNCATE")
    connection.execute("PRAGMA synchronous = FULL")


def _settle(connection: sqlite3.Connection) -> None:
    """The first read rolls a write back that was cut off."""
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (encoding,) = connection.execute("PRAGMA encoding").fetchone()
    if encoding != "UTF-8" or schema_differs(connection):
        raise SaveError("damaged", path, detail="schema")


def _has_journal(path: Path) -> bool:
    try:
        return journal_path(path).stat().st_size > 0
    except OSError:
        return False


def journal_path(path: Path) -> Path:
    """Where SQLite keeps what it needs to roll a write back."""
    return path.with_name(path.name + "-journal")


def _open_settled(path: Path, version: int) -> Opened:
    """After a kill in mid-write: rolled back in place where that is allowed, else in a copy."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        with closing(_connect(path, "rw")) as connection, sqlite_errors(path):
            _settle(connection)
        connection = _connect(path, "ro")
        with sqlite_errors(path):
            _check(connection, path)
        return Opened(connection)
    return _open_copy(path, version)


def _open_copy(path: Path, version: int) -> Opened:
    """A private copy, settled and migrated."""
    folder = tempfile.TemporaryDirectory(prefix="rpg-")
    try:
        copy = Path(folder.name, path.name)
        shutil.copyfile(path, copy)
        if _has_journal(path):
            shutil.copyfile(journal_path(path), journal_path(copy))
        connection = _connect(copy, "rw")
        with sqlite_errors(path):
            _settle(connection)
            if version < SCHEMA_VERSION:
                migrate(connection, version)
            _check(connection, path)
    except BaseException:
        folder.cleanup()
        raise
    return Opened(connection, folder)
