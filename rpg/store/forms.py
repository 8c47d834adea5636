"""How values are written into rows: JSON text, compressed JSON, and hashes as bytes."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

MALFORMED = (ValueError, TypeError, KeyError, AttributeError)
"""What decoding raises for a value that was not written by us."""

LARGEST = 256 * 1024 * 1024
"""Bytes a compressed value may have when unpacked; more is not one of ours."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def dump(value: Any) -> str:
    """JSON text with sorted keys. Lone surrogates are escaped, because a database holds valid UTF-8 only."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def load(text: str) -> Any:
    """The value of a `dump`. Raises ValueError or TypeError when it is none."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def pack(value: Any) -> bytes:
    """Compressed JSON."""
    return zlib.compress(dump(value).encode(), 6)


def unpack(data: bytes) -> Any:
    """The value of a `pack`. Raises ValueError or TypeError when it is none."""
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(data, LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not reader.eof:
        raise ValueError("cut off or too large")
    return load(text.decode())


def to_bytes(hash: str) -> bytes:
    return bytes.fromhex(hash)


def to_hash(data: bytes) -> str:
    return data.hex()
