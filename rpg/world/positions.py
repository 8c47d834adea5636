"""Where tables and keys stand in TOML text.

The parser of the standard library gives no places for what it has read. This locator walks the same
text and notes where each table header, key, array element and inline key begins. It reads structure
only, never values, tolerates broken text (it stops there) and takes time in proportion to the text.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NoReturn

Path = tuple[str | int, ...]

MAX_DEPTH = 40
"""Deepest nesting of arrays, inline tables and dotted keys that is read."""

_BLANK = re.compile(r"[ \t]*")
_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")
_BASIC_STOP = re.compile(r'\\.|"|\n', re.DOTALL)
_LONG_BASIC_STOP = re.compile(r'\\.|"{3,5}', re.DOTALL)
_LONG_LITERAL_STOP = re.compile(r"'{3,5}")


class TooDeep(Exception):
    """Text nested deeper than MAX_DEPTH, at `offset`."""

    def __init__(self, offset: int):
        super().__init__(offset)
        self.offset = offset


class _Broken(Exception):
    """The text is not TOML from here on; the parser will say why."""


@dataclass(frozen=True, slots=True)
class Twice:
    """A key or table that is written twice: offsets of the first and the second."""

    path: Path
    first: int
    second: int


@dataclass(slots=True)
class Positions:
    """Offsets of paths in one text. A path is made of keys and, for array elements, indexes from 0.

    twice: the first key or table that is written a second time. unclosed: where a string opens that never
    closes; unclosed_bracket: the same for an array or inline table.
    """

    text: str
    offsets: dict[Path, int] = field(default_factory=dict)
    twice: Twice | None = None
    unclosed: int | None = None
    unclosed_bracket: int | None = None
    _lines: list[int] = field(default_factory=list)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        if not self._lines:
            self._lines = [0, *(match.end() for match in re.finditer("\n", self.text))]
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def at(self, path: Path) -> tuple[int, int]:
        """Line and column of `path`, or of its nearest known parent; (1, 1) when none is known."""
        for length in range(len(path), 0, -1):
            offset = self.offsets.get(path[:length])
            if offset is not None:
                return self.line_column(offset)
        return 1, 1


def locate(text: str) -> Positions:
    """The places of everything in `text`, as far as it is TOML.

    Raises TooDeep where nesting passes MAX_DEPTH, so that the real parser need not try.
    """
    positions = Positions(text)
    try:
        _Walk(positions).document()
    except _Broken:
        pass
    return positions


class _Walk:
    """One walk over one text; `pos` is the next character."""

    def __init__(self, found: Positions):
        self.found = found
        self.text = found.text
        self.pos = 0
        self.current: Path = ()
        self.arrays: dict[Path, int] = {}
        self.declared: set[Path] = set()

    def document(self) -> None:
        while True:
            self._skip(_SPACE)
            if self.pos >= len(self.text):
                return
            if self.text[self.pos] == "[":
                self._header()
            else:
                self._key_value(self.current, depth=0)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.pos)
        if match is not None:
            self.pos = match.end()

    def _take(self, text: str) -> None:
        if not self.text.startswith(text, self.pos):
            raise _Broken
        self.pos += len(text)

    def _header(self) -> None:
        start = self.pos
        closing = "]]" if self.text.startswith("[[", start) else "]"
        self.pos += len(closing)
        keys = self._dotted_key()
        self._take(closing)
        parent = self._resolve(tuple(key for key, _ in keys[:-1]), start)
        path = (*parent, keys[-1][0])
        if closing == "]]":
            self.found.offsets.setdefault(path, start)
            self.arrays[path] = self.arrays.get(path, -1) + 1
            path = (*path, self.arrays[path])
        elif path in self.arrays or path in self.declared:
            self._note_twice(path, start)
        self.declared.add(path)
        self.current = path
        self.found.offsets.setdefault(path, start)

    def _resolve(self, keys: tuple[str, ...], offset: int) -> Path:
        path: Path = ()
        for key in keys:
            path = (*path, key)
            self.found.offsets.setdefault(path, offset)
            if path in self.arrays:
                path = (*path, self.arrays[path])
        return path

    def _note_twice(self, path: Path, second: int) -> None:
        first = self.found.offsets.get(path)
        if self.found.twice is None and first is not None:
            self.found.twice = Twice(path, first, second)

    def _dotted_key(self) -> list[tuple[str, int]]:
        keys: list[tuple[str, int]] = []
        while True:
            self._skip(_BLANK)
            start = self.pos
            keys.append((self._simple_key(), start))
            if len(keys) > MAX_DEPTH:
                raise TooDeep(start)
            self._skip(_BLANK)
            if not self.text.startswith(".", self.pos):
                return keys
            self.pos += 1

    def _simple_key(self) -> str:
        start = self.pos
        if self.text.startswith(('"', "'"), start):
            self._string()
            return _unquoted(self.text[start : self.pos])
        match = _BARE_KEY.match(self.text, start)
        if match is None:
            raise _Broken
        self.pos = match.end()
        return match[0]

    def _key_value(self, table: Path, depth: int) -> None:
        keys = self._dotted_key()
        path = table
        for key, start in keys[:-1]:
            path = (*path, key)
            self.found.offsets.setdefault(path, start)
        last, start = keys[-1]
        path = (*path, last)
        if path in self.found.offsets:
            self._note_twice(path, start)
        self.found.offsets.setdefault(path, start)
        self._take("=")
        self._skip(_BLANK)
        self._value(path, depth + len(keys))

    def _value(self, path: Path, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise TooDeep(self.pos)
        match self.text[self.pos : self.pos + 1]:
            case '"' | "'":
                self._string()
            case "[":
                self._array(path, depth)
            case "{":
                self._inline_table(path, depth)
            case _:
                self._skip(_BARE_VALUE)

    def _array(self, path: Path, depth: int) -> None:
        start = self.pos
        self.pos += 1
        index = 0
        while True:
            self._skip(_SPACE)
            if self.text.startswith("]", self.pos):
                self.pos += 1
                return
            element = (*path, index)
            self.found.offsets.setdefault(element, self.pos)
            self._value(element, depth + 1)
            index += 1
            self._skip(_SPACE)
            if self.text.startswith(",", self.pos):
                self.pos += 1
            elif not self.text.startswith("]", self.pos):
                self._break_in(start)

    def _inline_table(self, path: Path, depth: int) -> None:
        start = self.pos
        self.pos += 1
        while True:
            self._skip(_BLANK)
            if self.text.startswith("}", self.pos):
                self.pos += 1
                return
            self._key_value(path, depth)
            self._skip(_BLANK)
            if self.text.startswith(",", self.pos):
                self.pos += 1
            elif not self.text.startswith("}", self.pos):
                self._break_in(start)

    def _break_in(self, bracket: int) -> NoReturn:
        self.found.unclosed_bracket = bracket
        raise _Broken

    def _string(self) -> None:
        start = self.pos
        end = _string_end(self.text, start)
        if end is None:
            self.found.unclosed = start
            raise _Broken
        self.pos = end


def _string_end(text: str, start: int) -> int | None:
    """The offset after the string that opens at `start`; None when it never closes."""
    quote = text[start]
    if text.startswith(quote * 3, start):
        return _stop(text, start + 3, _LONG_BASIC_STOP if quote == '"' else _LONG_LITERAL_STOP)
    if quote == '"':
        return _stop(text, start + 1, _BASIC_STOP)
    end = text.find("'", start + 1)
    return None if end < 0 or "\n" in text[start:end] else end + 1


def _stop(text: str, pos: int, pattern: re.Pattern[str]) -> int | None:
    while match := pattern.search(text, pos):
        if match[0] == "\n":
            return None
        if not match[0].startswith("\\"):
            return match.end()
        pos = match.end()
    return None


def _unquoted(raw: str) -> str:
    if "\\" not in raw or raw.startswith("'"):
        return raw[1:-1]
    try:
        return str(tomllib.loads(f"key = {raw}")["key"])
    except ValueError:
        raise _Broken from None
