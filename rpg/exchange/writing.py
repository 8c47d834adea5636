"""Files that go out: nothing that exists is overwritten, and a file is there whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rpg.exchange.errors import ExchangeError
from rpg.text.jsontext import json_text as shown_json

_SURROGATE = re.compile("[\ud800-\udfff]")


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON that stays readable and hides nothing, without spaces where it stands on one line."""
    return shown_json(value, indent, (",", ":") if indent is None else None)


def without_surrogates(text: str) -> str:
    """`text` as UTF-8 can hold it."""
    return _SURROGATE.sub("\ufffd", text)


def write_new(path: Path, pieces: Iterable[str | bytes]) -> None:
    """A new file of `pieces`. Raises ExchangeError "exists", "unwritable"; then there is no file."""
    try:
        with path.open("xb") as stream:
            _write(path, stream, pieces)
    except FileExistsError:
        raise ExchangeError("exists", str(path)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ExchangeError("unwritable", str(path), reason=reason) from None


def _write(path: Path, stream: Any, pieces: Iterable[str | bytes]) -> None:
    try:
        for piece in pieces:
            stream.write(piece if isinstance(piece, bytes) else without_surrogates(piece).encode())
        stream.flush()
        os.fsync(stream.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def write_all(folder: Path, files: Iterable[tuple[str, bytes]]) -> tuple[Path, ...]:
    """New files below `folder`, all or none. Names are relative, with "/"; folders are made.

    Raises ExchangeError as `write_new`.
    """
    written: list[Path] = []
    try:
        for name, data in files:
            path = folder.joinpath(*name.split("/"))
            _make_folder(path.parent)
            write_new(path, [data])
            written.append(path)
    except BaseException:
        remove(written)
        raise
    return tuple(written)


def remove(paths: Iterable[Path]) -> None:
    """Takes files away that were written just now."""
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ExchangeError("unwritable", str(folder), reason=reason) from None
