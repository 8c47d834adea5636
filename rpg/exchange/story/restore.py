"""A save built from its JSON: the same nodes, chains and states, or nothing.

It is built under another name, every chain and place made anew, verified down to every state, and only then
given its name; nothing is overwritten.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rpg.exchange.errors import ExchangeError
from rpg.exchange.story.savefile import Progress, no_progress
from rpg.exchange.story.saveshape import Planted, SaveDocument, save_document
from rpg.exchange.story.secrets import trusted_settings, without_secrets
from rpg.exchange.story.states import folded
from rpg.store.errors import SaveError, sqlite_errors
from rpg.store.forms import dump, pack
from rpg.store.keys import BASE, CARD, CURSOR, LABEL, is_reserved
from rpg.store.lock import WriterLock
from rpg.store.schema import create_tables
from rpg.store.seal import SealedWriter
from rpg.store.verify import verify_file
from rpg.store.worlds import write_world
from rpg.store.writer import content_row, node_row
from rpg.timeline.nodes import Link, NewNode, content_hash
from rpg.timeline.tree import grown

SETTINGS = "settings"
"""Key of meta that holds the save's own settings."""


@dataclass(frozen=True, slots=True)
class Restored:
    """nodes: how many there are. altered: nodes that are not what was exported: somebody changed the text.
    settings: keys of settings that were not taken over, because they would give tools leave or name files."""

    path: Path
    nodes: int
    altered: tuple[int, ...] = ()
    settings: tuple[str, ...] = ()


def restore_save(data: Any, file: str, path: Path, progress: Progress = no_progress) -> Restored:
    """Builds the save of a parsed JSON text at `path`.

    Raises ExchangeError for what is no whole save, SaveError "exists" and those of the disk.
    """
    return build_save(save_document(data, file), file, path, progress)


def build_save(document: SaveDocument, file: str, path: Path, progress: Progress = no_progress) -> Restored:
    """Builds the save of a checked document at `path`; raises as `restore_save`. file: what errors name."""
    building = path.with_name(f".{path.name}.{os.getpid()}.new")
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = WriterLock(path)
    try:
        if path.exists():
            raise SaveError("exists", path)
        restored = _build(document, file, building, path, progress)
        _verify(building, file)
        with sqlite_errors(path):
            os.replace(building, path)
        return restored
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
        lock.release()


