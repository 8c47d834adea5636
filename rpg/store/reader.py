"""Reading nodes and what stands on them, row by row as it is asked for.

`Reader` is the node source of the timeline. What it remembers is bounded, so that memory does not grow with
the story.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, get_args

from rpg.store.errors import SaveError, sqlite_errors
from rpg.store.forms import MALFORMED, load, to_bytes, to_hash, unpack
from rpg.store.transaction import Attempt, Note
from rpg.timeline.bounded import Bounded
from rpg.timeline.nodes import Content, Link, Node, NodeKind, content_from_document
from rpg.timeline.snapshot import Snapshot
from rpg.timeline.validity import valid_at

LINKS_KEPT = 4096
NODES_KEPT = 256
NOTES_READ = 64
"""Notes of a kind read at a time."""

_KINDS = frozenset(get_args(NodeKind))
_LINK = (
    "node.id, node.parent, content.kind, content.hash, node.chain, node.depth, node.message, node.jump,"
    " node.carried, node.made"
)
_CONTENT = "content.kind, content.parts, content.edits, content.detail, content.record"
_JOINED = "node JOIN content ON content.id = node.content"
_LINEAGE = (
    "WITH RECURSIVE up(id, n) AS (VALUES (?, 1) UNION ALL SELECT node.parent, n + 1 FROM up"
    " JOIN node ON node.id = up.id WHERE n < ? AND node.parent < node.id)"
    f" SELECT {_LINK} FROM up JOIN node ON node.id = up.id JOIN content ON content.id = node.content ORDER BY n"
)
_DEEPEST = 1 << 62


class _NoteRow(NamedTuple):
    id: int
    node: int
    kind: str
    body: str
    depth: int


class Reader:
    """The nodes of one save. Unknown ids raise KeyError; what cannot be read raises SaveError "damaged"."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._links: Bounded[int, Link] = Bounded(LINKS_KEPT)
        self._nodes: Bounded[int, Node] = Bounded(NODES_KEPT)

    # -- the tree ---------------------------------------------------------------------------

    def link(self, id: int) -> Link:
        known = self._links.get(id)
        return known if known is not None else self.lineage(id, 1)[0]

    def lineage(self, id: int, count: int) -> Sequence[Link]:
        """`id` and its ancestors, nearest first: those that are known, then what the file has above them."""
        known: list[Link] = []
        above: int | None = id
        while above is not None and len(known) < count:
            link = self._links.get(above)
            if link is None:
                return [*known, *self._read_lineage(above, count - len(known))]
            known.append(link)
            above = link.parent
        return known

    def _read_lineage(self, id: int, count: int) -> list[Link]:
        rows = self._all(_LINEAGE, id, count)
        if not rows:
            raise KeyError(id)
        links = [self._link(row) for row in rows]
        for link in links:
            self._links.put(link.id, link)
        return links

    def children(self, id: int | None) -> tuple[int, ...]:
        rows = self._all("SELECT id FROM node WHERE parent IS ? ORDER BY id", id)
        return tuple(child for (child,) in rows)

    def last_child(self, id: int) -> int | None:
        row = self._one("SELECT last_child FROM node WHERE id = ?", id)
        if row is None:
            raise KeyError(id)
        below = row[0]
        if below is not None and below <= id:
            raise self._damaged(f"node {id}: last child")
        return None if below is None else int(below)

    def node(self, id: int) -> Node:
        known = self._nodes.get(id)
        if known is not None:
            return known
        row = self._one(
            f"SELECT {_CONTENT}, revised.record FROM {_JOINED} LEFT JOIN revised ON revised.node = node.id"
            " WHERE node.id = ?",
            id,
        )
        if row is None:
            raise KeyError(id)
        with self._reading(f"node {id}"):
            revised = None if row[5] is None else unpack(row[5])
            node = Node(self.link(id), content_from_row(row[:5]), revised)
        self._nodes.put(id, node)
        return node

    def content(self, hash: str) -> Content:
        """A stored content by its hash. Raises KeyError for an unknown one."""
        row = self._one(f"SELECT {_CONTENT} FROM content WHERE hash = ?", to_bytes(hash))
        if row is None:
            raise KeyError(hash)
        with self._reading(f"content {hash}"):
            return content_from_row(row)

    def forget(self, id: int) -> None:
        """Drops what is remembered of a node, because it was written anew."""
        self._nodes.drop(id)

    def snapshot(self, node: int) -> Snapshot | None:
        """The stored state of `node`; None when there is none or it cannot be read: it is only a cache."""
        row = self._one("SELECT hash, facts FROM snapshot WHERE node = ?", node)
        if row is None:
            return None
        try:
            return Snapshot(node, to_hash(row[0]), unpack(row[1]))
        except (ValueError, TypeError, AttributeError):
            return None

    # -- what stands on nodes ---------------------------------------------------------------

    def notes_of(self, node: int) -> tuple[Note, ...]:
        """All notes of one node, oldest first."""
        rows = self._all("SELECT id, node, kind, body FROM note WHERE node = ? ORDER BY id", node)
        return tuple(self._note(row) for row in rows)

    def notes(self, kind: str, head: int | None) -> Iterator[Note]:
        """The notes of a kind that hold at `head`, nearest first, read as they are asked for."""
        if head is None:
            return iter(())
        rows = self._notes_down(kind, self.link(head).depth)
        return map(self._note, valid_at(self, rows, head))

    def attempts(self, node: int) -> tuple[Attempt, ...]:
        """Replies that broke off at a player or travel node, oldest first."""
        rows = self._all("SELECT id, node, body FROM attempt WHERE node = ? ORDER BY id", node)
        return tuple(self._attempt(row) for row in rows)

    def attempted(self) -> frozenset[int]:
        """Nodes beside which a reply that broke off is kept."""
        return frozenset(node for (node,) in self._all("SELECT DISTINCT node FROM attempt"))

    def _notes_down(self, kind: str, depth: int) -> Iterator[_NoteRow]:
        """Rows of notes of all branches, deepest first; what they say is read only where they hold."""
        last = (depth, _DEEPEST)
        while True:
            rows = self._all(
                "SELECT id, node, kind, body, depth FROM note WHERE kind = ? AND (depth, id) < (?, ?)"
                " ORDER BY depth DESC, id DESC LIMIT ?",
                kind,
                *last,
                NOTES_READ,
            )
            yield from map(_NoteRow._make, rows)
            if len(rows) < NOTES_READ:
                return
            last = (rows[-1][4], rows[-1][0])

    def _note(self, row: Sequence[Any]) -> Note:
        with self._reading(f"note {row[0]}"):
            return Note(row[0], row[1], row[2], load(row[3]))

    def _attempt(self, row: Sequence[Any]) -> Attempt:
        with self._reading(f"attempt {row[0]}"):
            body = load(row[2])
            return Attempt(row[0], row[1], content_from_document(body["content"]), body["detail"])

    # -- rows -------------------------------------------------------------------------------

    def _link(self, row: Sequence[Any]) -> Link:
        id, parent, kind, hash, chain, depth, message, jump, carried, made = row
        if kind not in _KINDS or any(above is not None and above >= id for above in (parent, jump)):
            raise self._damaged(f"node {id}")
        try:
            hash, chain = to_hash(hash), to_hash(chain)
        except MALFORMED as error:
            raise self._damaged(f"node {id}") from error
        return Link(id, parent, kind, hash, chain, depth, message, jump, bool(carried), made)

    def _all(self, statement: str, *values: Any) -> list[Any]:
        with sqlite_errors(self._path):
            return self._connection.execute(statement, values).fetchall()

    def _one(self, statement: str, *values: Any) -> Any:
        rows = self._all(statement, *values)
        return rows[0] if rows else None

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        try:
            yield
        except MALFORMED as error:
            raise self._damaged(what) from error

    def _damaged(self, what: str) -> SaveError:
        return SaveError("damaged", self._path, detail=what)


def content_from_row(row: Sequence[Any]) -> Content:
    """The content of a row (kind, parts, edits, detail, record). Raises ValueError, TypeError or KeyError."""
    kind, parts, edits, detail, record = row
    document: dict[str, Any] = {"kind": kind}
    for name, text in (("parts", parts), ("edits", edits), ("detail", detail)):
        if text is not None:
            document[name] = load(text)
    if record is not None:
        document["record"] = unpack(record)
    return content_from_document(document)
