"""Long-term memory: what the player wants remembered beyond one story. It lives outside any save.

One SQLite file with a full-text index. A memory that a story wrote names its save, its node and that node's
chain, so that it can be withdrawn when the node leaves the path and come back with it. Every act opens the
file for itself, so that any thread and any number of games may use it. Source: docs/tools.md.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.store.memory_words import telling_words, words

FILE = "memory.sqlite3"
"""Name of the file in the player's data folder."""

MOST_WORDS = 64
"""Words of one question that are looked for."""

BUSY = 2.0
"""Seconds to wait for another game that is writing."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS memory (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, world TEXT NOT NULL, save TEXT NOT NULL, node INTEGER,
    chain TEXT NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, withdrawn INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS memory_save ON memory (save);
CREATE VIRTUAL TABLE IF NOT EXISTS memory_index USING fts5 (words, tokenize = 'porter unicode61');
CREATE TABLE IF NOT EXISTS story (
    save TEXT PRIMARY KEY, name TEXT NOT NULL, world TEXT NOT NULL, text TEXT NOT NULL, made INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS followed (save TEXT PRIMARY KEY, node INTEGER NOT NULL);
"""

_COLUMNS = "id, text, world, save, node, chain, pinned, withdrawn, made"


class MemoryStoreError(Exception):
    """The memory cannot be read or written. detail: what SQLite says."""

    def __init__(self, path: Path, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. save, node, chain: of the story that wrote it; "" and None for one of the player's own.
    withdrawn: its node is not on the path of its story. made: seconds since 1970."""

    id: int
    text: str
    world: str = ""
    save: str = ""
    node: int | None = None
    chain: str = ""
    pinned: bool = False
    withdrawn: bool = False
    made: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """A memory that a search found, and the words it was found by."""

    memory: Memory
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StorySummary:
    """What another story came to. name: of its save."""

    save: str
    name: str
    world: str
    text: str
    made: int = 0


class MemoryStore:
    """The memory in one file; nothing is made before something is written. Raises MemoryStoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path

    # -- memories ---------------------------------------------------------------------------

    def add(
        self,
        text: str,
        *,
        world: str = "",
        save: str = "",
        node: int | None = None,
        chain: str = "",
        now: float,
    ) -> int:
        """Remembers a text and returns its id."""
        with self._writing() as connection:
            values = (text, world, save, node, chain, int(now))
            cursor = connection.execute(
                "INSERT INTO memory (text, world, save, node, chain, made) VALUES (?, ?, ?, ?, ?, ?)", values
            )
            id = int(cursor.lastrowid or 0)
            index = (id, " ".join(words(text)))
            connection.execute("INSERT INTO memory_index (rowid, words) VALUES (?, ?)", index)
            return id

    def remove(self, id: int) -> bool:
        """Forgets a memory for good; False when there is none with that id."""
        with self._writing() as connection:
            gone = connection.execute("DELETE FROM memory WHERE id = ?", (id,)).rowcount
            connection.execute("DELETE FROM memory_index WHERE rowid = ?", (id,))
            return bool(gone)

    def pin(self, id: int, pinned: bool = True) -> bool:
        """Whether a memory is recalled in every story; False when there is none with that id."""
        with self._writing() as connection:
            update = "UPDATE memory SET pinned = ? WHERE id = ?"
            return bool(connection.execute(update, (pinned, id)).rowcount)

    def withdraw(self, ids: Iterable[int], withdrawn: bool = True) -> None:
        """Takes memories out of every search, or brings them back."""
        with self._writing() as connection:
            update = "UPDATE memory SET withdrawn = ? WHERE id = ?"
            connection.executemany(update, [(withdrawn, id) for id in ids])

    def memories(self, *, withdrawn: bool = False) -> tuple[Memory, ...]:
        """All memories, oldest first. withdrawn: those too."""
        where = "" if withdrawn else "WHERE withdrawn = 0"
        return self._memories(f"SELECT {_COLUMNS} FROM memory {where} ORDER BY id")

    def of_save(self, save: str) -> tuple[Memory, ...]:
        """Everything one story wrote, withdrawn memories too."""
        return self._memories(f"SELECT {_COLUMNS} FROM memory WHERE save = ? ORDER BY id", (save,))

    def pinned(self) -> tuple[Memory, ...]:
        return self._memories(f"SELECT {_COLUMNS} FROM memory WHERE pinned = 1 AND withdrawn = 0 ORDER BY id")

    def search(self, text: str, limit: int) -> tuple[Found, ...]:
        """The memories that best match a text, `limit` at most; none when no telling word matches."""
        wanted = telling_words(text)[:MOST_WORDS]
        if not wanted or limit <= 0:
            return ()
        query = " OR ".join(f'"{word}"' for word in wanted)
        select = (
            f"SELECT {', '.join(f'memory.{name}' for name in _COLUMNS.split(', '))} FROM memory_index "
            "JOIN memory ON memory.id = memory_index.rowid WHERE memory_index MATCH ? AND withdrawn = 0 "
            "ORDER BY bm25(memory_index), memory.id LIMIT ?"
        )
        found = self._memories(select, (query, limit))
        return tuple(Found(memory, _shared(wanted, memory.text)) for memory in found)

    # -- stories ----------------------------------------------------------------------------

    def keep_story(self, story: StorySummary) -> None:
        """What a story has come to by now."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO story (save, name, world, text, made) VALUES (?, ?, ?, ?, ?)",
                (story.save, story.name, story.world, story.text, story.made),
            )

    def stories(self, *, but: str = "", limit: int = 50) -> tuple[StorySummary, ...]:
        """What stories came to, latest first. but: leaves out this save."""
        select = (
            "SELECT save, name, world, text, made FROM story WHERE save != ? ORDER BY made DESC, save LIMIT ?"
        )
        return tuple(StorySummary(*row) for row in self._rows(select, (but, limit)))

    def forget_story(self, save: str) -> bool:
        """Forgets what a story came to; False when nothing was kept."""
        with self._writing() as connection:
            return bool(connection.execute("DELETE FROM story WHERE save = ?", (save,)).rowcount)

    # -- following a story ------------------------------------------------------------------

    def followed(self, save: str) -> int | None:
        """The head down to which a story's memories were taken over; None: never."""
        rows = self._rows("SELECT node FROM followed WHERE save = ?", (save,))
        return int(rows[0][0]) if rows else None

    def follow(self, save: str, node: int) -> None:
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO followed (save, node) VALUES (?, ?)", (save, node))

    # -- the file ---------------------------------------------------------------------------

    def _memories(self, select: str, values: Sequence[object] = ()) -> tuple[Memory, ...]:
        return tuple(_memory(row) for row in self._rows(select, values))

    def _rows(self, select: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Rows of a question; none while there is no file."""
        if not self.path.exists():
            return []
        with self._open() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(select, values).fetchall()
            return rows

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._open() as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection: sqlite3.Connection | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None)
            connection.executescript(_SCHEMA)
            yield connection
        except (sqlite3.Error, OSError) as error:
            raise MemoryStoreError(self.path, str(error)) from error
        finally:
            if connection is not None:
                connection.close()


def _memory(row: Sequence[object]) -> Memory:
    id, text, world, save, node, chain, pinned, withdrawn, made = row
    assert isinstance(id, int)
    assert isinstance(made, int)
    place = node if isinstance(node, int) else None
    return Memory(
        id, str(text), str(world), str(save), place, str(chain), bool(pinned), bool(withdrawn), made
    )


def _shared(wanted: Sequence[str], text: str) -> tuple[str, ...]:
    """The words that a question and a memory have in common, endings aside."""
    there = set(words(text))
    stems = {word[:5] for word in there}
    return tuple(word for word in wanted if word in there or (len(word) > 5 and word[:5] in stems))
