"""The files of a world merged into one tree of raw values, with the way back to file, line and column.

Tables of several files are merged. What has an id (a location, a character, a lorebook, a preset) stands
in one file as a whole; keys of `[world]`, `[player]` and `[clock]` may be spread, but not repeated.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from rpg.world.files import LARGEST_WORLD, Files, read_text
from rpg.world.positions import MAX_DEPTH, Path, Positions, TooDeep, locate
from rpg.world.problem import NOWHERE, Place, Problem, Value, Word

_AT = re.compile(r"\(at line (\d+), column (\d+)\)")
_ENDLESS_NUMBER = re.compile(r"[0-9_]{4000}")
_SYNTAX = (
    ("Cannot overwrite", "syntax_twice"),
    ("Cannot declare", "syntax_twice"),
    ("Cannot mutate", "syntax_twice"),
    ("Duplicate", "syntax_twice"),
    ("Invalid value", "syntax_value"),
    ("Exceeds", "syntax_number"),
    ("Invalid initial character for a key", "syntax_key"),
    ("Expected '=' after a key", "syntax_equals"),
    ("Expected newline or end of document", "syntax_rest"),
    ("Unterminated", "syntax_unclosed"),
    ("Unclosed", "syntax_unclosed"),
    ("Unescaped '\\'", "syntax_escape"),
    ("Illegal character", "syntax_character"),
    ("Expected ']'", "syntax_header"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """One parsed file."""

    file: str
    values: dict[str, Any]
    positions: Positions

    def place(self, path: Path) -> Place:
        return Place(self.file, *self.positions.at(path))


@dataclass(slots=True)
class Sources:
    """The merged tree and where each part of it came from. unread: some file could not be read or parsed."""

    root: FilePath | None = None
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unread: bool = False
    _origins: dict[Path, tuple[Source, Path]] = field(default_factory=dict)
    _whole: Place = NOWHERE

    def place(self, path: Path) -> Place:
        """Where `path` of the merged tree stands, or the nearest thing that contains it."""
        for length in range(len(path), 0, -1):
            origin = self._origins.get(path[:length])
            if origin is not None:
                source, local = origin
                return source.place((*local, *path[length:]))
        return self._whole

    def merge(self, source: Source) -> None:
        """Adds a file; what an earlier file already has becomes a problem and is left out."""
        for key, value in source.values.items():
            if isinstance(value, dict):
                self._merge_table(source, key, value)
            elif isinstance(value, list) and isinstance(self.values.get(key, []), list):
                self._merge_list(source, key, value)
            else:
                self._merge_value(source, (key,), self.values, value)

    def _merge_table(self, source: Source, key: str, table: dict[str, Any]) -> None:
        if not isinstance(self.values.setdefault(key, {}), dict):
            self._twice(source, (key,))
            return
        self._origins.setdefault((key,), (source, (key,)))
        for name, value in table.items():
            self._merge_value(source, (key, name), self.values[key], value)

    def _merge_list(self, source: Source, key: str, items: list[Any]) -> None:
        self._origins.setdefault((key,), (source, (key,)))
        merged = self.values.setdefault(key, [])
        for index, item in enumerate(items):
            self._origins[(key, len(merged))] = (source, (key, index))
            merged.append(item)

    def _merge_value(self, source: Source, path: Path, into: dict[str, Any], value: Any) -> None:
        name = str(path[-1])
        if name in into:
            self._twice(source, path)
            return
        into[name] = value
        self._origins[path] = (source, path)

    def _twice(self, source: Source, path: Path) -> None:
        here, there = source.place(path), self.place(path)
        values = {"id": ".".join(map(str, path)), "other": str(there)}
        self.problems.append(Problem("duplicate_id", "error", here, values, "duplicate_id_fix"))


def read_sources(files: Files, whole: str) -> Sources:
    """Reads, parses and merges `files`. whole: the world's path, named where no better place is known."""
    unread = any(problem.severity == "error" for problem in files.problems)
    sources = Sources(files.root, problems=list(files.problems), unread=unread, _whole=Place(whole))
    for parsed in _parsed(files):
        if isinstance(parsed, Problem):
            sources.problems.append(parsed)
            sources.unread = True
        else:
            sources.merge(parsed)
    return sources


def _parsed(files: Files) -> Iterator[Source | Problem]:
    total = 0
    for file in files.files:
        text = read_text(file)
        if isinstance(text, Problem):
            yield text
            continue
        total += len(text)
        if total > LARGEST_WORLD:
            values = {"most": f"{LARGEST_WORLD // 1024 // 1024} MiB"}
            yield Problem("too_large", "error", Place(str(file)), values, "too_large_fix")
            return
        yield parse(text, str(file))


def parse(text: str, file: str) -> Source | Problem:
    """The values of one file's text with their places, or the one problem that stops it."""
    try:
        positions = locate(text)
    except TooDeep as deep:
        place = Place(file, *Positions(text).line_column(deep.offset))
        return Problem("too_deep", "error", place, {"most": MAX_DEPTH}, "too_deep_fix")
    try:
        return Source(file, tomllib.loads(text), positions)
    except (ValueError, RecursionError) as error:
        return _syntax_problem(str(error), file, positions)


def _syntax_problem(told: str, file: str, positions: Positions) -> Problem:
    """The parser's complaint with the place where an author has to look, which is often not where it gave up."""
    if positions.twice is not None and told.startswith("Cannot"):
        twice = positions.twice
        place = Place(file, *positions.line_column(twice.second))
        values: dict[str, Value] = {
            "id": ".".join(map(str, twice.path)),
            "line": positions.line_column(twice.first)[0],
        }
        return Problem("duplicate_key", "error", place, values, "duplicate_key_fix")
    opened = positions.unclosed
    if opened is None and (told.startswith("Unclosed") or told.endswith("(at end of document)")):
        opened = positions.unclosed_bracket
    if opened is not None:
        return Problem("syntax", "error", Place(file, *positions.line_column(opened)), *_told("Unclosed"))
    return Problem("syntax", "error", Place(file, *_told_place(told, positions)), *_told(told))


def _told_place(told: str, positions: Positions) -> tuple[int, int]:
    at = _AT.search(told)
    if at is not None:
        return int(at[1]), int(at[2])
    endless = _ENDLESS_NUMBER.search(positions.text) if told.startswith("Exceeds") else None
    return positions.line_column(endless.start() if endless else len(positions.text.rstrip()))


def _told(told: str) -> tuple[dict[str, Value], str]:
    """The values and the remedy of a syntax problem, from what the parser says."""
    key = next((key for start, key in _SYNTAX if told.startswith(start)), "syntax_other")
    return {"what": Word(key)}, f"{key}_fix"
