"""Worlds and their parts as TOML text, whatever stands in them: texts from elsewhere may hold what TOML cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

from rpg.exchange.writing import without_surrogates
from rpg.world.model import World
from rpg.world.writing import world_tables

Table = dict[str, Any]


def world_to_toml(world: World) -> str:
    """The whole world as one TOML text; loading it gives an equal world back. Its id is the name of its file."""
    return toml_text(world_tables(world))


def sheet_table(collection: str, sheet: Any) -> Table:
    """One character, lorebook or preset as the tables of a file of its own: `[characters.<id>]` …"""
    alone: dict[str, Any] = {collection: {sheet.id: sheet}}
    return {collection: world_tables(World("x", "x", "x", **alone))[collection]}


def toml_text(table: Mapping[str, Any]) -> str:
    """TOML text of plain values. Long texts stand on lines of their own unless that would change them."""
    plain = _plain(table)
    return tomli_w.dumps(plain, multiline_strings=not _any_text(plain, "\r"), indent=2)


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
