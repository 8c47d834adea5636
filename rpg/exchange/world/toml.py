"""A world as the TOML that an author would write; loading it gives an equal world back.

What is written is declared in the one table of keys, `rpg.world.schema`. A value at its default is left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

import tomli_w

from rpg.exchange.writing import without_surrogates
from rpg.world.kinds import (
    Choice,
    Daytime,
    Field,
    File,
    Free,
    Keyed,
    Kind,
    Line,
    Lines,
    Many,
    Moment,
    Number,
    One,
    Pairs,
    Point,
    Shape,
    Switch,
    Text,
    Whole,
)
from rpg.world.model import World
from rpg.world.schema import CHARACTER, FILE, LOREBOOK, PRESET, WORLD
from rpg.world.times import daytime_text, moment_text

Table = dict[str, Any]

_COLLECTIONS: Mapping[str, Shape] = {"characters": CHARACTER, "lorebooks": LOREBOOK, "presets": PRESET}


def world_to_toml(world: World) -> str:
    """The whole world as one TOML text. Its id is the name the file or folder gets."""
    return toml_text(world_table(world))


def world_table(world: World) -> Table:
    """The tables of the world's file."""
    table: Table = {"world": _record(WORLD, world)}
    for one in FILE.fields:
        value = getattr(world, one.key, None)
        if one.key != "world" and value is not None and value != _default(World, one.key):
            table[one.key] = _value(one.kind, value)
    return table


def sheet_table(collection: str, sheet: Any) -> Table:
    """One character, lorebook or preset as the tables of a file of its own: `[characters.<id>]` …"""
    return {collection: {sheet.id: _record(_COLLECTIONS[collection], sheet)}}


def toml_text(table: Mapping[str, Any]) -> str:
    """TOML text of plain values. Long texts stand on lines of their own unless that would change them."""
    plain = _plain(table)
    return tomli_w.dumps(plain, multiline_strings=not _any_text(plain, "\r"), indent=2)


def _record(shape: Shape, record: Any) -> Table:
    written = ((one, getattr(record, one.target)) for one in shape.fields)
    return {
        one.key: _value(one.kind, value)
        for one, value in written
        if value is not None and (_needed(shape, one) or value != _default(type(record), one.target))
    }


def _needed(shape: Shape, one: Field) -> bool:
    """Keys that are written even at their default: required ones, names, and ids of an array's elements."""
    return one.required or one.key in (shape.id_key, "start") or (shape.named and one.key == "name")


def _default(kind: type[Any], name: str) -> Any:
    for one in dataclasses.fields(kind):
        if one.name == name and one.default_factory is not dataclasses.MISSING:
            return one.default_factory()
        if one.name == name:
            return one.default
    return dataclasses.MISSING


def _value(kind: Kind, value: Any) -> Any:
    match kind:
        case Line() | Text() | Switch() | Whole() | Number() | Choice() | File():
            return value
        case Lines() | Point():
            return list(value)
        case Pairs():
            return _pairs(value)
        case Moment():
            return moment_text(value, "en")
        case Daytime():
            return daytime_text(value)
        case Free():
            return dict(value)
        case One(shape=shape):
            return _record(shape, value)
        case Many(shape=shape):
            return [_record(shape, one) for one in value]
        case Keyed(shape=shape):
            return {id: _record(shape, one) for id, one in value.items()}
        case _:
            assert_never(kind)


def _pairs(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """A table in the author's order. A key that occurs twice is told apart by blanks, which reading drops."""
    table: dict[str, str] = {}
    for key, text in pairs:
        while key in table:
            key += " "
        table[key] = text
    return table


def _plain(value: Any) -> Any:
    """What TOML can hold: no nulls, no halves of surrogate pairs."""
    match value:
        case str():
            return without_surrogates(value)
        case Mapping():
            return {without_surrogates(key): _plain(one) for key, one in value.items() if one is not None}
        case list() | tuple():
            return [_plain(one) for one in value if one is not None]
        case _:
            return value


def _any_text(value: Any, needle: str) -> bool:
    match value:
        case str():
            return needle in value
        case Mapping():
            return any(_any_text(one, needle) for one in value.values())
        case list():
            return any(_any_text(one, needle) for one in value)
        case _:
            return False
