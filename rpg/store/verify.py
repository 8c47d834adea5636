"""Whether a save is what was written: every row, every hash, and on request every state.

Three nets: SQLite's own check of the file's structure, a seal over each table that finds any changed or lost
row, and the hashes that say which content, node or world version is meant. Source: docs/design.md §8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rpg.runtime.state import State
from rpg.store.errors import UNREADABLE, SaveError, sqlite_errors
from rpg.store.forms import MALFORMED, to_bytes, to_hash
from rpg.store.places import NODE_ROWS, Place, place_problem
from rpg.store.reader import content_from_row
from rpg.store.save import Save
from rpg.store.schema import TABLES, Table
from rpg.store.seal import read_seal, seal_of
from rpg.store.worlds import read_world, world_versions
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, content_hash

Problem = Literal[
    "open",
    "structure",
    "unreadable",
    "seal",
    "hash",
    "chain",
    "parent",
    "derived",
    "dangling",
    "world",
    "state",
    "head",
]

Progress = Callable[[int, int], None]
"""Called with what is done and what there is, now and then. What it raises stops the work."""

MOST_LINES = 20
"""Lines of SQLite's own check that are kept."""

PROGRESS_EVERY = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. table and id say where, as far as that is known."""

    problem: Problem
    table: str = ""
    id: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """findings: empty when the save is whole. nodes: how many were looked at."""

    findings: tuple[Finding, ...]
    nodes: int
    deep: bool = False

    @property
    def ok(self) -> bool:
        return not self.findings


def verify_file(path: Path, deep: bool = False, progress: Progress | None = None) -> Report:
    """As `verify`, for a file that may not even open."""
    try:
        with Save.open(path, write=False) as save:
            return verify(save, deep, progress)
    except SaveError as error:
        detail = f"{error.code} {error.values['detail']}".rstrip()
        return Report((Finding("open", detail=detail),), 0, deep)


def verify(save: Save, deep: bool = False, progress: Progress | None = None) -> Report:
    """Checks everything that can be read. deep: also folds every node and compares the stored states.

    Costs the whole file, in one read transaction. Never raises for damage.
    """
    check = _Check(save, progress or (lambda done, total: None))
    with check.reading():
        check.run(deep)
    return Report(tuple(check.findings), check.nodes, deep)


class _Check:
    def __init__(self, save: Save, progress: Progress) -> None:
        self._save = save
        self._connection = save.connection
        self._progress = progress
        self._total = save.node_count()
        self.findings: list[Finding] = []
        self.nodes = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One consistent view, in which text that is no UTF-8 can still be compared."""
        before = self._connection.text_factory
        self._connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        try:
            with sqlite_errors(self._save.path):
                self._connection.execute("BEGIN")
            yield
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._connection.text_factory = before

    def run(self, deep: bool) -> None:
        self._structure()
        for table in TABLES.values():
            self._sealed(table)
        self._contents()
        self._nodes()
        self._attached()
        self._worlds()
        if deep and not self.findings:
            self._states()

    def _found(self, problem: Problem, table: str = "", id: int | None = None, detail: str = "") -> None:
        self.findings.append(Finding(problem, table, id, detail))

    def _rows(self, statement: str, table: str) -> Iterator[Any]:
        """Rows as far as they can be read; that some cannot is a finding."""
        try:
            yield from self._connection.execute(statement)
        except UNREADABLE as error:
            self._found("unreadable", table, detail=str(error))

    def _structure(self) -> None:
        for (line,) in self._rows(f"PRAGMA integrity_check({MOST_LINES})", "file"):
            if line != "ok":
                self._found("structure", detail=str(line))

    def _sealed(self, table: Table) -> None:
        before = len(self.findings)
        rows = self._rows(f"SELECT {','.join(table.columns)} FROM {table.name}", table.name)
        seal = seal_of(table.name, rows)
        if len(self.findings) == before and seal != self._stored_seal(table.name):
            self._found("seal", table.name)

    def _stored_seal(self, table: str) -> object:
        try:
            return read_seal(self._connection, table)
        except (*UNREADABLE, *MALFORMED) as error:
            return error

    def _contents(self) -> None:
        statement = "SELECT id, hash, kind, parts, edits, detail, record FROM content"
        for id, hash, *row in self._rows(statement, "content"):
            if not _is_content(hash, row):
                self._found("hash", "content", id)

    def _nodes(self) -> None:
        """Each node against its parent; parents come first, because ids grow."""
        places: dict[int, Place] = {}
        for row in self._rows(NODE_ROWS, "node"):
            self.nodes += 1
            place = Place(*row)
            problem = place_problem(place, places)
            if problem is not None:
                self._found(problem, "node", place.id)
            places[place.id] = place
        for place in places.values():
            below = places.get(place.last_child or 0)
            if place.last_child is not None and (below is None or below.parent != place.id):
                self._found("derived", "node", place.id)
        self._head(places)

    def _head(self, places: Mapping[int, Place]) -> None:
        try:
            head = self._save.stored_cursor().head
        except (SaveError, *MALFORMED):
            self._found("head")
            return
        if head is not None and head not in places:
            self._found("head", id=head if isinstance(head, int) else None)

    def _attached(self) -> None:
        for table, column in (
            ("note", "node"),
            ("attempt", "node"),
            ("revised", "node"),
            ("draft", "head"),
            ("head_log", "before"),
            ("head_log", "after"),
        ):
            key = TABLES[table].columns[0]
            statement = (
                f"SELECT {key} FROM {table} WHERE coalesce({column}, 0) != 0"
                f" AND {column} NOT IN (SELECT id FROM node)"
            )
            for (id,) in self._rows(statement, table):
                self._found("dangling", table, id)

    def _worlds(self) -> None:
        try:
            for version in world_versions(self._connection):
                self._world(version)
        except UNREADABLE as error:
            self._found("unreadable", "world_version", detail=str(error))

    def _world(self, version: str) -> None:
        try:
            read_world(self._connection, version)
        except (*UNREADABLE, *MALFORMED):
            self._found("world", "world_version", detail=str(version))

    # -- deep -------------------------------------------------------------------------------

    def _states(self) -> None:
        """Folds every node once. A state is kept while nodes that stand on it are still to come."""
        pending = Counter(parent for (parent,) in self._rows("SELECT parent FROM node", "node"))
        states: dict[int | None, State] = {None: self._save.initial()}
        for number, (id, parent) in enumerate(
            self._rows("SELECT id, parent FROM node ORDER BY id", "node"), start=1
        ):
            content: Content = self._save.node(id).content
            state = fold_node(states[parent], content, self._save.index).state
            self._compare(id, state)
            if pending[id]:
                states[id] = state
            pending[parent] -= 1
            if not pending[parent]:
                del states[parent]
            if number % PROGRESS_EVERY == 0:
                self._progress(number, self._total)

    def _compare(self, node: int, state: State) -> None:
        row = self._connection.execute("SELECT hash FROM snapshot WHERE node = ?", (node,)).fetchone()
        if row is not None and row[0] != to_bytes(state.hash):
            self._found("state", "snapshot", node)


def _is_content(hash: Any, row: Any) -> bool:
    try:
        return bool(content_hash(content_from_row(row)) == to_hash(hash))
    except MALFORMED:
        return False
