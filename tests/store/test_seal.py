"""A seal tells any change of any row, whatever the order rows were written in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rpg.store.schema import TABLES, create_tables
from rpg.store.seal import Seal, SealedWriter, read_seal, row_digest, seal_of

VALUES = st.none() | st.integers(-(2**40), 2**40) | st.text(max_size=5) | st.binary(max_size=5)
ROWS = st.lists(VALUES, max_size=4).map(tuple)


@given(st.lists(ROWS, max_size=8), st.randoms())
def test_the_order_of_rows_does_not_matter(rows: list[Any], dice: Any) -> None:
    other = list(rows)
    dice.shuffle(other)
    assert seal_of("t", rows) == seal_of("t", other)


@given(ROWS, ROWS)
def test_other_rows_have_other_digests(one: Any, other: Any) -> None:
    assert (row_digest("t", one) == row_digest("t", other)) == (repr(one) == repr(other))
    assert row_digest("t", one) != row_digest("u", one)


@given(st.lists(ROWS, max_size=5), ROWS)
def test_a_row_added_and_taken_away_leaves_the_seal_as_it_was(rows: list[Any], row: Any) -> None:
    seal = seal_of("t", rows)
    assert seal.with_row("t", row).without_row("t", row) == seal


KEYS = st.sampled_from(["a", "b", "c"])
ACTS = st.tuples(st.just("put"), KEYS, st.text(max_size=3)) | st.tuples(st.just("remove"), KEYS, st.just(""))


@given(st.lists(ACTS, max_size=20))
def test_the_seal_kept_while_writing_is_that_of_the_rows(acts: list[tuple[str, str, str]]) -> None:
    expected: dict[str, str] = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        for act, key, value in acts:
            writer = SealedWriter(connection)
            if act == "put":
                writer.put("meta", key, value)
                expected[key] = value
            else:
                writer.remove("meta", key)
                expected.pop(key, None)
            writer.flush()
        rows = connection.execute("SELECT key, value FROM meta").fetchall()
        assert dict(rows) == expected
        assert read_seal(connection, "meta") == seal_of("meta", rows)
        assert read_seal(connection, "node") == Seal()


def test_the_declared_columns_are_those_of_the_tables() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        create_tables(connection)
        for table in TABLES.values():
            columns = connection.execute(f"SELECT name, pk FROM pragma_table_info('{table.name}')").fetchall()
            assert tuple(name for name, _ in columns) == table.columns
            assert tuple(name for name, key in columns if key) == table.columns[: table.keys]
