"""Carving gives every record that queries give, and survives any bytes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.store.pages import carve

from .damage import damaged
from .saves import furnished_save

ROW = (None, 0, 1, -1, 127, -32_769, 2**31, -(2**40), 2**62, 1.5, "", "雨", "x" * 9_000, b"", b"\0" * 5_000)


@pytest.mark.parametrize("size", [512, 4096, 65536])
def test_every_kind_of_value_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("CREATE TABLE a (" + ",".join(f"c{n}" for n in range(len(ROW))) + ")")
        for number in range(1, 40):
            row = (*ROW[:-1], bytes(number * 300))
            connection.execute(f"INSERT INTO a VALUES ({','.join('?' * len(ROW))})", row)
        connection.commit()
    found = {
        record.rowid: record.values for record in carve(path.read_bytes()) if len(record.values) == len(ROW)
    }
    expected = {number: (*ROW[:-1], bytes(number * 300)) for number in range(1, 40)}
    assert found == expected


def test_a_table_without_row_numbers_is_read_too(tmp_path: Path) -> None:
    records = [
        record.values for record in carve(furnished_save(tmp_path).read_bytes()) if record.rowid is None
    ]
    assert ("name", '"story"') in records


@given(st.binary(max_size=3_000))
def test_any_bytes_can_be_carved(data: bytes) -> None:
    list(carve(data))
    list(carve(b"SQLite format 3\0\x02\0" + bytes(82) + b"\x0d" + data))


def test_damaged_files_can_be_carved(tmp_path: Path) -> None:
    for _, data in damaged(furnished_save(tmp_path, turns=20), 60, seed=3):
        list(carve(data))
