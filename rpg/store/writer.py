"""Writing one transaction: the rows, the head with its log, the seals. The caller begins and commits."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, assert_never

from rpg.store.forms import dump, pack, to_bytes
from rpg.store.keys import CARD, CURSOR, LABEL, is_reserved
from rpg.store.reader import Reader
from rpg.store.seal import SealedWriter
from rpg.store.transaction import (
    Attempt,
    Committed,
    Extend,
    HeadChange,
    Note,
    Redo,
    Step,
    Transaction,
    Undo,
)
from rpg.store.worlds import write_world
from rpg.timeline.headlog import Cursor, Entry, Move, extend, redo, step, undo
from rpg.timeline.nodes import (
    Content,
    Link,
    NewNode,
    NodeKind,
    content_document,
    content_hash,
    resolve_ref,
)
from rpg.timeline.snapshot import Snapshot
from rpg.timeline.tree import common_ancestor, grown


class Writer:
    """Writes one transaction over `reader`, whose cursor is `cursor`."""

    def __init__(self, connection: sqlite3.Connection, reader: Reader, cursor: Cursor) -> None:
        self._connection = connection
        self._reader = reader
        self._cursor = cursor
        self._rows = SealedWriter(connection)
        self._added: dict[int, Link] = {}
        self._contents: dict[int, int] = {}

    def write(self, transaction: Transaction) -> tuple[Committed, Cursor]:
        """Raises KeyError or IndexError for nodes, contents and references that are not there, ValueError
        for reserved keys of meta."""
        for world in transaction.worlds:
            write_world(self._rows, world)
        ids = self._grow(transaction.nodes)
        move = self._move(transaction.head, ids)
        self._insert(self._trail(move))
        self._log(move)
        self._attach(transaction, ids)
        self._describe(transaction, ids)
        cursor = self._cursor if move is None else move.cursor
        self._rows.put("meta", CURSOR, dump([cursor.head, cursor.position]))
        self._rows.flush()
        return Committed(tuple(ids), cursor.head), cursor

    # -- nodes ------------------------------------------------------------------------------

    def link(self, id: int) -> Link:
        return self._added.get(id) or self._reader.link(id)

    def _grow(self, nodes: Sequence[NewNode]) -> list[int]:
        """Gives the nodes ids and places; their rows wait for the trail."""
        next_id = self._highest("node") + 1
        ids: list[int] = []
        for node in nodes:
            content, hash, kind = self._content(node.content)
            id = next_id + len(ids)
            self._added[id] = grown(self, id, node, kind, hash, resolve_ref(node.parent, ids))
            self._contents[id] = content
            ids.append(id)
        return ids

    def _content(self, content: Content | str) -> tuple[int, str, NodeKind]:
        hash = content if isinstance(content, str) else content_hash(content)
        row = self._connection.execute(
            "SELECT id, kind FROM content WHERE hash = ?", (to_bytes(hash),)
        ).fetchone()
        if row is not None:
            return row[0], hash, row[1]
        if isinstance(content, str):
            raise KeyError(content)
        id = self._highest("content") + 1
        self._rows.add("content", id, to_bytes(hash), *content_row(content))
        return id, hash, content.kind

    def _insert(self, trail: Mapping[int, int | None]) -> None:
        """Writes the added nodes, and on nodes that are there already where the player went on from them."""
        for id, link in self._added.items():
            self._rows.add("node", *node_row(link, self._contents[id], trail.get(id)))
        for id, below in trail.items():
            if id not in self._added:
                row = list(self._rows.row("node", id) or ())
                row[7] = below
                self._rows.put("node", *row)

    def _trail(self, move: Move | None) -> dict[int, int | None]:
        """The child to go on to, for each node from the fork of the old and the new head to the new one."""
        if move is None or move.cursor.head is None:
            return {}
        head: int = move.cursor.head
        fork = common_ancestor(self, self._cursor.head, head)
        trail: dict[int, int | None] = {head: None}
        below = self.link(head)
        while below.parent is not None and below.id != fork:
            trail[below.parent] = below.id
            below = self.link(below.parent)
        return trail

    # -- the head ---------------------------------------------------------------------------

    def _move(self, change: HeadChange | None, ids: Sequence[int]) -> Move | None:
        match change:
            case None:
                return None
            case Step(act, to):
                return step(self._cursor, act, self._existing(resolve_ref(to, ids)))
            case Extend(to):
                current = read_entry(self._connection, self._cursor.position)
                return extend(self._cursor, current, self._existing(resolve_ref(to, ids)))
            case Undo():
                return undo(read_entry(self._connection, self._cursor.position))
            case Redo():
                return redo(read_entry(self._connection, self._cursor.position + 1))
        assert_never(change)

    def _existing(self, id: int | None) -> int | None:
        return None if id is None else self.link(id).id

    def _log(self, move: Move | None) -> None:
        if move is None:
            return
        if move.drop_from is not None:
            statement = "SELECT seq FROM head_log WHERE seq >= ?"
            for (seq,) in self._connection.execute(statement, (move.drop_from,)).fetchall():
                self._rows.remove("head_log", seq)
        if move.write is not None:
            self._rows.put("head_log", *_entry_row(move.write))

    # -- what stands on nodes ---------------------------------------------------------------

    def _attach(self, transaction: Transaction, ids: Sequence[int]) -> None:
        for id in transaction.removed_notes:
            self._rows.remove("note", id)
        for id in transaction.removed_attempts:
            self._rows.remove("attempt", id)
        for note in transaction.notes:
            self._note(note, self._node(note.node, ids))
        for attempt in transaction.attempts:
            self._attempt(attempt, self._node(attempt.node, ids))
        for reference, record in transaction.records.items():
            self._rows.put("revised", self._node(reference, ids), pack(record))
        for snapshot in transaction.snapshots:
            self._snapshot(replace(snapshot, node=self._node(snapshot.node, ids)))

    def _note(self, note: Note, node: int) -> None:
        id = note.id or self._highest("note") + 1
        self._rows.put("note", id, node, self.link(node).depth, note.kind, dump(note.body))

    def _attempt(self, attempt: Attempt, node: int) -> None:
        id = attempt.id or self._highest("attempt") + 1
        body = {"content": content_document(attempt.content), "detail": dict(attempt.detail)}
        self._rows.put("attempt", id, node, dump(body))

    def _snapshot(self, snapshot: Snapshot) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO snapshot (node, hash, facts) VALUES (?, ?, ?)",
            (snapshot.node, to_bytes(snapshot.hash), pack(snapshot.facts)),
        )

    def _describe(self, transaction: Transaction, ids: Sequence[int]) -> None:
        for head, text in transaction.drafts.items():
            self._draft(0 if head is None else self._node(head, ids), text)
        for key, value in transaction.meta.items():
            self._set_meta(key, value)
        for node, label in transaction.labels.items():
            self._put_meta(f"{LABEL}{self._node(node, ids)}", label or None)
        if transaction.card is not None:
            self._put_meta(CARD, asdict(transaction.card))

    def _draft(self, key: int, text: str) -> None:
        if text:
            self._rows.put("draft", key, dump(text))
        else:
            self._rows.remove("draft", key)

    def _set_meta(self, key: str, value: Any) -> None:
        if is_reserved(key):
            raise ValueError(f"{key} is reserved")
        self._put_meta(key, value)

    def _put_meta(self, key: str, value: Any) -> None:
        if value is None:
            self._rows.remove("meta", key)
        else:
            self._rows.put("meta", key, dump(value))

    def _node(self, reference: int, ids: Sequence[int]) -> int:
        id = resolve_ref(reference, ids)
        if id is None:
            raise KeyError(reference)
        return self.link(id).id

    def _highest(self, table: str) -> int:
        row = self._connection.execute(f"SELECT max(id) FROM {table}").fetchone()
        return int(row[0] or 0)


def read_entry(connection: sqlite3.Connection, seq: int) -> Entry | None:
    """The act `seq` of the head log."""
    row = connection.execute("SELECT seq, act, before, after FROM head_log WHERE seq = ?", (seq,)).fetchone()
    return None if row is None else Entry(*row)


def content_row(content: Content) -> tuple[str, str | None, str | None, str | None, bytes | None]:
    """The columns of a content after its id and hash."""
    document = content_document(content)
    parts, edits, detail = (
        dump(document[name]) if name in document else None for name in ("parts", "edits", "detail")
    )
    record = pack(document["record"]) if "record" in document else None
    return content.kind, parts, edits, detail, record


def node_row(link: Link, content: int, last_child: int | None) -> tuple[Any, ...]:
    """The row of a node; content: the row of its content."""
    chain = to_bytes(link.chain)
    return (
        link.id,
        link.parent,
        content,
        chain,
        link.depth,
        link.message,
        link.jump,
        last_child,
        int(link.carried),
        link.made,
    )


def _entry_row(entry: Entry) -> tuple[Any, ...]:
    return entry.seq, entry.act, entry.before, entry.after
