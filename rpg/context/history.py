"""Which messages of the log are carried: the opening and an unbroken run up to the newest.

Messages are measured from the newest backwards and only as far as they fit, so the cost follows what is
carried and not the length of the story. Source: docs/context.md §2–3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Measure = Callable[[int], int]
"""Tokens of the message with a number."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What is carried. start: first carried message behind the opening, count + 1 when there is none.

    opening: whether the opening is carried. tokens: of opening and run. moved: the run is not what the last
    turn's record said. fits: False when not even the newest message fits.
    """

    start: int
    opening: bool
    tokens: int
    moved: bool = False
    fits: bool = True


@dataclass(frozen=True, slots=True)
class Log:
    """The log to cut. first: number of the first message behind the opening. opening: its tokens.

    begins_turn(n): whether message n begins a turn.
    """

    first: int
    count: int
    opening: int
    measure: Measure
    begins_turn: Callable[[int], bool]


def kept(log: Log, start: int, opening: bool, room: int) -> Cut | None:
    """The run from `start` as it was, if it fits into `room` tokens; else None."""
    tokens = _run(log, start, room - (log.opening if opening else 0))
    return None if tokens is None else Cut(start, opening, tokens + (log.opening if opening else 0))


def cut_anew(log: Log, room: int) -> Cut:
    """The longest run that fits into half of `room`, from the beginning of a turn where there is one.

    At least the newest message is carried. The opening gives way before the newest message does, and when
    that does not fit into `room` either, the cut says so.
    """
    if log.count < log.first:
        opening = log.opening <= room
        return Cut(log.first, opening, log.opening if opening else 0, moved=True)
    newest = log.measure(log.count)
    opening = log.opening + newest <= room
    if newest > room:
        return Cut(log.count, False, newest, moved=True, fits=False)
    start, tokens = _longest(log, room // 2 - (log.opening if opening else 0), newest)
    return Cut(start, opening, tokens + (log.opening if opening else 0), moved=True)


def _longest(log: Log, room: int, newest: int) -> tuple[int, int]:
    """Start and tokens of the longest run in `room`; the newest message alone when no more fits."""
    start, tokens = log.count, newest
    turn: tuple[int, int] | None = (start, tokens) if log.begins_turn(start) else None
    while start > log.first:
        more = log.measure(start - 1)
        if tokens + more > room:
            break
        start, tokens = start - 1, tokens + more
        if log.begins_turn(start):
            turn = (start, tokens)
    return (start, tokens) if start == log.first or turn is None else turn


def _run(log: Log, start: int, room: int) -> int | None:
    """Tokens of the messages from `start` on; None when they are more than `room`."""
    tokens = 0
    for ordinal in range(log.count, start - 1, -1):
        tokens += log.measure(ordinal)
        if tokens > room:
            return None
    return tokens if room >= 0 else None
