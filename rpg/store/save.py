"""The save file of one session: read, and changed by whole transactions. Source: docs/design.md §8.

`Save` is a `FoldSource`: the tree, the fold and everything above read it node by node. All writing goes
through `commit`, which is one SQLite transaction without an await in it: afterwards, whatever kills the
program, the file holds all of it or nothing of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from rpg.runtime.index import WorldIndex, index_world
from rpg.runtime.state import State, initial_state
from rpg.store.card import Card
from rpg.store.creating import write_new
from rpg.store.described import Described
from rpg.store.errors import SaveError, sqlite_errors
from rpg.store.lock import WriterLock
from rpg.store.opening import Opened, drop_empty_journal, open_to_read, open_to_write
from rpg.store.reader import Reader
from rpg.store.search import Hit, search
from rpg.store.transaction import Attempt, Committed, Note, Transaction
from rpg.store.worlds import read_world, world_versions
from rpg.store.writer import Writer, read_entry
from rpg.timeline.bounded import Bounded
from rpg.timeline.fold import Fold
from rpg.timeline.headlog import Cursor, Entry
from rpg.timeline.nodes import Content, Link, Node
from rpg.timeline.snapshot import Snapshot
from rpg.world.model import World

INDEXES_KEPT = 4
"""World versions kept in memory."""

S = TypeVar("S", bound="Save")


class Save:
    """An open save. Use `create` or `open`; close it, or use it as a context manager.

    connection: for the modules of the store that read whole tables. Everything that reads raises SaveError "damaged" for rows that cannot be read, and KeyError for nodes
    that do not exist.
    """

    def __init__(self, path: Path, opened: Opened, lock: WriterLock | None) -> None:
        self.path = path
        self._opened = opened
        self.connection = opened.connection
        self._lock = lock
        self._reader = Reader(self.connection, path)
        self._described = Described(self.connection, path)
        self._indexes: Bounded[str, WorldIndex] = Bounded(INDEXES_KEPT)
        self._cursor = self.stored_cursor()
        self._identity = _identity(path)

    # -- opening and closing ----------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        world: World,
        meta: Mapping[str, Any] | None = None,
        first: Transaction | None = None,
    ) -> Save:
        """A new save of `world`, open for writing. `first` becomes true with it.

        Raises SaveError "exists" rather than overwrite, "no_folder", "read_only", "disk_full" …
        """
        path = Path(path)
        lock = WriterLock(path)
        try:
            if path.exists():
                raise SaveError("exists", path)
            write_new(path, world, dict(meta or {}), first or Transaction())
            return cls._over(path, open_to_write(path), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: Path, write: bool = True) -> Save:
        """An existing save. write: as its one writer; else to read only, which works beside a writer.

        Raises SaveError "missing", "not_a_save", "newer", "locked", "read_only", "damaged" …
        """
        path = Path(path)
        if not path.exists():
            raise SaveError("missing", path)
        if not write:
            return cls._over(path, open_to_read(path), None)
        lock = WriterLock(path)
        try:
            return cls._over(path, open_to_write(path), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _over(cls, path: Path, opened: Opened, lock: WriterLock | None) -> Save:
        try:
            return cls(path, opened, lock)
        except BaseException:
            opened.close()
            raise

    def close(self) -> None:
        self._opened.close()
        if self._lock is not None:
            drop_empty_journal(self.path)
            self._lock.release()

    def __enter__(self: S) -> S:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def writable(self) -> bool:
        return self._lock is not None

    # -- the head ---------------------------------------------------------------------------

    @property
    def cursor(self) -> Cursor:
        """The head and the number of acts in force; a reader sees what the writer has committed."""
        return self._cursor if self.writable else self.stored_cursor()

    @property
    def head(self) -> int | None:
        """The node the player is at; None before all nodes."""
        return self.cursor.head

    def undoable(self) -> Entry | None:
        """The act that undo would take back."""
        return self._entry(self.cursor.position)

    def redoable(self) -> Entry | None:
        """The act that redo would do again."""
        return self._entry(self.cursor.position + 1)

    def acts(self, count: int) -> tuple[Entry, ...]:
        """The last `count` acts in force, oldest first."""
        last = self.cursor.position
        entries = (self._entry(seq) for seq in range(max(1, last - count + 1), last + 1))
        return tuple(entry for entry in entries if entry is not None)

    def _entry(self, seq: int) -> Entry | None:
        with sqlite_errors(self.path):
            return read_entry(self.connection, seq)

    def stored_cursor(self) -> Cursor:
        """The cursor as it is in the file now."""
        return self._described.cursor()

    # -- the tree ---------------------------------------------------------------------------

    def link(self, id: int) -> Link:
        return self._reader.link(id)

    def lineage(self, id: int, count: int) -> Sequence[Link]:
        return self._reader.lineage(id, count)

    def children(self, id: int | None) -> tuple[int, ...]:
        return self._reader.children(id)

    def last_child(self, id: int) -> int | None:
        return self._reader.last_child(id)

    def node(self, id: int) -> Node:
        return self._reader.node(id)

    def content(self, hash: str) -> Content:
        """A stored content by its hash. Raises KeyError for an unknown one."""
        return self._reader.content(hash)

    def snapshot(self, node: int) -> Snapshot | None:
        return self._reader.snapshot(node)

    def node_count(self) -> int:
        with sqlite_errors(self.path):
            return int(self.connection.execute("SELECT count(*) FROM node").fetchone()[0])

    def search(self, words: str, limit: int = 200) -> tuple[Hit, ...]:
        """Messages of all branches that hold `words`, whatever their case, newest first."""
        return search(self.connection, self.path, words, limit)

    # -- what stands on nodes ---------------------------------------------------------------

    def notes(self, kind: str, head: int | None) -> Iterator[Note]:
        """The notes of a kind that hold at `head`, nearest first, read as they are asked for."""
        return self._reader.notes(kind, head)

    def notes_of(self, node: int) -> tuple[Note, ...]:
        return self._reader.notes_of(node)

    def attempts(self, node: int) -> tuple[Attempt, ...]:
        return self._reader.attempts(node)

    def attempted(self) -> frozenset[int]:
        """Nodes that have attempts."""
        return self._reader.attempted()

    def draft(self, head: int | None) -> str:
        """What the player had typed at `head`; "" when nothing."""
        return self._described.draft(head)

    # -- worlds and state -------------------------------------------------------------------

    @property
    def base_version(self) -> str:
        """The world version under the first node."""
        return self._described.base()

    @property
    def world_versions(self) -> tuple[str, ...]:
        """In the order in which they were stored."""
        with sqlite_errors(self.path):
            return world_versions(self.connection)

    def world(self, version: str | None = None) -> World:
        """A stored world version; None: the one under the first node. Raises KeyError for an unknown one."""
        return self.index(version).world

    def index(self, version: str | None = None) -> WorldIndex:
        """The index of a stored world version, made once."""
        version = self.base_version if version is None else version
        known = self._indexes.get(version)
        if known is not None:
            return known
        try:
            with sqlite_errors(self.path):
                index = index_world(read_world(self.connection, version))
        except (ValueError, TypeError) as error:
            raise SaveError("damaged", self.path, detail=f"world {version}") from error
        self._indexes.put(version, index)
        return index

    def initial(self) -> State:
        """The state before all nodes."""
        return initial_state(self.index())

    def fold(self) -> Fold:
        """A fold over this save."""
        return Fold(self, self.initial(), self.index)

    # -- meta -------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any]:
        """What the session keeps beside the story: name, seed, settings …"""
        return self._described.meta()

    def get_meta(self, key: str, default: Any = None) -> Any:
        found = self._described.get(key)
        return default if found is None else found

    @property
    def labels(self) -> dict[int, str]:
        """Names of branches by node."""
        return self._described.labels()

    @property
    def card(self) -> Card:
        """What a list of saves shows of this one."""
        return self._described.card()

    # -- writing ----------------------------------------------------------------------------

    def commit(self, transaction: Transaction) -> Committed:
        """Makes the transaction true, all of it or, when it raises, nothing.

        Raises SaveError ("read_only", "disk_full", "busy", "replaced" …), KeyError or IndexError for nodes
        and contents that are not there, ValueError for reserved keys of meta.
        """
        if not self.writable:
            raise SaveError("read_only", self.path)
        if _identity(self.path) != self._identity:
            raise SaveError("replaced", self.path)
        with sqlite_errors(self.path):
            committed, cursor = self._write(transaction)
        self._cursor = cursor
        for node in transaction.records:
            self._reader.forget(node)
        return committed

    def _write(self, transaction: Transaction) -> tuple[Committed, Cursor]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            if self.stored_cursor() != self._cursor:
                raise SaveError("replaced", self.path)
            written = Writer(self.connection, self._reader, self._cursor).write(transaction)
            self.connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise
        return written


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file stands under this name; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
