"""Zip archives of strangers: names that stay inside, no links, no bombs, nothing unpacked to disk.

What is wanted is read into memory, and what the archive says about sizes is not believed.
"""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rpg.exchange.errors import ExchangeError
from rpg.exchange.reading import LARGEST_FILE, MIB, size_text

MOST_ENTRIES = 4_000
LARGEST_WHOLE = 256 * MIB
"""Bytes of everything that is read from one archive."""

STEEPEST = 400
"""Bytes that one packed byte may become; text packs about 10 to 1."""

FREE = 4 * MIB
"""Bytes below which a steep entry does no harm."""

_DIRECTORY_ENTRY = b"PK\x01\x02"
_STAMP = (1980, 1, 1, 0, 0, 0)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of an archive by their names with "/", in the order of its directory."""

    file: str
    entries: Mapping[str, bytes]

    def need(self, name: str) -> bytes:
        """The bytes of an entry. Raises ExchangeError "zip_missing"."""
        if name not in self.entries:
            raise ExchangeError("zip_missing", self.file, name=name)
        return self.entries[name]


def is_zip(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def read_zip(data: bytes, file: str) -> Archive:
    """Every file of an archive. Raises ExchangeError "zip_…" for broken and for hostile ones.

    A picture with an archive behind it (as some cards are) is taken as the archive.
    """
    if data.count(_DIRECTORY_ENTRY) > MOST_ENTRIES:
        raise ExchangeError("zip_many", file, most=MOST_ENTRIES)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return Archive(file, _entries(archive, archive.infolist(), file))
    except _BROKEN as error:
        raise ExchangeError("zip_broken", file, detail=str(error)) from None


def _entries(archive: zipfile.ZipFile, infos: Iterable[zipfile.ZipInfo], file: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    left = LARGEST_WHOLE
    for info in infos:
        name = _checked_name(info, file)
        if info.is_dir():
            continue
        if name in found:
            raise ExchangeError("zip_twice", f"{file}: {name}")
        found[name] = _read(archive, info, min(left, LARGEST_FILE), f"{file}: {name}")
        left -= len(found[name])
    return found


def _checked_name(info: zipfile.ZipInfo, file: str) -> str:
    """Raises ExchangeError for names that lead out, links and encrypted entries."""
    name = info.filename.replace("\\", "/")
    place = f"{file}: {info.filename}"
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or ":" in name or "\0" in info.orig_filename:
        raise ExchangeError("zip_path", place)
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ExchangeError("zip_link", place)
    if info.flag_bits & 0x1:
        raise ExchangeError("zip_encrypted", place)
    return "/".join(part for part in parts if part not in ("", "."))


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, place: str) -> bytes:
    steep = max(FREE, info.compress_size * STEEPEST)
    with archive.open(info) as stream:
        data = stream.read(min(most, steep) + 1)
    if len(data) > min(most, steep):
        raise ExchangeError("zip_bomb", place, most=size_text(min(most, steep)))
    return data


def make_zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of files; the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            info = zipfile.ZipInfo(name, _STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()
