"""PNG and APNG pictures with text in them: cards are JSON in base64 under the keyword `chara` or `ccv3`.

Chunks are walked, never believed: a length beyond the file, a wrong check sum or a text that unpacks without
end is an error with its place. Source: the PNG specification, chunks tEXt, zTXt, iTXt.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import MIB, size_text

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LARGEST_TEXT = 96 * MIB
"""Bytes of one unpacked text."""

MOST_CHUNKS = 200_000
KEYWORDS = ("ccv3", "chara")
"""In the order of preference."""

_TEXT = (b"tEXt", b"zTXt", b"iTXt")


@dataclass(frozen=True, slots=True)
class Chunk:
    """at: the byte of the file where it begins."""

    kind: bytes
    data: bytes
    at: int


def is_png(data: bytes) -> bool:
    return data.startswith(SIGNATURE)


def chunks(data: bytes, file: str) -> Iterator[Chunk]:
    """The chunks up to and with IEND. Raises ExchangeError "png_cut", "png_crc", "png_chunk"."""
    at, count = len(SIGNATURE), 0
    while True:
        if at + 12 > len(data):
            raise ExchangeError("png_cut", f"{file}: byte {at}")
        (length,) = struct.unpack_from(">I", data, at)
        kind = data[at + 4 : at + 8]
        end = at + 12 + length
        if length > 0x7FFFFFFF or not kind.isalpha() or count > MOST_CHUNKS:
            raise ExchangeError("png_chunk", f"{file}: byte {at}")
        if end > len(data):
            raise ExchangeError("png_cut", f"{file}: byte {at}")
        body = data[at + 8 : end - 4]
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, end - 4)[0]:
            raise ExchangeError("png_crc", f"{file}: byte {at}", chunk=kind.decode("ascii", "replace"))
        yield Chunk(kind, body, at)
        if kind == b"IEND":
            return
        at, count = end, count + 1


def texts(data: bytes, file: str) -> dict[str, bytes]:
    """The texts of a picture by keyword, in lower case; of two with one keyword the last counts."""
    found: dict[str, bytes] = {}
    for chunk in chunks(data, file):
        if chunk.kind in _TEXT:
            keyword, text = _text(chunk, f"{file}: byte {chunk.at}")
            found[keyword.lower()] = text
    return found


def _text(chunk: Chunk, place: str) -> tuple[str, bytes]:
    keyword, nul, rest = chunk.data.partition(b"\0")
    if not nul:
        return "", b""
    name = keyword.decode("latin-1").strip()
    match chunk.kind:
        case b"tEXt":
            return name, rest
        case b"zTXt":
            return name, _unpacked(rest[1:], place)
    flag, parts = rest[:1], rest[2:].split(b"\0", 2)
    if len(parts) < 3:
        return name, b""
    return name, _unpacked(parts[2], place) if flag == b"\1" else parts[2]


def _unpacked(data: bytes, place: str) -> bytes:
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(data, LARGEST_TEXT + 1)
    except zlib.error as error:
        raise ExchangeError("png_packed", place, detail=str(error)) from None
    if len(text) > LARGEST_TEXT:
        raise ExchangeError("zip_bomb", place, most=size_text(LARGEST_TEXT))
    if not reader.eof:
        raise ExchangeError("png_cut", place)
    return text


def from_base64(text: bytes, place: str) -> bytes:
    """The bytes behind base64, line breaks and missing padding forgiven. Raises ExchangeError "bad_base64"."""
    plain = b"".join(text.split())
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ExchangeError("bad_base64", place, detail=str(error)) from None


def without_texts(data: bytes, file: str, keywords: Iterable[str] = KEYWORDS) -> bytes:
    """The picture without the texts of these keywords and without anything after its end."""
    gone = {word.encode() for word in keywords}
    pieces = [SIGNATURE]
    for chunk in chunks(data, file):
        named = chunk.kind in _TEXT and chunk.data.partition(b"\0")[0].strip().lower() in gone
        if not named:
            pieces.append(packed_chunk(chunk.kind, chunk.data))
    return b"".join(pieces)


def with_texts(data: bytes, file: str, added: Mapping[str, bytes]) -> bytes:
    """The picture with these texts, in base64 as cards have them, before its end."""
    plain = without_texts(data, file, (*KEYWORDS, *added))
    end = packed_chunk(b"IEND", b"")
    new = b"".join(
        packed_chunk(b"tEXt", word.encode() + b"\0" + base64.b64encode(text)) for word, text in added.items()
    )
    return plain.removesuffix(end) + new + end


def packed_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def blank_picture(width: int = 400, height: int = 600, shade: int = 60) -> bytes:
    """A plain picture for a card whose character has none."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes([shade]) * width) * height, 9)
    return (
        SIGNATURE + packed_chunk(b"IHDR", header) + packed_chunk(b"IDAT", rows) + packed_chunk(b"IEND", b"")
    )
