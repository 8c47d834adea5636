from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from rpg.world.load import load_world, read_text_world
from rpg.world.model import Location, World
from rpg.world.writing import world_tables, world_text
from tests.world.worlds import FULL, worlds

FOLDER = Path(__file__).resolve().parents[2] / "worlds"


def read(text: str) -> World:
    reading = read_text_world(text, id="w")
    assert reading.partial is not None, reading.problems
    return reading.partial


def as_a_file_keeps_it(value: Any) -> Any:
    """`value` without what world files do not keep: marks of play, and pairs of one key."""
    if isinstance(value, Mapping):
        return {key: as_a_file_keeps_it(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        changed = {one.name: as_a_file_keeps_it(getattr(value, one.name)) for one in fields(value)}
        pairs: dict[str, Any] = {
            name: tuple(dict(changed[name]).items())
            for name in ("details", "relations", "topics")
            if name in changed
        }
        plain: dict[str, Any] = {"temporary": False} if "temporary" in changed else {}
        kept: dict[str, Any] = {**changed, **pairs, **plain}
        return replace(value, **kept)
    return tuple(map(as_a_file_keeps_it, value)) if isinstance(value, tuple) else value


@settings(max_examples=60)
@given(worlds())
def test_what_is_written_reads_back_as_the_same_world(world: World) -> None:
    kept = as_a_file_keeps_it(world)

    assert read(world_text(kept)) == kept


@pytest.mark.parametrize("name", ["lantern-harbour", "rain-harbour"])
def test_the_worlds_that_come_with_the_game_can_be_written(name: str) -> None:
    world = load_world(FOLDER / name).world

    assert replace(read(world_text(world)), id=name) == world


def test_every_key_survives() -> None:
    world = read(FULL)

    assert read(world_text(world)) == world


def test_defaults_are_left_out() -> None:
    world = World("w", "W", "a", locations={"a": Location("a", "a")})

    assert world_tables(world) == {
        "world": {"name": "W", "language": "en", "start": "a"},
        "locations": {"a": {}},
    }


def test_null_among_foreign_fields_survives() -> None:
    world = read(FULL)
    book = replace(world.lorebooks["history"], extra={"a": None, "b": [None, {"c": None}]})
    world = replace(world, lorebooks={"history": book})

    assert read(world_text(world)).lorebooks["history"].extra == book.extra
