"""Single raw TOML values made into typed ones; a value that cannot be used is noted with its place."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any, assert_never

from rpg.world.kinds import (
    Choice,
    Daytime,
    File,
    Free,
    Line,
    Lines,
    Moment,
    Number,
    Pairs,
    Plain,
    Point,
    Settings,
    Switch,
    Text,
    Whole,
)
from rpg.world.positions import Path
from rpg.world.problem import Word
from rpg.world.report import Report
from rpg.world.times import parse_daytime, parse_moment

FARTHEST = 10_000
"""Largest column or row of a place on the map, either way."""

NULL = "$null"
"""The one key of a table that stands for null, which TOML lacks, among the fields of a foreign format."""

_BREAKS = re.compile(r"[ \t\r\n]+")


class Wrong(Exception):
    """The value cannot be used; the problem has been noted."""


def read_value(kind: Plain, raw: Any, path: Path, report: Report) -> Any:
    """The typed value of `raw`. Raises Wrong after noting the problem in `report`."""
    match kind:
        case Line():
            return _BREAKS.sub(" ", expect(str, "text", raw, path, report)).strip()
        case Text():
            return expect(str, "text", raw, path, report).strip()
        case Lines(single=single):
            return _lines([raw] if single and isinstance(raw, str) else raw, path, report)
        case Switch():
            return expect(bool, "switch", raw, path, report)
        case Whole(low, high):
            return _bounded(expect(int, "whole", raw, path, report), low, high, path, report)
        case Number(low, high):
            return _bounded(expect((int, float), "number", raw, path, report), low, high, path, report)
        case Choice(words):
            return _choice(words, raw, path, report)
        case Point():
            return _point(raw, path, report)
        case Pairs():
            return _pairs(raw, path, report)
        case Moment():
            return _clock(parse_moment, "moment", raw, path, report)
        case Daytime(ends=ends):
            return _clock(lambda text: parse_daytime(text, midnight_ends=ends), "daytime", raw, path, report)
        case File():
            return _file(raw, path, report)
        case Settings():
            return _settings(raw, path, report)
        case Free():
            return _json(expect(dict, "table", raw, path, report))
        case _:
            assert_never(kind)


def expect(
    kind: type[Any] | tuple[type[Any], ...], expected: str, raw: Any, path: Path, report: Report
) -> Any:
    """`raw` if it is a `kind`; true and false are never numbers. expected: the catalogue word for the kind."""
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is not bool):
        wrong_type(expected, raw, path, report)
        raise Wrong
    return raw


def wrong_type(expected: str, raw: Any, path: Path, report: Report) -> None:
    """Notes that something else than `expected` stands at `path`."""
    report.add(
        "wrong_type",
        path,
        fix=f"fix_{expected}",
        key=str(path[-1]),
        expected=Word(f"type_{expected}"),
        got=Word(f"type_{_type_name(raw)}"),
    )


def each(raw: Any, expected: str, path: Path, report: Report, read: Callable[[Any, Path], Any]) -> list[Any]:
    """What `read` makes of each element of an array; an element that is wrong is left out."""
    made = []
    for index, item in enumerate(expect(list, expected, raw, path, report)):
        try:
            made.append(read(item, (*path, index)))
        except Wrong:
            continue
    return made


def _lines(raw: Any, path: Path, report: Report) -> tuple[str, ...]:
    lines = each(raw, "lines", path, report, lambda item, at: expect(str, "text", item, at, report).strip())
    return tuple(line for line in lines if line)


def _bounded(value: Any, low: float, high: float, path: Path, report: Report) -> Any:
    if not low <= value <= high:
        report.add(
            "out_of_range",
            path,
            fix="out_of_range_fix",
            key=str(path[-1]),
            low=f"{low:.10g}",
            high=f"{high:.10g}",
        )
        raise Wrong
    return value


def _choice(words: tuple[str, ...], raw: Any, path: Path, report: Report) -> str:
    word: str = expect(str, "text", raw, path, report)
    if word not in words:
        report.add(
            "bad_choice",
            path,
            fix="bad_choice_fix",
            among=words,
            meant=word,
            key=str(path[-1]),
            value=word,
            words=words,
        )
        raise Wrong
    return word


def _point(raw: Any, path: Path, report: Report) -> tuple[int, int]:
    items = expect(list, "point", raw, path, report)
    whole = all(type(item) is int and abs(item) <= FARTHEST for item in items)
    if len(items) != 2 or not whole:
        wrong_type("point", raw, path, report)
        raise Wrong
    return items[0], items[1]


def _pairs(raw: Any, path: Path, report: Report) -> tuple[tuple[str, str], ...]:
    pairs = []
    for key, value in expect(dict, "pairs", raw, path, report).items():
        try:
            pairs.append((key.strip(), expect(str, "text", value, (*path, key), report).strip()))
        except Wrong:
            continue
    return tuple(pair for pair in pairs if pair[0])


def _settings(raw: Any, path: Path, report: Report) -> tuple[tuple[str, Any], ...]:
    if isinstance(raw, str | list):
        return tuple((name, True) for name in _lines([raw] if isinstance(raw, str) else raw, path, report))
    settings = []
    for key, value in expect(dict, "settings", raw, path, report).items():
        fits = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
        if not fits:
            wrong_type("setting", value, (*path, key), report)
        elif key.strip():
            settings.append((key.strip(), value))
    return tuple(settings)


def _clock(parse: Callable[[str], int | None], name: str, raw: Any, path: Path, report: Report) -> int:
    text = raw.isoformat("minutes") if isinstance(raw, time) else expect(str, name, raw, path, report)
    minutes = parse(text)
    if minutes is None:
        report.add(f"bad_{name}", path, fix=f"fix_{name}", key=str(path[-1]), value=text)
        raise Wrong
    return minutes


def _file(raw: Any, path: Path, report: Report) -> str:
    text = expect(str, "text", raw, path, report).strip()
    parts = text.replace("\\", "/").split("/")
    if text.startswith(("/", "\\", "~")) or ".." in parts or ":" in text or "\0" in text:
        report.add("path_escape", path, fix="path_escape_fix", key=str(path[-1]), value=text)
        raise Wrong
    return "/".join(part for part in parts if part not in ("", "."))


def _type_name(raw: Any) -> str:
    """The catalogue word for what a raw value is."""
    match raw:
        case bool():
            return "switch"
        case int():
            return "whole"
        case float():
            return "number"
        case str():
            return "text"
        case list():
            return "list"
        case dict():
            return "table"
        case _:
            return "date"


def _json(raw: Any) -> Any:
    """`raw` as JSON values: dates become text, and numbers that JSON lacks do too; NULL's table becomes null."""
    match raw:
        case {"$null": True} if len(raw) == 1:
            return None
        case dict():
            return {key: _json(value) for key, value in raw.items()}
        case list():
            return [_json(value) for value in raw]
        case datetime() | date() | time():
            return raw.isoformat()
        case float() if not math.isfinite(raw):
            return str(raw)
        case _:
            return raw
