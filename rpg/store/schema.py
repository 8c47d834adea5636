"""The tables of a save, and how an older file is brought up to them. Source: docs/design.md §8.

`node.jump`, `depth`, `message` and `last_child` are derived and make a place in a long story quick to reach;
`snapshot` is a cache that may be deleted; everything else is the story. Each table but the cache has a seal
(see `rpg.store.seal`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass

APPLICATION_ID = 0x52504753
"""Marks the file as a save of this game in its SQLite header."""

SCHEMA_VERSION = 1

SUFFIX = ".rpg"


@dataclass(frozen=True, slots=True)
class Table:
    """A sealed table. columns: all of them in order; the first `keys` are the primary key."""

    name: str
    columns: tuple[str, ...]
    keys: int = 1


TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (
        Table("meta", ("key", "value")),
        Table("sheet", ("hash", "body")),
        Table("world_version", ("version", "body")),
        Table("content", ("id", "hash", "kind", "parts", "edits", "detail", "record")),
        Table(
            "node",
            (
                "id",
                "parent",
                "content",
                "chain",
                "depth",
                "message",
                "jump",
                "last_child",
                "carried",
                "made",
            ),
        ),
        Table("revised", ("node", "record")),
        Table("head_log", ("seq", "act", "before", "after")),
        Table("note", ("id", "node", "depth", "kind", "body")),
        Table("attempt", ("id", "node", "body")),
        Table("draft", ("head", "body")),
    )
}

STATEMENTS: tuple[str, ...] = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE sheet (hash BLOB PRIMARY KEY, body TEXT NOT NULL)",
    "CREATE TABLE world_version (version TEXT PRIMARY KEY, body TEXT NOT NULL)",
    "CREATE TABLE content (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, kind TEXT NOT NULL,"
    " parts TEXT, edits TEXT, detail TEXT, record BLOB)",
    "CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER, content INTEGER NOT NULL, chain BLOB NOT NULL,"
    " depth INTEGER NOT NULL, message INTEGER NOT NULL, jump INTEGER, last_child INTEGER,"
    " carried INTEGER NOT NULL, made INTEGER)",
    "CREATE INDEX node_parent ON node (parent)",
    "CREATE TABLE revised (node INTEGER PRIMARY KEY, record BLOB NOT NULL)",
    "CREATE TABLE head_log (seq INTEGER PRIMARY KEY, act TEXT NOT NULL, before INTEGER, after INTEGER)",
    "CREATE TABLE note (id INTEGER PRIMARY KEY, node INTEGER NOT NULL, depth INTEGER NOT NULL,"
    " kind TEXT NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX note_node ON note (node)",
    "CREATE INDEX note_kind ON note (kind, depth)",
    "CREATE TABLE attempt (id INTEGER PRIMARY KEY, node INTEGER NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX attempt_node ON attempt (node)",
    "CREATE TABLE draft (head INTEGER PRIMARY KEY, body TEXT NOT NULL)",
    "CREATE TABLE snapshot (node INTEGER PRIMARY KEY, hash BLOB NOT NULL, facts BLOB NOT NULL)",
    "CREATE TABLE seal (name TEXT PRIMARY KEY, count INTEGER NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID",
)

Migration = Callable[[sqlite3.Connection], None]

MIGRATIONS: Mapping[int, Migration] = {}
"""By the version they start from; each brings a file to the next version within the caller's transaction."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Makes an empty save within the caller's transaction."""
    for statement in STATEMENTS:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def schema_differs(connection: sqlite3.Connection) -> bool:
    """Whether the file has other tables, or triggers and views that a save never has."""
    found = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    return found != set(STATEMENTS)
