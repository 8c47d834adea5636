"""What is left in a damaged save: rows by query, by row number, and carved from intact pages.

A row found in more than one way is taken from the way that knows it best. Nothing here judges whether the rows
fit together; `rpg.store.repair` does.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from rpg.store.errors import UNREADABLE, from_system
from rpg.store.forms import MALFORMED, dump, load, to_hash
from rpg.store.opening import journal_path
from rpg.store.pages import carve
from rpg.store.reader import content_from_row
from rpg.store.schema import TABLES, Table
from rpg.store.seal import read_seal, seal_of
from rpg.timeline.nodes import Content, NodeKind, content_hash
from rpg.world.document import document_hash

Row = tuple[Any, ...]

_KINDS = frozenset(get_args(NodeKind))
_HASH_BYTES = 16
SMALLEST_ROW = 8
"""Bytes of a row with its number at least: a broken file may name a row that it has no room for."""

_TEXT = re.compile(r'"text":("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True, slots=True)
class Salvage:
    """Rows by table and key. contents: by row number, with whether they are what their hash says."""

    rows: Mapping[str, Mapping[Any, Row]]
    contents: Mapping[int, tuple[Content, bool]] = field(default_factory=dict)


def salvage(path: Path) -> Salvage:
    """Reads what can be read of the file, from a copy of it. Raises SaveError when the file itself cannot be
    read."""
    rows: dict[str, dict[Any, Row]] = {name: {} for name in TABLES}
    with tempfile.TemporaryDirectory(prefix="rpg-") as folder:
        copy = Path(folder, "damaged.rpg")
        try:
            shutil.copyfile(path, copy)
            if journal_path(path).exists():
                shutil.copyfile(journal_path(path), journal_path(copy))
        except OSError as error:
            raise from_system(error, path) from error
        whole = _query(copy, rows)
        for name, row in _carved(copy.read_bytes()):
            if name not in whole:
                _keep(rows[name], TABLES[name], row)
    return Salvage(rows, _contents(rows["content"]))


def _keep(found: dict[Any, Row], table: Table, row: Row) -> None:
    """The first way wins, but a content or sheet that is what its hash says beats one that is not."""
    old = found.get(row[0])
    if old is None or (table.name in _WHOLE and not _WHOLE[table.name](old) and _WHOLE[table.name](row)):
        found[row[0]] = row


# -- by query -----------------------------------------------------------------------------------


def _query(path: Path, rows: Mapping[str, dict[Any, Row]]) -> frozenset[str]:
    """Fills `rows` with what queries give, and tells which tables are whole by their seals."""
    whole = set()
    with suppress(*UNREADABLE), closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        for table in TABLES.values():
            found = list(_table_rows(connection, table))
            for row in found:
                if _fits(table.name, row):
                    _keep(rows[table.name], table, row)
            if _is_sealed(connection, table, found):
                whole.add(table.name)
    return frozenset(whole)


def _is_sealed(connection: sqlite3.Connection, table: Table, rows: list[Row]) -> bool:
    try:
        return read_seal(connection, table.name) == seal_of(table.name, rows)
    except (*UNREADABLE, TypeError, ValueError):
        return False


def _table_rows(connection: sqlite3.Connection, table: Table) -> Iterator[Row]:
    columns = ",".join(table.columns)
    try:
        yield from connection.execute(f"SELECT {columns} FROM {table.name}")
    except UNREADABLE:
        yield from _one_by_one(connection, table, columns)


def _one_by_one(connection: sqlite3.Connection, table: Table, columns: str) -> Iterator[Row]:
    """Rows by number, each for itself, up to the highest number that can be found from either end."""
    try:
        (size,) = connection.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        ).fetchone()
        (highest,) = connection.execute(f"SELECT max(rowid) FROM {table.name}").fetchone()
    except UNREADABLE:
        return
    for number in range(1, min(highest or 0, size // SMALLEST_ROW) + 1):
        try:
            row = connection.execute(
                f"SELECT {columns} FROM {table.name} WHERE rowid = ?", (number,)
            ).fetchone()
        except UNREADABLE:
            row = _by_column(connection, number) if table.name == "content" else None
        if row is not None:
            yield row


def _by_column(connection: sqlite3.Connection, number: int) -> Row:
    """A content of which some column breaks the reading of the whole row."""
    values = []
    for column in TABLES["content"].columns[1:]:
        try:
            found = connection.execute(f"SELECT {column} FROM content WHERE rowid = ?", (number,)).fetchone()
        except UNREADABLE:
            found = None
        values.append(None if found is None else found[0])
    return number, *values


# -- by carving ---------------------------------------------------------------------------------


def _carved(data: bytes) -> Iterator[tuple[str, Row]]:
    for record in carve(data):
        for name, table in TABLES.items():
            row = record.values
            if table.columns[0] in ("id", "node", "seq", "head") and record.rowid is not None:
                row = (record.rowid, *row[1:])
            if (record.rowid is None) == (name == "meta") and _fits(name, row):
                yield name, row
                break


def _fits(table: str, row: Row) -> bool:
    """Whether a row has the shape of the table's rows."""
    return len(row) == len(TABLES[table].columns) and _SHAPES[table](*row)


