"""How long, and until when."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.storyteller.spans import LONGEST, Span, read_span


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("", Span()),
        (" a while", Span()),
        (" a moment", Span()),
        (" an hour", Span(60)),
        (" 2 hours", Span(120)),
        (" half an hour", Span(30)),
        (" ten minutes", Span(10)),
        (" a few minutes", Span(3)),
        (" until evening", Span(until=19 * 60)),
        (" until midnight", Span(until=0)),
        (" till 8 pm", Span(until=20 * 60)),
        (" until 12 am", Span(until=0)),
        (" until 06:30", Span(until=390)),
        (" 99 days", Span(LONGEST)),
        ("一会儿", Span()),
        ("一个小时", Span(60)),
        ("两个半小时", Span(150)),
        ("半小时", Span(30)),
        ("半个时辰", Span(60)),
        ("三刻钟", Span(45)),
        ("十五分钟", Span(15)),
        ("天黑", Span(until=19 * 60)),
        ("下午三点", Span(until=15 * 60)),
        ("晚上八点半", Span(until=20 * 60 + 30)),
        ("十点半", Span(until=10 * 60 + 30, either=True)),
        ("凌晨一点", Span(until=60)),
        ("夜里一点", Span(until=60)),
        ("夜里十点", Span(until=22 * 60)),
        ("12:35", Span(until=12 * 60 + 35)),
        ("12点35分", Span(until=12 * 60 + 35, either=True)),
        ("七点", Span(until=7 * 60, either=True)),
        ("20点", Span(until=20 * 60)),
        (" until seven", Span(until=7 * 60, either=True)),
        (" until half past seven", Span(until=7 * 60 + 30, either=True)),
        (" till a quarter to eight", Span(until=7 * 60 + 45, either=True)),
        (" until twenty-five past nine o'clock", Span(until=9 * 60 + 25, either=True)),
        (" until 7", Span(until=7 * 60, either=True)),
        (" until 19", Span(until=19 * 60)),
        ("晚上八点四十", Span(until=20 * 60 + 40)),
        ("下午三点一刻", Span(until=15 * 60 + 15)),
        (" until 7 in the morning", Span(until=7 * 60)),
        (" until five in the afternoon", Span(until=17 * 60)),
        (" until half past ten at night", Span(until=22 * 60 + 30)),
        (" until 6 tomorrow morning", Span(until=6 * 60, ahead=1)),
        (" until the afternoon", Span(until=15 * 60)),
        (" until five", Span(until=5 * 60, either=True)),
        ("早上七点", Span(until=7 * 60)),
        ("第二天早上", Span(until=8 * 60, ahead=1)),
        (" until tomorrow noon", Span(until=12 * 60, ahead=1)),
        (" until tomorrow", Span(until=8 * 60, ahead=1)),
        (" until tonight", Span(until=19 * 60, ahead=0)),
        (" until day 3, 14:10", Span(until=14 * 60 + 10, date=3)),
        (" a couple of hours", Span(120)),
        ("明天中午", Span(until=12 * 60, ahead=1)),
        ("明晚八点", Span(until=20 * 60, ahead=1)),
        ("大后天", Span(until=8 * 60, ahead=3)),
        ("第三天早上", Span(until=8 * 60, date=3)),
        ("一两个小时", Span(120)),
    ],
)
def test_a_span_is_read(text: str, span: Span) -> None:
    assert read_span(text) == span


@given(st.text(max_size=40))
def test_any_text_gives_a_span_within_bounds(text: str) -> None:
    span = read_span(text)
    assert span.minutes is None or 0 <= span.minutes <= LONGEST
    assert span.until is None or 0 <= span.until < 24 * 60
