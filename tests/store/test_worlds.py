"""World versions come back as they were, and share what did not change."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from rpg.store.schema import create_tables
from rpg.store.seal import SealedWriter
from rpg.store.worlds import read_world, world_versions, write_world
from rpg.world.document import world_hash

from .saves import small_world


def test_versions_share_the_sheets_that_did_not_change() -> None:
    first, second = small_world(), small_world("Another text.")
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        writer = SealedWriter(connection)
        assert write_world(writer, first) == world_hash(first)
        (sheets,) = connection.execute("SELECT count(*) FROM sheet").fetchone()
        write_world(writer, second)
        write_world(writer, first)
        assert world_versions(connection) == (world_hash(first), world_hash(second))
        assert connection.execute("SELECT count(*) FROM sheet").fetchone() == (sheets + 1,)
        for world in (first, second):
            assert read_world(connection, world_hash(world)) == world


def test_a_version_that_is_not_whole_is_refused() -> None:
    world = small_world()
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        version = write_world(SealedWriter(connection), world)
        with pytest.raises(KeyError):
            read_world(connection, "0" * 32)
        connection.execute("UPDATE sheet SET body = replace(body, 'warm', 'cold')")
        with pytest.raises(ValueError):
            read_world(connection, version)
        connection.execute("DELETE FROM sheet")
        with pytest.raises(ValueError):
            read_world(connection, version)
