"""Carving: records read from a database file's pages without the help of its trees.

Every leaf page stands for itself: its header lists its cells, and each cell is a record with the types of its
columns. So rows of intact pages are found even where the way to them is lost. Source: the SQLite file format,
https://www.sqlite.org/fileformat2.html §1.6, §2.1.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TABLE_LEAF, INDEX_LEAF = 0x0D, 0x0A
HEADER = 100
PAGE_SIZES = tuple(1 << bits for bits in range(9, 17))
USUAL_PAGE = 4096
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

_FLOAT = 7


@dataclass(frozen=True, slots=True)
class Carved:
    """A record of a leaf page. rowid: None for a record of an index or of a table without rowids."""

    rowid: int | None
    values: tuple[Any, ...]


class _BrokenError(Exception):
    """What was taken for a record is none."""


def carve(data: bytes) -> Iterator[Carved]:
    """Every record that can be read from a leaf page of the file."""
    size = _page_size(data)
    for start in range(0, len(data), size):
        yield from _page(data, start, size)


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if size in PAGE_SIZES else USUAL_PAGE


def _page(data: bytes, start: int, size: int) -> Iterator[Carved]:
    page = data[start : start + size]
    at = HEADER if start == 0 else 0
    if len(page) < at + 8 or page[at] not in (TABLE_LEAF, INDEX_LEAF):
        return
    cells = int.from_bytes(page[at + 3 : at + 5], "big")
    for number in range(min(cells, size // 4)):
        place = at + 8 + 2 * number
        offset = int.from_bytes(page[place : place + 2], "big")
        try:
            yield _cell(data, page, offset, size, page[at] == TABLE_LEAF)
        except (_BrokenError, IndexError, UnicodeDecodeError, OverflowError):
            continue


def _cell(data: bytes, page: bytes, offset: int, size: int, of_table: bool) -> Carved:
    length, at = _varint(page, offset)
    rowid: int | None = None
    if of_table:
        rowid, at = _varint(page, at)
    if not 0 < length <= len(data):
        raise _BrokenError
    return Carved(rowid, _record(_payload(data, page, at, length, size, of_table)))


def _payload(data: bytes, page: bytes, at: int, length: int, size: int, of_table: bool) -> bytes:
    """The bytes of a record; long ones go on in a chain of overflow pages."""
    most = size - 35 if of_table else (size - 12) * 64 // 255 - 23
    if length <= most:
        return _taken(page, at, length)
    least = (size - 12) * 32 // 255 - 23
    local = least + (length - least) % (size - 4)
    local = local if local <= most else least
    parts, left = [_taken(page, at, local)], length - local
    number = int.from_bytes(_taken(page, at + local, 4), "big")
    while left > 0:
        overflow = _taken(data, (number - 1) * size, size)
        parts.append(overflow[4 : 4 + left])
        left -= size - 4
        number = int.from_bytes(overflow[:4], "big")
    return b"".join(parts)


def _record(payload: bytes) -> tuple[Any, ...]:
    end, at = _varint(payload, 0)
    body, values = end, []
    while at < end:
        kind, at = _varint(payload, at)
        value, body = _value(payload, kind, body)
        values.append(value)
    if body != len(payload) or at != end:
        raise _BrokenError
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Any, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind in _INTEGER_BYTES:
        size = _INTEGER_BYTES[kind]
        return int.from_bytes(_taken(payload, at, size), "big", signed=True), at + size
    if kind == _FLOAT:
        return struct.unpack(">d", _taken(payload, at, 8))[0], at + 8
    if kind < 12:
        raise _BrokenError
    size = (kind - 12) // 2
    taken = _taken(payload, at, size)
    return (taken.decode("utf-8", "replace") if kind % 2 else taken), at + size


def _taken(data: bytes, at: int, length: int) -> bytes:
    if at < 0 or at + length > len(data):
        raise _BrokenError
    return data[at : at + length]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, and where it ends."""
    value = 0
    for step in range(8):
        byte = data[at + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9
