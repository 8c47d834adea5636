"""Repair: what is whole of a damaged save, in a new one, and a list of the rest. Source: docs/design.md §8.

The damaged file is never written to. Nodes keep their ids; their places are computed anew; what they say is
taken as it can be read, and listed where it is not what its hash says.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rpg.runtime.index import index_world
from rpg.runtime.state import initial_state
from rpg.store.errors import SaveError, sqlite_errors
from rpg.store.forms import dump, load, to_hash
from rpg.store.keys import BASE, CURSOR, LABEL
from rpg.store.lock import WriterLock
from rpg.store.opening import back_up, journal_path
from rpg.store.regrow import Found, Regrown, regrow
from rpg.store.salvage import Row, Salvage, salvage
from rpg.store.schema import create_tables
from rpg.store.seal import SealedWriter
from rpg.store.worlds import SHEETS, write_world
from rpg.store.writer import content_row, node_row
from rpg.timeline.nodes import Link, NewNode, content_hash
from rpg.timeline.tree import grown
from rpg.world.document import world_from_document
from rpg.world.model import World


@dataclass(frozen=True, slots=True)
class Rescued:
    """What a repair did.

    nodes: how many there are now, with words. known: how many there had been, as far as can be told. altered:
    nodes whose words could be read but are not what was written. placed: nodes whose place is a guess. empty:
    nodes whose words are lost. lost: rows by table that could not be kept.
    """

    target: Path
    nodes: int
    known: int
    altered: tuple[int, ...] = ()
    placed: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    lost: Mapping[str, int] = field(default_factory=dict)
    backup: Path | None = None


def repair(path: Path, world: World | None = None) -> Rescued:
    """Replaces the save by what can be rescued of it; the damaged file is kept as a backup beside it.

    world: its text, for when the save's own copy is lost. Raises SaveError "locked", "nothing_to_rescue",
    "world_lost", and those of the disk.
    """
    lock = WriterLock(path)
    building = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        rescued = rescue(path, building, world)
        backup = back_up(path, "damaged")
        with sqlite_errors(path):
            journal_path(path).unlink(missing_ok=True)
            os.replace(building, path)
        return replace(rescued, target=path, backup=backup)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
        lock.release()


def rescue(path: Path, target: Path, world: World | None = None) -> Rescued:
    """Writes what can be rescued of `path` into a new save at `target`; raises as `repair`, and "exists".

    Where it raises there is no new file.
    """
    if target.exists():
        raise SaveError("exists", target)
    found = salvage(path)
    if not found.contents and not found.rows["world_version"]:
        raise SaveError("nothing_to_rescue", path)
    versions = _worlds(found)
    base = _base(found, versions, world)
    if base is None:
        raise SaveError("world_lost", path)
    try:
        return _write(target, found, versions, base)
    except BaseException:
        with suppress(OSError):
            target.unlink(missing_ok=True)
        raise


def _write(target: Path, found: Salvage, versions: Mapping[str, World], base: World) -> Rescued:
    with sqlite_errors(target), closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN IMMEDIATE")
        create_tables(connection)
        rescued = _Rebuild(connection, found, versions, base).write(target)
        connection.execute("COMMIT")
    return rescued


# -- worlds -------------------------------------------------------------------------------------


def _worlds(found: Salvage) -> dict[str, World]:
    """Readable world versions by the version they had. One that lost sheets is taken without them."""
    worlds = {}
    for version, row in found.rows["world_version"].items():
        world = _world(found, row)
        if world is not None:
            worlds[version] = world
    return worlds


def _world(found: Salvage, row: Row) -> World | None:
    """None when the rest of the world is not enough to stand in."""
    try:
        document = {key: _joined(found, value) for key, value in load(row[1]).items()}
        world = world_from_document(document)
        initial_state(index_world(world))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return world if world.start in world.locations else None


def _joined(found: Salvage, value: Any) -> Any:
    if not (isinstance(value, Mapping) and SHEETS in value):
        return value
    rows = (found.rows["sheet"].get(bytes.fromhex(hash)) for hash in value[SHEETS])
    return [load(row[1]) for row in rows if row is not None]


def _base(found: Salvage, versions: Mapping[str, World], world: World | None) -> World | None:
    """The world under the first node: the save's own, else the given one, else any that is left."""
    row = found.rows["meta"].get(BASE)
    own = versions.get(str(load(row[1]))) if row is not None else None
    return own or world or next(iter(versions.values()), None)


# -- writing the new save -----------------------------------------------------------------------


