from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from rpg.world.kinds import Keyed, Many, Mixed, One, Shape
from rpg.world.model import World
from rpg.world.schema import FILE, WORLD


def shapes(shape: Shape) -> Iterator[Shape]:
    yield shape
    for one in shape.fields:
        if isinstance(one.kind, One | Many | Keyed | Mixed):
            yield from shapes(one.kind.shape)


ALL = {shape.label: shape for shape in shapes(FILE)}


VALUES = [shape for shape in ALL.values() if is_dataclass(shape.make)]


@pytest.mark.parametrize("shape", VALUES, ids=lambda shape: shape.label)
def test_every_field_of_a_value_has_a_key_and_every_key_a_field(shape: Shape) -> None:
    assert is_dataclass(shape.make)
    ours = {"id", "temporary"}
    keys = {one.target for one in shape.fields} | {
        one.kind.records for one in shape.fields if isinstance(one.kind, Mixed)
    }

    assert keys - {"id"} == {one.name for one in fields(shape.make)} - ours


@pytest.mark.parametrize("shape", ALL.values(), ids=ALL.keys())
def test_every_key_is_declared_once(shape: Shape) -> None:
    assert len(set(shape.keys)) == len(shape.keys)


def test_the_world_is_covered_by_its_table_and_the_sections() -> None:
    keys = {one.key for one in WORLD.fields} | {one.key for one in FILE.fields} - {"world"}

    assert keys == {one.name for one in fields(World)} - {"id"}


def test_only_what_has_no_sensible_default_is_required() -> None:
    required = {(shape.label, one.key) for shape in ALL.values() for one in shape.fields if one.required}

    assert required == {
        ("world", "name"),
        ("exit", "to"),
        ("question", "ask"),
        ("preset_entry", "text"),
        ("block", "from"),
        ("block", "to"),
        ("block", "location"),
        ("topic", "text"),
        ("passage", "from"),
        ("passage", "to"),
        ("transfer", "character"),
        ("turning", "character"),
        ("remark", "location"),
        ("remark", "text"),
    }
