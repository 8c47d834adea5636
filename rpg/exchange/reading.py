"""Foreign files read within bounds: so many bytes, so deep, so many values, valid UTF-8.

Source: docs/design.md §3, promise 8.
"""

from __future__ import annotations

import codecs
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rpg.exchange.errors import ExchangeError

MIB = 1024 * 1024
LARGEST_FILE = 128 * MIB
"""Bytes of a file that is read as a whole: a picture, an archive, a chat, a save as JSON."""

LARGEST_JSON = 64 * MIB
"""Bytes of one JSON text."""

MOST_VALUES = 4_000_000
"""Values in one JSON text, counted by its commas and brackets."""

DEEPEST = 100
"""Lists and objects inside one another."""


def read_file(path: Path, most: int = LARGEST_FILE) -> bytes:
    """All bytes of a file. Raises ExchangeError "not_a_file", "no_plain_file", "unreadable", "empty", "too_large"."""
    try:
        if path.is_dir():
            raise ExchangeError("not_a_file", str(path))
        if path.exists() and not path.is_file():
            raise ExchangeError("no_plain_file", str(path))
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ExchangeError("unreadable", str(path), reason=reason) from None
    if not data.strip(b"\0 \r\n\t"):
        raise ExchangeError("empty", str(path))
    if len(data) > most:
        raise ExchangeError("too_large", str(path), most=size_text(most))
    return data


def size_text(bytes: int) -> str:
    return f"{bytes // MIB} MiB" if bytes >= MIB else f"{bytes // 1024} KiB"


def decode_text(data: bytes, file: str) -> str:
    """UTF-8 text without its byte order mark. Raises ExchangeError "not_utf8" with line and column."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ExchangeError("not_utf8", file, byte="UTF-16")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        line, start = data.count(b"\n", 0, at) + 1, data.rfind(b"\n", 0, at) + 1
        column = len(data[start:at].decode("utf-8", "replace")) + 1
        raise ExchangeError("not_utf8", f"{file}:{line}:{column}", byte=f"0x{data[at]:02X}") from None


def read_json(
    data: bytes, file: str, *, first_line: int = 1, most: int = LARGEST_JSON, values: int = MOST_VALUES
) -> Any:
    """The value of a JSON text. Numbers that JSON lacks become text.

    first_line: the line of `file` where the text begins. most: bytes. values: how many there may be. Raises ExchangeError "not_json", "not_utf8",
    "too_large", "too_deep", "too_many".
    """
    if len(data) > most:
        raise ExchangeError("too_large", file, most=size_text(most))
    if data.count(b",") + data.count(b"[") + data.count(b"{") > values:
        raise ExchangeError("too_many", file, most=values)
    text = decode_text(data, file)
    try:
        value = json.loads(text, parse_constant=str, parse_float=_finite)
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno + first_line - 1}:{error.colno}"
        raise ExchangeError("not_json", place, detail=error.msg) from None
    except RecursionError:
        raise ExchangeError("too_deep", file, most=DEEPEST) from None
    except ValueError as error:
        raise ExchangeError("not_json", file, detail=str(error)) from None
    if is_deeper(value, DEEPEST):
        raise ExchangeError("too_deep", file, most=DEEPEST)
    return value


def _finite(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


def is_deeper(value: Any, most: int) -> bool:
    """Whether more than `most` lists and objects stand inside one another."""
    level = [value]
    for _ in range(most + 1):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for one in held if isinstance(one, dict | list)]


def as_table(value: Any, place: str) -> Mapping[str, Any]:
    """`value` as an object. Raises ExchangeError "wrong_shape"."""
    if not isinstance(value, Mapping):
        raise ExchangeError("wrong_shape", place, expected="{…}")
    return value


def as_list(value: Any, place: str) -> list[Any]:
    """`value` as a list. Raises ExchangeError "wrong_shape"."""
    if not isinstance(value, list):
        raise ExchangeError("wrong_shape", place, expected="[…]")
    return value