class _Rebuild:
    """Writes rescued rows into empty tables, all derived columns made anew."""

    def __init__(
        self, connection: sqlite3.Connection, found: Salvage, versions: Mapping[str, World], base: World
    ) -> None:
        self._rows = SealedWriter(connection)
        self._found = found
        self._versions = versions
        self._base = base
        self._links: dict[int, Link] = {}
        self._contents: dict[str, int] = {}
        self._lost: Counter[str] = Counter()

    def link(self, id: int) -> Link:
        return self._links[id]

    def write(self, target: Path) -> Rescued:
        new_versions = {old: write_world(self._rows, world) for old, world in self._versions.items()}
        base = write_world(self._rows, self._base)
        nodes = {id: self._adapted(node, new_versions, base) for id, node in self._regrown().items()}
        self._plant(nodes)
        head = self._log()
        self._insert(nodes, head)
        self._attach()
        self._describe(base)
        self._rows.flush()
        return self._report(target, nodes)

    def _regrown(self) -> dict[int, Regrown]:
        rows = self._found.rows["node"].values()
        nodes = {
            id: Found(parent, content, to_hash(chain), bool(rest[4]), rest[5])
            for id, parent, content, chain, *rest in rows
        }
        return regrow(nodes, {id: content for id, (content, _) in self._found.contents.items()})

    def _adapted(self, node: Regrown, versions: Mapping[str, str], base: str) -> Regrown:
        """A node that adopts a world version which has changed adopts what is left of it."""
        if node.content.kind != "adopt":
            return node
        version = str(node.content.detail.get("world"))
        now = versions.get(version, base)
        if now == version:
            return node
        detail = {**node.content.detail, "world": now}
        return replace(node, content=replace(node.content, detail=detail))

    def _plant(self, nodes: Mapping[int, Regrown]) -> None:
        for id, node in nodes.items():
            hash = content_hash(node.content)
            if hash not in self._contents:
                self._contents[hash] = len(self._contents) + 1
                self._rows.add(
                    "content", self._contents[hash], bytes.fromhex(hash), *content_row(node.content)
                )
            new = NewNode(node.parent, hash, node.carried or node.placed, node.made)
            self._links[id] = grown(self, id, new, node.content.kind, hash, node.parent)

    def _insert(self, nodes: Mapping[int, Regrown], head: int | None) -> None:
        latest = {id: self._last_child(id) for id in nodes}
        below: int | None = None
        at = head
        while at is not None:
            latest[at] = below
            below, at = at, self._links[at].parent
        for id, link in self._links.items():
            self._rows.add("node", *node_row(link, self._contents[link.content_hash], latest[id]))

    def _last_child(self, id: int) -> int | None:
        row = self._found.rows["node"].get(id)
        child = None if row is None else self._links.get(row[7] or 0)
        return child.id if child is not None and child.parent == id else None

    def _log(self) -> int | None:
        """Keeps the acts that join from the first on, and gives the head."""
        entries = self._found.rows["head_log"]
        kept: list[Row] = []
        while (entry := entries.get(len(kept) + 1)) is not None and self._joins(kept, entry):
            kept.append(entry)
            self._rows.add("head_log", *entry)
        self._lost["head_log"] = len(entries) - len(kept)
        head, position = self._cursor(kept)
        self._rows.put("meta", CURSOR, dump([head, position]))
        return head

    def _joins(self, kept: list[Row], entry: Row) -> bool:
        before, after = entry[2], entry[3]
        known = all(node is None or node in self._links for node in (before, after))
        return known and (not kept or kept[-1][3] == before)

    def _cursor(self, kept: list[Row]) -> tuple[int | None, int]:
        """The cursor that was kept, where it fits the log; else the end of the log; else the last node."""
        heads = [kept[0][2] if kept else None, *(entry[3] for entry in kept)]
        row = self._found.rows["meta"].get(CURSOR)
        match None if row is None else load(row[1]):
            case [int() | None as head, int() as position] if head is None or head in self._links:
                fits = 0 <= position < len(heads) and heads[position] == head
                return (head, position) if fits else self._moved(kept, head)
        if heads[-1] is not None:
            return heads[-1], len(kept)
        return self._moved(kept, max(self._links, default=None))

    def _moved(self, kept: list[Row], head: int | None) -> tuple[int | None, int]:
        """A head that the log does not lead to is one act more."""
        before = kept[-1][3] if kept else None
        self._rows.add("head_log", len(kept) + 1, "repair", before, head)
        return head, len(kept) + 1

    def _attach(self) -> None:
        for id, node, _, kind, body in self._found.rows["note"].values():
            if self._keeps("note", node):
                self._rows.add("note", id, node, self._links[node].depth, kind, body)
        for table in ("attempt", "revised", "draft"):
            for row in self._found.rows[table].values():
                if self._keeps(table, row[1] if table == "attempt" else row[0]):
                    self._rows.add(table, *row)

    def _keeps(self, table: str, node: int) -> bool:
        kept = node in self._links or (table == "draft" and node == 0)
        self._lost[table] += not kept
        return kept

    def _describe(self, base: str) -> None:
        for key, value in self._found.rows["meta"].values():
            label = key.startswith(LABEL)
            if label and not (key[len(LABEL) :].isdecimal() and int(key[len(LABEL) :]) in self._links):
                self._lost["label"] += 1
            elif key not in (BASE, CURSOR):
                self._rows.put("meta", key, value)
        self._rows.put("meta", BASE, dump(base))

    def _report(self, target: Path, nodes: Mapping[int, Regrown]) -> Rescued:
        written = {
            to_hash(self._found.rows["content"][id][1])
            for id, (_, whole) in self._found.contents.items()
            if whole
        }
        empty = tuple(id for id, node in nodes.items() if node.empty)
        known = max([0, *nodes, *(row[3] or 0 for row in self._found.rows["head_log"].values())])
        gone = len(self._found.rows["content"]) - len(self._found.contents)
        self._lost["content"] += gone
        return Rescued(
            target,
            len(nodes) - len(empty),
            known,
            tuple(
                id
                for id, node in nodes.items()
                if not node.empty and self._links[id].content_hash not in written
            ),
            tuple(id for id, node in nodes.items() if node.placed),
            empty,
            {table: count for table, count in self._lost.items() if count},
        )
