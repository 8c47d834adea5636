from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.exchange.story.dates import date_text, parse_date

AT = 1687191180


@pytest.mark.parametrize(
    "written",
    [
        AT,
        AT * 1000,
        float(AT),
        str(AT * 1000),
        "2023-06-19T16:13:00.000Z",
        "2023-06-19T16:13:00Z",
        "2023-06-19 16:13:00",
        "2023-06-19T18:13:00+02:00",
        "June 19, 2023 4:13pm",
        "Jun 19, 2023 4:13 PM",
        "2023-6-19 @16h 13m 00s 123ms",
        "2023-06-19@16h13m00s",
        "2023-06-19 @16h 13m",
    ],
)
def test_every_form_of_a_time_is_the_same_time(written: Any) -> None:
    assert parse_date(written) == AT


@given(st.none() | st.booleans() | st.text() | st.lists(st.integers()) | st.floats() | st.integers())
def test_what_is_no_time_is_none(value: Any) -> None:
    found = parse_date(value)
    assert found is None or 0 <= found <= 253_402_300_799


@given(st.integers(0, 253_402_300_799))
def test_what_is_written_is_read_back(made: int) -> None:
    assert parse_date(date_text(made)) == made


def test_a_time_beyond_all_calendars_is_not_written() -> None:
    assert date_text(1 << 53) == ""
