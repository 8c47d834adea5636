"""Everything of a save as JSON: one item on a line, so that two exports can be compared.

Left out are what is derived and made anew (chains, places in the tree, stored states) and secrets. The chain
of each node is written all the same: it tells an import what was changed by hand. The form:

- `format` "rpg-save", `version`, `name`, `card`, `meta`, `base` (a world version), `head`, `position`
- `worlds`: {version, world}; `contents`: {hash, kind, parts, edits, record, detail}
- `nodes`: {id, parent, content (hash), chain, last_child, carried, made}; `records`: {node, record}
- `head_log`: [seq, act, before, after]; `notes`; `attempts`; `drafts`; `labels`
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from rpg.exchange.story.secrets import without_secrets
from rpg.exchange.writing import json_text
from rpg.store.described import Described
from rpg.store.errors import sqlite_errors
from rpg.store.forms import unpack
from rpg.store.save import Save
from rpg.timeline.nodes import content_document
from rpg.world.document import world_document

FORMAT, VERSION = "rpg-save", 1

Progress = Callable[[int, int], None]
"""Called with what is done and what there is. What it raises stops the work."""


def no_progress(done: int, total: int) -> None:
    """Nobody watches."""


def save_json(save: Save, progress: Progress = no_progress) -> Iterator[str]:
    """The JSON text in pieces, in one consistent view of the file. Raises SaveError "damaged"."""
    with _view(save):
        yield from _object(_head(save), _lists(save, progress))


@contextmanager
def _view(save: Save) -> Iterator[None]:
    """A read transaction, so that a running game cannot change what is being written."""
    with sqlite_errors(save.path):
        save.connection.execute("BEGIN")
    try:
        yield
    finally:
        # Pieces that nobody takes any more are let go of later, when the save may be closed.
        with suppress(sqlite3.ProgrammingError):
            if save.connection.in_transaction:
                save.connection.execute("ROLLBACK")


def _object(head: dict[str, Any], lists: dict[str, Iterator[Any]]) -> Iterator[str]:
    for name, value in head.items():
        lead = "{" if name == "format" else ","
        yield f"{lead}{json_text(name)}:{json_text(value)}\n"
    for name, items in lists.items():
        yield f",{json_text(name)}:["
        for number, item in enumerate(items):
            yield (",\n" if number else "\n") + json_text(item)
        yield "]\n"
    yield "}\n"


def _head(save: Save) -> dict[str, Any]:
    cursor = save.stored_cursor()
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": save.path.stem,
        "card": asdict(save.card),
        "meta": without_secrets(save.meta),
        "base": save.base_version,
        "head": cursor.head,
        "position": cursor.position,
    }


def _lists(save: Save, progress: Progress) -> dict[str, Iterator[Any]]:
    return {
        "worlds": (
            {"version": version, "world": world_document(save.world(version))}
            for version in save.world_versions
        ),
        "contents": _contents(save),
        "nodes": _nodes(save, progress),
        "records": (
            {"node": node, "record": unpack(record)}
            for node, record in _rows(save, "SELECT node, record FROM revised ORDER BY node")
        ),
        "head_log": map(list, _rows(save, "SELECT seq, act, before, after FROM head_log ORDER BY seq")),
        "notes": _notes(save),
        "attempts": _attempts(save),
        "drafts": (
            {"head": head, "text": text}
            for head, text in Described(save.connection, save.path).drafts().items()
        ),
        "labels": ({"node": node, "name": name} for node, name in save.labels.items()),
    }


def _contents(save: Save) -> Iterator[dict[str, Any]]:
    for (hash,) in _rows(save, "SELECT lower(hex(hash)) FROM content ORDER BY id"):
        yield {"hash": hash, **content_document(save.content(hash))}


def _nodes(save: Save, progress: Progress) -> Iterator[dict[str, Any]]:
    rows = _rows(save, "SELECT id FROM node ORDER BY id")
    for done, (id,) in enumerate(rows):
        progress(done, len(rows))
        link = save.link(id)
        yield {
            "id": id,
            "parent": link.parent,
            "content": link.content_hash,
            "chain": link.chain,
            "last_child": save.last_child(id),
            "carried": link.carried,
            "made": link.made,
        }


def _notes(save: Save) -> Iterator[dict[str, Any]]:
    for (node,) in _rows(save, "SELECT DISTINCT node FROM note ORDER BY node"):
        for note in save.notes_of(node):
            yield {"id": note.id, "node": node, "kind": note.kind, "body": dict(note.body)}


def _attempts(save: Save) -> Iterator[dict[str, Any]]:
    for (node,) in _rows(save, "SELECT DISTINCT node FROM attempt ORDER BY node"):
        for one in save.attempts(node):
            content = content_document(one.content)
            yield {"id": one.id, "node": node, "content": content, "detail": dict(one.detail)}


def _rows(save: Save, statement: str) -> list[Any]:
    with sqlite_errors(save.path):
        return save.connection.execute(statement).fetchall()
