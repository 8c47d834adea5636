"""Damaging files, and telling whether what they say has changed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

PAGE = 4096

Damage = Callable[[bytearray, random.Random], None]


def flip_a_bit(data: bytearray, dice: random.Random) -> None:
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def flip_many_bits(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.randrange(2, 40)):
        flip_a_bit(data, dice)


def cut_short(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(1, len(data)) :]


def zero_a_page(data: bytearray, dice: random.Random) -> None:
    page = dice.randrange(1, len(data) // PAGE)
    data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)


def swap_pages(data: bytearray, dice: random.Random) -> None:
    one, other = (dice.randrange(1, len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


def scribble(data: bytearray, dice: random.Random) -> None:
    at = dice.randrange(len(data))
    noise = dice.randbytes(dice.randrange(1, 600))
    data[at : at + len(noise)] = noise[: len(data) - at]


KINDS: tuple[Damage, ...] = (flip_a_bit, flip_many_bits, cut_short, zero_a_page, swap_pages, scribble)


def damaged(path: Path, count: int, seed: int = 5) -> Iterator[tuple[str, bytes]]:
    """`count` damaged forms of a file, of all kinds in turn, with names."""
    whole, dice = path.read_bytes(), random.Random(seed)
    for number in range(count):
        data, kind = bytearray(whole), KINDS[number % len(KINDS)]
        kind(data, dice)
        if data != whole:
            yield f"{kind.__name__} {number}", bytes(data)


def all_rows(path: Path) -> Any:
    """What every table but the cache says; the error where it cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.text_factory = bytes
            statement = "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
            tables = [(name.decode(), sql) for name, sql in connection.execute(statement)]
            return [
                (name, sql, connection.execute(f"SELECT * FROM {name}").fetchall())
                for name, sql in tables
                if name != "snapshot"
            ]
    except (sqlite3.Error, UnicodeDecodeError, AttributeError) as error:
        return repr(error)
