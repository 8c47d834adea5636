"""World versions in a save: each sheet once, by its hash. Source: docs/design.md §8.

A version is the world's document with every keyed collection replaced by the hashes of its sheets, so that
adopting a changed world stores what changed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from rpg.store.forms import dump, load, to_bytes
from rpg.store.seal import SealedWriter
from rpg.world.document import document_hash, world_document, world_from_document, world_hash
from rpg.world.model import World

SHEETS = "$sheets"


def write_world(writer: SealedWriter, world: World) -> str:
    """Stores `world` unless it is there, and gives its version."""
    version = world_hash(world)
    if writer.row("world_version", version) is not None:
        return version
    body = {key: _split(writer, value) for key, value in world_document(world).items()}
    writer.add("world_version", version, dump(body))
    return version


def read_world(connection: sqlite3.Connection, version: str) -> World:
    """Raises KeyError for an unknown version, ValueError when what is stored is not it."""
    row = connection.execute("SELECT body FROM world_version WHERE version = ?", (version,)).fetchone()
    if row is None:
        raise KeyError(version)
    world = world_from_document({key: _join(connection, value) for key, value in load(row[0]).items()})
    if world_hash(world) != version:
        raise ValueError(f"world version {version} is not what its hash says")
    return world


def world_versions(connection: sqlite3.Connection) -> tuple[str, ...]:
    """In the order in which they were stored."""
    rows = connection.execute("SELECT version FROM world_version ORDER BY rowid").fetchall()
    return tuple(version for (version,) in rows)


def _split(writer: SealedWriter, value: Any) -> Any:
    if not (isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value)):
        return value
    hashes = []
    for sheet in value:
        hash = document_hash(sheet)
        writer.put("sheet", to_bytes(hash), dump(sheet))
        hashes.append(hash)
    return {SHEETS: hashes}


def _join(connection: sqlite3.Connection, value: Any) -> Any:
    if not (isinstance(value, Mapping) and SHEETS in value):
        return value
    return [_sheet(connection, hash) for hash in value[SHEETS]]


def _sheet(connection: sqlite3.Connection, hash: str) -> Any:
    row = connection.execute("SELECT body FROM sheet WHERE hash = ?", (to_bytes(hash),)).fetchone()
    if row is None:
        raise ValueError(f"sheet {hash} is missing")
    return load(row[0])
