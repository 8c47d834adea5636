from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.exchange.world.toml import toml_text, world_to_toml
from rpg.world.document import world_hash
from rpg.world.load import load_world, read_text_world

WORLDS = Path(__file__).resolve().parents[3] / "worlds"
TEXTS = st.text(max_size=30) | st.sampled_from(['"""', "\r\n", "a\n\\", "\x00\x1b", '\'\'\'\n""""', "\n\n x"])
TABLES: Any = st.dictionaries(
    TEXTS,
    st.recursive(
        TEXTS | st.booleans() | st.integers(-(1 << 60), 1 << 60) | st.floats(allow_nan=False),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=3,
)


@pytest.mark.parametrize("name", ["lantern-harbour", "rain-harbour"])
def test_a_world_goes_through_one_text_unchanged(name: str) -> None:
    world = load_world(WORLDS / name).world

    reading = read_text_world(world_to_toml(world), id=world.id, strict=True)

    assert reading.world == world
    assert world_hash(reading.world) == world_hash(world)


@settings(max_examples=100)
@given(TABLES)
def test_any_plain_values_are_read_back_as_they_were(table: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(table)) == table


def test_what_toml_cannot_hold_is_left_out_or_replaced() -> None:
    text = toml_text({"a": None, "b": ["x", None], "c": "\ud800!", "d\udfff": 1})

    assert tomllib.loads(text) == {"b": ["x"], "c": "\ufffd!", "d\ufffd": 1}