def _build(document: SaveDocument, file: str, building: Path, path: Path, progress: Progress) -> Restored:
    building.unlink(missing_ok=True)
    with sqlite_errors(path), closing(sqlite3.connect(building, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        create_tables(connection)
        builder = _Builder(SealedWriter(connection), document, file)
        builder.write()
        _store_states(connection, document, file, progress)
        connection.execute("COMMIT")
    return Restored(path, len(document.nodes), tuple(builder.altered), builder.settings)


def _store_states(
    connection: sqlite3.Connection, document: SaveDocument, file: str, progress: Progress
) -> None:
    """Folds every node, which proves that the story can be played, and keeps states along the way."""
    total = len(document.nodes)
    try:
        for done, snapshot in folded(document):
            progress(done, total)
            if snapshot is not None:
                row = (snapshot.node, bytes.fromhex(snapshot.hash), pack(snapshot.facts))
                connection.execute("INSERT INTO snapshot (node, hash, facts) VALUES (?, ?, ?)", row)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExchangeError("unsound", file, detail=f"{type(error).__name__} {error}") from None


def _verify(building: Path, file: str) -> None:
    report = verify_file(building)
    if not report.ok:
        finding = report.findings[0]
        what = f"{finding.problem} {finding.table} {finding.id or ''} {finding.detail}"
        raise ExchangeError("unsound", file, detail=" ".join(what.split()))


class _Builder:
    """Writes the rows of a save; what can be derived is derived and not believed."""

    def __init__(self, rows: SealedWriter, document: SaveDocument, file: str) -> None:
        self._rows = rows
        self._document = document
        self._file = file
        self._links: dict[int, Link] = {}
        self._contents: dict[str, int] = {}
        self.altered: list[int] = []
        self.settings: tuple[str, ...] = ()

    def link(self, id: int) -> Link:
        return self._links[id]

    def write(self) -> None:
        self._worlds()
        self._plant()
        self._log()
        self._attach()
        self._describe()
        self._rows.flush()

    def _worlds(self) -> None:
        document = self._document
        for version, world in document.worlds.items():
            if write_world(self._rows, world) != version:
                raise self._wrong("worlds", version)
        if document.base not in document.worlds:
            raise self._wrong("base", document.base)

    def _plant(self) -> None:
        hashes = {name: content_hash(content) for name, content in self._document.contents.items()}
        for name, content in self._document.contents.items():
            hash = hashes[name]
            if hash not in self._contents:
                self._contents[hash] = len(self._contents) + 1
                self._rows.add("content", self._contents[hash], bytes.fromhex(hash), *content_row(content))
        for at, node in enumerate(self._document.nodes):
            if node.content not in hashes:
                raise self._wrong(f"nodes[{at}].content", node.content)
            self._grow(node, hashes[node.content], at)
        children = {node.id: node.last_child for node in self._document.nodes}
        for id, link in self._links.items():
            below = children[id]
            if below is not None and (below not in self._links or self._links[below].parent != id):
                raise self._wrong("nodes", f"last_child {below}")
            self._rows.add("node", *node_row(link, self._contents[link.content_hash], below))

    def _grow(self, node: Planted, hash: str, at: int) -> None:
        last = next(reversed(self._links), 0)
        if node.id <= last or (node.parent is not None and node.parent not in self._links):
            raise self._wrong(f"nodes[{at}]", f"id {node.id}, parent {node.parent}")
        new = NewNode(node.parent, hash, node.carried, node.made)
        kind = self._document.contents[node.content].kind
        link = grown(self, node.id, new, kind, hash, node.parent)
        self._links[node.id] = link
        if node.chain and node.chain != link.chain:
            self.altered.append(node.id)

    def _log(self) -> None:
        document = self._document
        heads: list[int | None] = [document.log[0].before if document.log else None]
        for number, entry in enumerate(document.log, start=1):
            joins = entry.seq == number and (entry.before == heads[-1])
            if not joins or not (self._is_place(entry.before) and self._is_place(entry.after)):
                raise self._wrong(f"head_log[{number - 1}]", str(entry.seq))
            heads.append(entry.after)
            self._rows.add("head_log", entry.seq, entry.act, entry.before, entry.after)
        position, head = document.position, document.head
        if not self._is_place(head) or position >= len(heads) or heads[position] != head:
            raise self._wrong("head", str(head))
        self._rows.put("meta", CURSOR, dump([head, position]))

    def _is_place(self, node: int | None) -> bool:
        return node is None or node in self._links

    def _attach(self) -> None:
        document = self._document
        for note in document.notes:
            depth = self._known(note.node, "notes").depth
            self._put("note", note.id, note.node, depth, note.kind, dump(note.body))
        for one in document.attempts:
            self._known(one.node, "attempts")
            self._put("attempt", one.id, one.node, dump(one.body))
        for node, record in document.records:
            self._known(node, "records")
            self._put("revised", node, pack(record))
        for head, text in document.drafts:
            if head is not None:
                self._known(head, "drafts")
            self._put("draft", head or 0, dump(text))

    def _put(self, table: str, *row: Any) -> None:
        if self._rows.row(table, row[0]) is not None:
            raise self._wrong(table, str(row[0]))
        self._rows.add(table, *row)

    def _known(self, node: int, where: str) -> Link:
        if node not in self._links:
            raise self._wrong(where, str(node))
        return self._links[node]

    def _describe(self) -> None:
        document = self._document
        for key, value in self._meta().items():
            if is_reserved(key):
                raise self._wrong("meta", key)
            if value is not None:
                self._rows.put("meta", key, dump(value))
        for node, name in document.labels:
            self._known(node, "labels")
            self._rows.put("meta", f"{LABEL}{node}", dump(name))
        self._rows.put("meta", CARD, dump(asdict(document.card)))
        self._rows.put("meta", BASE, dump(document.base))

    def _meta(self) -> Mapping[str, Any]:
        meta: dict[str, Any] = without_secrets(self._document.meta)
        settings = meta.get(SETTINGS)
        if isinstance(settings, Mapping):
            meta[SETTINGS], self.settings = trusted_settings(settings)
        return {key: value for key, value in meta.items() if key != SETTINGS or value}

    def _wrong(self, at: str, found: str) -> ExchangeError:
        return ExchangeError("unsound", f"{self._file}: {at}", detail=found)
