"""A new save: built whole under another name, then given its own."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from rpg.store.errors import sqlite_errors
from rpg.store.forms import dump
from rpg.store.keys import BASE, CARD, CURSOR, is_reserved
from rpg.store.reader import Reader
from rpg.store.schema import create_tables
from rpg.store.seal import SealedWriter
from rpg.store.transaction import Transaction
from rpg.store.worlds import write_world
from rpg.store.writer import Writer
from rpg.timeline.headlog import Cursor
from rpg.world.model import World


def write_new(path: Path, world: World, meta: Mapping[str, Any], first: Transaction) -> None:
    """A save at `path` that holds the world, the meta values and what `first` makes true.

    The caller holds the lock and knows that `path` is free. Raises SaveError, ValueError for reserved keys.
    """
    building = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with sqlite_errors(path):
            building.unlink(missing_ok=True)
            with closing(sqlite3.connect(building, isolation_level=None)) as connection:
                _fill(connection, world, {"created": int(time.time()), **meta})
                Writer(connection, Reader(connection, path), Cursor()).write(first)
                connection.execute("COMMIT")
            os.replace(building, path)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection, world: World, meta: Mapping[str, Any]) -> None:
    """Begins the transaction; the tables and what every save has."""
    connection.execute("PRAGMA journal_mode = MEMORY")  # nobody knows the file yet
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    create_tables(connection)
    rows = SealedWriter(connection)
    for key, value in meta.items():
        if is_reserved(key):
            raise ValueError(f"{key} is reserved")
        rows.put("meta", key, dump(value))
    rows.put("meta", BASE, dump(write_world(rows, world)))
    rows.put("meta", CURSOR, dump([None, 0]))
    rows.put("meta", CARD, dump({"world": world.name}))
    rows.flush()
