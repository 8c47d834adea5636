"""Seals: a running sum over each table, by which a change of any row or the loss of one is found.

A seal is the number of rows and the sum modulo 2^128 of a 128-bit digest of each, over every column with its
type. Changing a row costs two digests, whatever the size of the table. It guards against damage, not malice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from rpg.store.schema import TABLES, Table

_MODULUS = 1 << 128

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Seal:
    count: int = 0
    sum: int = 0

    def with_row(self, table: str, row: Row) -> Seal:
        return Seal(self.count + 1, (self.sum + row_digest(table, row)) % _MODULUS)

    def without_row(self, table: str, row: Row) -> Seal:
        return Seal(self.count - 1, (self.sum - row_digest(table, row)) % _MODULUS)


def row_digest(table: str, row: Row) -> int:
    """128 bits over the table's name and every value with its type."""
    digest = blake2b(table.encode(), digest_size=16)
    for value in row:
        digest.update(_tagged(value))
    return int.from_bytes(digest.digest(), "big")


def _tagged(value: Any) -> bytes:
    match value:
        case None:
            return b";n"
        case int():
            return b";i%d" % value
        case str():
            data = value.encode("utf-8", "surrogatepass")
            return b";t%d:" % len(data) + data
        case bytes():
            return b";b%d:" % len(value) + value
    return b";f" + repr(value).encode()


def seal_of(table: str, rows: Iterable[Row]) -> Seal:
    seal = Seal()
    for row in rows:
        seal = seal.with_row(table, row)
    return seal


def read_seal(connection: sqlite3.Connection, table: str) -> Seal:
    row = connection.execute("SELECT count, sum FROM seal WHERE name = ?", (table,)).fetchone()
    return Seal() if row is None else Seal(row[0], int.from_bytes(row[1], "big"))


class SealedWriter:
    """Writes rows and keeps the seals of their tables; `flush` stores the seals before the commit."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._seals: dict[str, Seal] = {}

    def add(self, table: str, *row: Any) -> None:
        """A row whose key is new."""
        self._write("INSERT", table, row)
        self._seals[table] = self._seal(table).with_row(table, row)

    def put(self, table: str, *row: Any) -> None:
        """A row that may replace the one of the same key; nothing is written when it is the same."""
        old = self.row(table, *row[: TABLES[table].keys])
        if old is None:
            self.add(table, *row)
        elif tuple(old) != row:
            self._write("INSERT OR REPLACE", table, row)
            self._seals[table] = self._seal(table).without_row(table, old).with_row(table, row)

    def remove(self, table: str, *key: Any) -> None:
        """Takes the row of `key` away, if there is one."""
        old = self.row(table, *key)
        if old is None:
            return
        self._connection.execute(f"DELETE FROM {table} WHERE {_where(TABLES[table])}", key)
        self._seals[table] = self._seal(table).without_row(table, old)

    def row(self, table: str, *key: Any) -> Row | None:
        spec = TABLES[table]
        statement = f"SELECT {','.join(spec.columns)} FROM {table} WHERE {_where(spec)}"
        row: Row | None = self._connection.execute(statement, key).fetchone()
        return row

    def flush(self) -> None:
        for table, seal in self._seals.items():
            self._connection.execute(
                "INSERT OR REPLACE INTO seal (name, count, sum) VALUES (?, ?, ?)",
                (table, seal.count, seal.sum.to_bytes(16, "big")),
            )
        self._seals.clear()

    def _write(self, how: str, table: str, row: Row) -> None:
        columns = TABLES[table].columns
        marks = ",".join("?" * len(columns))
        self._connection.execute(f"{how} INTO {table} ({','.join(columns)}) VALUES ({marks})", row)

    def _seal(self, table: str) -> Seal:
        known = self._seals.get(table)
        return read_seal(self._connection, table) if known is None else known


def _where(table: Table) -> str:
    return " AND ".join(f"{column} = ?" for column in table.columns[: table.keys])
