"""Kinds of values in a world file, and how a table's keys are declared from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MOST = 1_000_000_000
"""The largest whole number a key takes unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class Line:
    """Text on one line."""


@dataclass(frozen=True, slots=True)
class Text:
    """Prose of any length; outer blank is dropped."""


@dataclass(frozen=True, slots=True)
class Lines:
    """An array of texts. single: one text alone is taken as an array of one."""

    single: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int = 0
    high: int = MOST


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds, fractions allowed."""

    low: float = 0
    high: float = MOST


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Two whole numbers, column and row."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """A table of texts, kept in the author's order."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A clock time with a day; becomes minutes since the start of day 1."""


@dataclass(frozen=True, slots=True)
class Daytime:
    """A time of day; becomes minutes since midnight. ends: "24:00" is allowed."""

    ends: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A path inside the world's folder."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A table of texts, numbers and switches by name; names alone are taken as set to true."""


@dataclass(frozen=True, slots=True)
class Free:
    """A table of anything, kept for the format it came from."""


@dataclass(frozen=True, slots=True)
class One:
    """A table."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Many:
    """An array of tables."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Keyed:
    """A table of tables by id."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Mixed:
    """A table of texts, as in `Pairs`, where a table of `shape` may stand for a text.

    The pairs hold the name and the `text` of both; the records of the tables go to the attribute `records`.
    """

    shape: Shape
    records: str


Plain = (
    Line
    | Text
    | Lines
    | Switch
    | Whole
    | Number
    | Choice
    | Point
    | Pairs
    | Moment
    | Daytime
    | File
    | Settings
    | Free
)
"""Kinds of single values."""

Kind = Plain | One | Many | Keyed | Mixed


@dataclass(frozen=True, slots=True)
class Refers:
    """The value names something of the world: `to` says what may be named, `code` is the problem if nothing is.

    fatal: the world cannot be played without it; otherwise play goes on with a warning.
    """

    code: str
    to: frozenset[str]
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """One key. attribute: its name in the dataclass where that differs."""

    key: str
    kind: Kind
    attribute: str = ""
    required: bool = False
    refers: Refers | None = None

    @property
    def target(self) -> str:
        return self.attribute or self.key


@dataclass(frozen=True, slots=True)
class Shape:
    """A table: its keys and what is made of them.

    id_key: the key that holds the id of an array's element ("" when the elements have none).
    named: a missing `name` is the id. label: the catalogue word for what this is.
    """

    label: str
    make: Callable[..., Any]
    fields: tuple[Field, ...]
    id_key: str = ""
    named: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(field.key for field in self.fields)
