"""Reading the TOML of the player's configuration within bounds: every fault has a code, a place and a sentence."""

from __future__ import annotations

import codecs
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

Code = Literal["unreadable", "unwritable", "encoding", "syntax", "number", "deep", "large", "value"]

LARGEST = 1024 * 1024
"""Bytes of a configuration."""

DEEPEST_KEY = 100
"""Parts of one key; tomllib takes time that grows with the square of them."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}){{{DEEPEST_KEY}}}", re.ASCII)
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


class ConfigError(Exception):
    """A configuration file that cannot be read or written, or a value in it that cannot be used.

    code: what is wrong. place: the file, with line and column where they are known. detail: what the parser or the
    system said. values: for the sentence of "value".
    """

    def __init__(self, file: Path, code: Code, detail: str = "", place: str = "", **values: Any):
        super().__init__(f"{place or file}: {code} {detail}".rstrip())
        self.file = file
        self.code: Code = code
        self.detail = detail
        self.place = place or str(file)
        self.values = values


def read_tables(file: Path) -> dict[str, Any]:
    """The tables of `file`; none when there is no such file. Raises ConfigError."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(file, "unreadable", error.strerror or str(error)) from None
    return parsed(file, decoded(file, data))


def decoded(file: Path, data: bytes) -> str:
    """The text of a file's bytes: UTF-8, with or without its mark. Raises ConfigError."""
    if len(data) > LARGEST:
        raise ConfigError(file, "large", f"{LARGEST // 1024} KiB")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, start = data.count(b"\n", 0, error.start) + 1, data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8", "replace")) + 1
        raise ConfigError(file, "encoding", f"0x{data[error.start]:02X}", f"{file}:{line}:{column}") from None


def parsed(file: Path, text: str) -> dict[str, Any]:
    """The tables of a text. Raises ConfigError."""
    if _LONG_KEY.search(text):
        raise ConfigError(file, "deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = str(error)
        at = _AT.search(told)
        place = f"{file}:{at[1]}:{at[2]}" if at is not None and at[1] else ""
        raise ConfigError(file, "syntax", _AT.sub("", told), place) from None
    except RecursionError:
        raise ConfigError(file, "deep") from None
    except ValueError:  # a number with more digits than Python reads
        raise ConfigError(file, "number") from None
