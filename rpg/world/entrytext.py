"""Changing one entry of a lorebook in the text of a world file: comments, order and layout stay as they are."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.world.positions import locate

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file. line: from 1."""

    file: Path
    line: int


def spot_of(files: Iterable[Path], keys: Keys) -> Spot | None:
    """Where the table or value at `keys` begins, such as ("characters", "mira"); None when no file has it."""
    for file in files:
        try:
            text = file.read_text("utf-8-sig")
            document = tomllib.loads(text)
        except (OSError, ValueError, RecursionError):
            continue
        if _at(document, keys) is not None:
            return Spot(file, locate(text).at(keys)[0])
    return None


def with_entry(source: str, book: str, entry: str, changes: Mapping[str, str | bool | Sequence[str]]) -> str:
    """The text of a world file in which an entry has other values; everything else is as it was.

    changes: by key of the entry ("content", "keys", "enabled" …). Raises KeyError when the file does not
    hold the entry, and ValueError when it is no TOML.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document: Any = tomlkit.parse(source)
    except TOMLKitError as error:
        raise ValueError(str(error)) from error
    table = _at(document, ("lorebooks", book, "entries", entry))
    if table is None:
        raise KeyError(f"{book}.{entry}")
    for key, value in changes.items():
        table[key] = _item(value)
    return tomlkit.dumps(document)


def _item(value: str | bool | Sequence[str]) -> Any:
    import tomlkit

    if isinstance(value, bool):
        return tomlkit.item(value)
    if isinstance(value, str):
        return tomlkit.string(value, multiline="\n" in value)
    return tomlkit.item(list(value))


def _at(document: Any, keys: Keys) -> Any:
    """What stands at `keys`; None when there is nothing."""
    for key in keys:
        if not isinstance(document, Mapping) or key not in document:
            return None
        document = document[key]
    return document


def replace_file(file: Path, text: str) -> None:
    """Write a file as a whole: whoever reads it meanwhile sees the old text or the new one. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(name, file.stat().st_mode & 0o777)
        os.replace(name, file)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise
