"""A world as the text of a world file: the way back of loading, from the same table of keys.

Values at their default are left out. Comments and the division into files of a world that was read are not
kept: this writes worlds that come from elsewhere. Reading the text gives an equal world back, as long as
texts have no outer blank, which world files do not keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, assert_never

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
    Mixed,
    Moment,
    Number,
    One,
    Pairs,
    Point,
    Settings,
    Shape,
    Switch,
    Text,
    Whole,
)
from rpg.world.model import Player, World
from rpg.world.schema import FILE, WORLD
from rpg.world.times import daytime_text, moment_text
from rpg.world.values import NULL


def world_text(world: World) -> str:
    """The TOML text of a world file."""
    import tomli_w

    return tomli_w.dumps(world_tables(world), multiline_strings=True)


def world_tables(world: World) -> dict[str, Any]:
    """The tables of a world file as plain values, ready to be written as TOML."""
    head = {one.key: _written(one.kind, getattr(world, one.target)) for one in WORLD.fields}
    tables: dict[str, Any] = {
        "world": {key: value for key, value in head.items() if value not in ("", [], False)}
    }
    for one in FILE.fields:
        value = None if one.key == "world" else getattr(world, one.key)
        if value and value != Player():
            tables[one.key] = _written(one.kind, value)
    return tables


def _table(shape: Shape, record: Any) -> dict[str, Any]:
    defaults = _defaults(record)
    return {
        one.key: _field(one, record)
        for one in shape.fields
        if getattr(record, one.target) != defaults[one.target] or one.required
    }


def _field(one: Field, record: Any) -> Any:
    """The value of one key; texts that have records are written as tables."""
    written = _written(one.kind, getattr(record, one.target))
    if isinstance(one.kind, Mixed):
        return _mixed(one.kind, written, getattr(record, one.kind.records))
    return written


def _mixed(kind: Mixed, texts: dict[str, str], records: Sequence[Any]) -> dict[str, Any]:
    """From the first table on everything is a table, because TOML has texts before tables."""
    by_name = {item.id: item for item in records}
    tables: dict[str, Any] = {}
    for name, text in texts.items():
        found = by_name.get(name)
        if found is None and not any(isinstance(value, dict) for value in tables.values()):
            tables[name] = text
        else:
            tables[name] = _table(kind.shape, found or kind.shape.make(id=name, text=text))
    return tables


def _defaults(record: Any) -> dict[str, Any]:
    """What is left out when it is just this; a `name` that is the id counts as one."""
    found: dict[str, Any] = {one.name: one.default for one in fields(record)}
    found.update({one.name: one.default_factory() for one in fields(record) if callable(one.default_factory)})
    if "name" in found and hasattr(record, "id"):
        found["name"] = record.id
    return found


def _written(kind: Kind, value: Any) -> Any:
    match kind:
        case Line() | Text() | File() | Switch() | Whole() | Number() | Choice():
            return value
        case Lines() | Point():
            return list(value)
        case Pairs() | Mixed() | Settings():
            return dict(value)
        case Moment():
            return moment_text(value, "en")
        case Daytime():
            return daytime_text(value)
        case Free():
            return _without_null(value)
        case One(shape=shape):
            return _table(shape, value)
        case Many(shape=shape):
            return [_table(shape, item) for item in value]
        case Keyed(shape=shape):
            return {id: _table(shape, item) for id, item in value.items()}
        case _:
            assert_never(kind)


def _without_null(value: Any) -> Any:
    """`value` with null, which TOML lacks, as a table that reads back as null."""
    if value is None:
        return {NULL: True}
    if isinstance(value, Mapping):
        return {key: _without_null(item) for key, item in value.items()}
    return [_without_null(item) for item in value] if isinstance(value, list | tuple) else value
