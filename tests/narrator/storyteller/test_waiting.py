"""A wait ends when the player means it to, and an hour that is over is never waited for a whole day."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.narrator.storyteller.acts import Wait
from rpg.narrator.storyteller.deeds import Do, Told
from rpg.narrator.storyteller.view import View, view_of
from rpg.narrator.storyteller.waiting import wait
from rpg.world.model import MINUTES_PER_DAY
from tests.narrator.storyteller.play import Play
from tests.narrator.storyteller.worlds import GARDEN, MILL, start

NOON = 12 * 60


def at(clock: int, language: str = "en") -> View:
    return view_of(start(MILL).set(("clock",), clock), language)


def minutes(act: Wait, clock: int) -> int | None:
    """The minutes that a wait takes; None when it is not done."""
    deed = wait(at(clock), act)
    return int(deed.calls[0].arguments["minutes"]) if isinstance(deed, Do) else None


@pytest.mark.parametrize(
    ("act", "clock", "expected"),
    [
        (Wait(), NOON, 30),
        (Wait(90), NOON, 90),
        (Wait(until=NOON + 10), NOON, 10),
        (Wait(until=NOON - 10), NOON, None),
        (Wait(until=NOON), NOON, None),
        (Wait(until=7 * 60), 22 * 60, 9 * 60),
        (Wait(until=7 * 60, either=True), NOON, 7 * 60),
        (Wait(until=7 * 60, either=True), 19 * 60 + 10, None),
        (Wait(until=8 * 60, either=True, rest=True), 20 * 60, NOON),
        (Wait(until=NOON, ahead=1), NOON + 10, MINUTES_PER_DAY - 10),
        (Wait(until=NOON, ahead=0), NOON + 10, None),
        (Wait(until=8 * 60, ahead=1), 60, 7 * 60),
        (Wait(until=8 * 60, date=3), NOON, 2 * MINUTES_PER_DAY - 4 * 60),
        (Wait(until=8 * 60, date=1), NOON, None),
        (Wait(until=8 * 60, date=2), 4 * MINUTES_PER_DAY, MINUTES_PER_DAY + 8 * 60),
        (Wait(weekday=True), NOON, None),
    ],
)
def test_a_wait_takes_the_time_that_is_meant(act: Wait, clock: int, expected: int | None) -> None:
    assert minutes(act, clock) == expected


@given(st.integers(0, MINUTES_PER_DAY - 1), st.integers(0, 5 * MINUTES_PER_DAY), st.booleans(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_without_a_day_named_no_wait_is_nearly_a_whole_day(
    until: int, clock: int, either: bool, rest: bool
) -> None:
    passed = minutes(Wait(until=until, either=either, rest=rest), clock)
    assert passed is None or 0 < passed <= 18 * 60


@pytest.mark.parametrize(
    ("play", "lines", "past", "clock"),
    [
        (Play(start(MILL)), ("wait until noon", "wait until 11:50"), "tomorrow 11:50", "Day 1 12:10"),
        (Play(start(GARDEN), "zh"), ("等到中午", "等到11:50"), "等到明天 11:50", "第1天 12:10"),
    ],
    ids=["en", "zh"],
)
async def test_an_hour_that_is_over_is_said_to_be(
    play: Play, lines: tuple[str, ...], past: str, clock: str
) -> None:
    for line in lines:
        await play.say(line)
    assert past in play.history[-1][1]
    assert view_of(play.state, play.language).clock_text() == clock


async def test_what_is_proposed_for_the_next_day_is_understood() -> None:
    for play, line, clock in (
        (Play(start(MILL)), "wait until tomorrow 08:00", "Day 2 08:00"),
        (Play(start(MILL)), "wait until day 3, 08:00", "Day 3 08:00"),
        (Play(start(GARDEN), "zh"), "等到明天08:00", "第2天 08:00"),
        (Play(start(GARDEN), "zh"), "等到第3天早上8点", "第3天 08:00"),
    ):
        await play.say(line)
        assert view_of(play.state, play.language).clock_text() == clock, line


def test_a_day_of_the_week_is_asked_back() -> None:
    assert isinstance(wait(at(NOON), Wait(weekday=True)), Told)
