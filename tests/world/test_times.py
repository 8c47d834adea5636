from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.world.times import daytime_text, moment_text, parse_daytime, parse_moment


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("Day 1 08:00", 480),
        ("day 2, 8:05", 1925),
        ("DAY 3", 2880),
        ("第1天 08:00", 480),
        ("第３日　２０：００", 4080),
        ("第十天", 12960),
        ("第二十一天 00:01", 28801),
        ("08:00", 480),
        ("", None),
        ("   ", None),
        ("tomorrow", None),
        ("Day 0 08:00", None),
        ("Day 1 24:00", None),
        ("Day 1 08:60", None),
        ("第零天", None),
        ("第十十天", None),
        ("Day 999999 08:00", None),
        ("08:00 Day 1", None),
        ("08", None),
    ],
)
def test_moments_as_authors_write_them(text: str, minutes: int | None) -> None:
    assert parse_moment(text) == minutes


@pytest.mark.parametrize(
    ("text", "minutes", "end"),
    [
        ("00:00", 0, 0),
        ("23:59", 1439, 1439),
        ("24:00", None, 1440),
        ("24:01", None, None),
        ("8:5", None, None),
    ],
)
def test_times_of_day(text: str, minutes: int | None, end: int | None) -> None:
    assert parse_daytime(text) == minutes
    assert parse_daytime(text, midnight_ends=True) == end


@given(st.integers(0, 99 * 1440), st.sampled_from(["en", "zh", "zh_CN.UTF-8", "fr"]))
def test_a_moment_that_is_shown_reads_back(minutes: int, language: str) -> None:
    assert parse_moment(moment_text(minutes, language)) == minutes


def test_the_end_of_a_day_is_shown_as_such() -> None:
    assert daytime_text(1440) == "24:00"
    assert moment_text(1440, "zh") == "第2天 00:00"