def _is_id(value: Any) -> bool:
    return type(value) is int and value > 0


def _is_id_or_none(value: Any) -> bool:
    return value is None or _is_id(value)


def _is_hash(value: Any) -> bool:
    return type(value) is bytes and len(value) == _HASH_BYTES


def _is_json(value: Any) -> bool:
    try:
        load(value)
    except MALFORMED:
        return False
    return type(value) is str


def _is_node(id: Any, parent: Any, content: Any, chain: Any, *rest: Any) -> bool:
    depth, message, jump, last_child, carried, made = rest
    return (
        _is_id(id)
        and _is_id(content)
        and _is_hash(chain)
        and all(_is_id_or_none(value) for value in (parent, jump, last_child))
        and all(type(value) is int for value in (depth, message, carried))
        and (made is None or type(made) is int)
    )


def _is_content(id: Any, hash: Any, kind: Any, parts: Any, *rest: Any) -> bool:
    """Either the hash or the kind tells it; the rest is judged by `readable_content`."""
    told = _is_hash(hash) or (type(kind) is str and kind in _KINDS)
    return _is_id(id) and told and (parts is None or type(parts) is str)


_SHAPES: Mapping[str, Callable[..., bool]] = {
    "meta": lambda key, value: type(key) is str and _is_json(value),
    "sheet": lambda hash, body: _is_hash(hash) and _is_json(body),
    "world_version": lambda version, body: type(version) is str and len(version) == 32 and _is_json(body),
    "content": _is_content,
    "node": _is_node,
    "revised": lambda node, record: _is_id(node) and type(record) is bytes,
    "head_log": lambda seq, act, before, after: (
        _is_id(seq) and type(act) is str and _is_id_or_none(before) and _is_id_or_none(after)
    ),
    "note": lambda id, node, depth, kind, body: (
        _is_id(id) and _is_id(node) and type(depth) is int and type(kind) is str and _is_json(body)
    ),
    "attempt": lambda id, node, body: _is_id(id) and _is_id(node) and _is_json(body),
    "draft": lambda head, body: type(head) is int and _is_json(body),
}


# -- whole or not -------------------------------------------------------------------------------


def _contents(rows: Mapping[Any, Row]) -> dict[int, tuple[Content, bool]]:
    found = {}
    for id, row in rows.items():
        content = readable_content(row[2:])
        if content is not None:
            found[id] = content, _content_is_whole(row)
    return found


def readable_content(row: Row) -> Content | None:
    """A content (kind, parts, edits, detail, record) as far as it can be read: without broken columns, of
    broken parts the words; None when there are neither words nor edits left."""
    kind, *columns = row
    kind = kind if kind in _KINDS else "narration"
    for position in range(len(columns)):
        alone = [column if at == position else None for at, column in enumerate(columns)]
        if not _is_readable(kind, alone):
            columns[position] = _words(columns[position]) if position == 0 else None
    lost_all = columns[:2] == [None, None] and list(row[1:3]) != [None, None]
    return None if lost_all else content_from_row((kind, *columns))


def _words(parts: str) -> str | None:
    """The texts in parts that are no JSON any more, as parts; None when there are none."""
    texts = []
    for found in _TEXT.finditer(parts):
        with suppress(ValueError):
            texts.append({"part": "text", "text": str(load(found[1]))})
    return dump(texts) if texts else None


def _is_readable(kind: Any, columns: list[Any]) -> bool:
    try:
        content_hash(content_from_row((kind, *columns)))
    except MALFORMED:
        return False
    return True


def _content_is_whole(row: Row) -> bool:
    try:
        return content_hash(content_from_row(row[2:])) == to_hash(row[1])
    except MALFORMED:
        return False


def _sheet_is_whole(row: Row) -> bool:
    return document_hash(load(row[1])) == to_hash(row[0])


_WHOLE: Mapping[str, Callable[[Row], bool]] = {"content": _content_is_whole, "sheet": _sheet_is_whole}
