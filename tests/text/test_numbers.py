"""Numbers from outside, however long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.numbers import DIGITS, numeric_id, whole_number

ENDLESS = "9" * 5000


@given(st.integers(0, 10**DIGITS - 1))
def test_a_number_in_digits_is_read(number: int) -> None:
    assert whole_number(str(number)) == number
    assert numeric_id(str(number)) == number


@given(st.text())
def test_any_text_is_a_number_or_none(text: str) -> None:
    number = whole_number(text)
    assert number is None or number >= 0
    assert isinstance(numeric_id(text), str | int)


@pytest.mark.parametrize("text", ["", " 1", "-1", "1.5", "²", "一", ENDLESS])
def test_what_is_none_is_kept_as_text(text: str) -> None:
    assert whole_number(text) is None
    assert numeric_id(text) == text
