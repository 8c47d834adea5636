from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.clock import (
    block_at,
    border_crossed,
    borders,
    clock_text,
    day,
    scheduled,
    scheduled_between,
    time_of_day,
    today,
)
from rpg.world.model import Character, ScheduleBlock

NIGHT = ScheduleBlock(20 * 60, 6 * 60, "lighthouse")
WORK = ScheduleBlock(9 * 60, 17 * 60, "market")
DAY_1_EVENING = 19 * 60
moments = st.integers(0, 20_000)
blocks = st.builds(ScheduleBlock, st.integers(0, 1439), st.integers(0, 1440), st.just("x"))


@pytest.mark.parametrize(
    ("minutes", "english", "chinese"),
    [
        (520, "Day 1 08:40", "第1天 08:40"),
        (1440, "Day 2 00:00", "第2天 00:00"),
        (0, "Day 1 00:00", "第1天 00:00"),
    ],
)
def test_a_moment_is_shown_in_both_languages(minutes: int, english: str, chinese: str) -> None:
    assert clock_text(minutes, "en") == english
    assert clock_text(minutes, "zh") == chinese


def test_day_and_time_of_day() -> None:
    assert (day(1500), time_of_day(1500)) == (2, 60)


@pytest.mark.parametrize(
    ("time", "place"),
    [
        ("05:59", "lighthouse"),
        ("06:00", "quay"),
        ("19:59", "quay"),
        ("20:00", "lighthouse"),
        ("23:59", "lighthouse"),
    ],
)
def test_a_block_may_wrap_past_midnight(time: str, place: str) -> None:
    hours, minutes = map(int, time.split(":"))
    person = Character("mira", "Mira", location="quay", schedule=(NIGHT,))
    assert scheduled(person, 3 * 1440 + hours * 60 + minutes) == place


def test_the_first_of_two_blocks_that_overlap_holds() -> None:
    assert block_at((WORK, ScheduleBlock(0, 1440, "home")), 600) is WORK


def test_a_block_from_a_time_to_itself_holds_all_day() -> None:
    assert block_at((ScheduleBlock(480, 480, "x"),), 0) is not None


def test_without_a_clock_everyone_is_at_home() -> None:
    assert scheduled(Character("a", "A", location="quay", schedule=(NIGHT,)), None) == "quay"


@pytest.mark.parametrize(
    ("since", "now", "crossed"),
    [
        (DAY_1_EVENING, DAY_1_EVENING, False),
        (DAY_1_EVENING, 20 * 60 - 1, False),
        (DAY_1_EVENING, 20 * 60, True),
        (20 * 60, 24 * 60, False),
        (20 * 60, 24 * 60 + 6 * 60, True),
        (21 * 60, 20 * 60, False),
        (21 * 60, 20 * 60 - 1, True),
        (DAY_1_EVENING, DAY_1_EVENING + 1440, True),
        (None, 5000, False),
        (100, None, False),
    ],
)
def test_a_border_is_crossed_when_the_clock_reaches_it_either_way(
    since: int, now: int, crossed: bool
) -> None:
    assert border_crossed((NIGHT,), since, now) is crossed


@given(st.lists(blocks, max_size=3), moments, st.integers(0, 3000))
def test_crossing_agrees_with_walking_minute_by_minute(
    schedule: list[ScheduleBlock], since: int, wait: int
) -> None:
    edges = borders(schedule)
    walked = any(time_of_day(minute) in edges for minute in range(since + 1, since + wait + 1))
    assert border_crossed(schedule, since, since + wait) is walked
    assert border_crossed(schedule, since + wait, since) is walked


def test_todays_blocks_are_the_same_all_day() -> None:
    assert today((NIGHT, WORK), 0) == today((NIGHT, WORK), 1000) == (WORK, NIGHT)
    assert today((NIGHT, WORK), None) == ()


@pytest.mark.parametrize(
    ("since", "now", "places"),
    [
        (8 * 60, 9 * 60, ("market",)),
        (8 * 60, 8 * 60 + 59, ()),
        (8 * 60, 17 * 60, ("market", "quay")),
        (10 * 60, 10 * 60 + 3 * 1440, ("quay", "market")),
        (10 * 60, 9 * 60, ()),
        (None, 9 * 60, ()),
        (8 * 60, None, ()),
    ],
)
def test_where_the_day_takes_somebody(since: int | None, now: int | None, places: tuple[str, ...]) -> None:
    person = Character("t", "T", location="quay", schedule=(ScheduleBlock(9 * 60, 17 * 60, "market"),))
    assert scheduled_between(person, since, now) == places
