from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.store.forms import dump, load, pack, to_bytes, to_hash, unpack

TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=10)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
)


@given(JSON)
def test_values_come_back_and_their_text_is_valid_utf_8(value: object) -> None:
    text = dump(value)
    text.encode()
    assert load(text) == value
    assert unpack(pack(value)) == value


@given(st.binary(min_size=16, max_size=16))
def test_hashes_are_kept_as_bytes(data: bytes) -> None:
    assert to_bytes(to_hash(data)) == data


@pytest.mark.parametrize(
    "data", [b"", b"x", pack("a" * 99)[:-3], zlib.compress(b"{"), zlib.compress(b"\xff")]
)
def test_what_was_not_packed_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):
        unpack(data)


def test_text_nested_without_end_is_a_value_error() -> None:
    with pytest.raises(ValueError):
        load("[" * 200_000)
