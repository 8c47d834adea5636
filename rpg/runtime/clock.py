"""The clock and the schedules of characters. A schedule repeats every day.

Moments are minutes since the start of day 1. Source: docs/design.md §5, docs/world-format.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from rpg.world.model import MINUTES_PER_DAY, Character, ScheduleBlock
from rpg.world.times import moment_text

LONGEST_WAIT = 366 * MINUTES_PER_DAY
"""Minutes that one edit may let pass."""


def clock_text(minutes: int, language: str) -> str:
    """The moment as "Day 1 08:40" or "第1天 08:40"."""
    return moment_text(minutes, language)


def time_of_day(clock: int) -> int:
    """Minutes since midnight."""
    return clock % MINUTES_PER_DAY


def day(clock: int) -> int:
    """The day, from 1."""
    return clock // MINUTES_PER_DAY + 1


def borders(schedule: Sequence[ScheduleBlock]) -> tuple[int, ...]:
    """The times of day at which the schedule changes, earliest first."""
    return tuple(sorted({time_of_day(time) for block in schedule for time in (block.start, block.end)}))


def border_crossed(schedule: Sequence[ScheduleBlock], since: int | None, now: int | None) -> bool:
    """Whether a border lies after one moment and up to the other, whichever comes first.

    None: time is not modelled, so nothing is crossed.
    """
    if since is None or now is None:
        return False
    earlier, later = min(since, now), max(since, now)
    return any(
        (later - border) // MINUTES_PER_DAY > (earlier - border) // MINUTES_PER_DAY
        for border in borders(schedule)
    )


def scheduled(person: Character, clock: int | None) -> str | None:
    """Where the schedule puts `person`; outside all blocks, and without a clock, their `location`."""
    block = None if clock is None else block_at(person.schedule, clock)
    return person.location if block is None else block.location


def scheduled_between(person: Character, since: int | None, now: int | None) -> tuple[str, ...]:
    """Where the schedule put `person` after one moment and up to the other, in order, each place once.

    Of a long time the first day is told: the days repeat.
    """
    if since is None or now is None:
        return ()
    offsets = sorted((border - since) % MINUTES_PER_DAY for border in borders(person.schedule))
    moments = (since + offset for offset in offsets if 0 < offset <= now - since)
    places = (scheduled(person, moment) for moment in moments)
    return tuple(dict.fromkeys(place for place in places if place is not None))


def block_at(schedule: Sequence[ScheduleBlock], clock: int) -> ScheduleBlock | None:
    """The first block that holds at the moment; None outside all blocks. A block may wrap past midnight."""
    now = time_of_day(clock)
    return next((block for block in schedule if _holds(block, now)), None)


def today(schedule: Sequence[ScheduleBlock], clock: int | None) -> tuple[ScheduleBlock, ...]:
    """The blocks of the day by their start; none when time is not modelled.

    The same all day, so that a sheet that shows them does not change while time passes.
    """
    if clock is None:
        return ()
    return tuple(sorted(schedule, key=lambda block: (time_of_day(block.start), block.end, block.location)))


def _holds(block: ScheduleBlock, now: int) -> bool:
    start, end = time_of_day(block.start), time_of_day(block.end)
    if start < end:
        return start <= now < end
    return now >= start or now < end
