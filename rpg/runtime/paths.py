"""Shortest ways through the places as they are now, by minutes, then by steps."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass

from rpg.runtime.state import State
from rpg.world.model import Exit

Allowed = Callable[[Exit], bool]
"""Whether an exit may be taken."""


@dataclass(frozen=True, slots=True)
class Route:
    """minutes: of all ways together, one a step where time is not modelled. path: places, the end included."""

    minutes: int
    path: tuple[str, ...]


def open_way(known: Set[str] | None) -> Allowed:
    """Exits neither hidden nor locked that lead to a known place; None: to any place."""
    return lambda exit: not exit.hidden and not exit.locked and (known is None or exit.to in known)


def locked_too(known: Set[str]) -> Allowed:
    """Exits that lead to a known place and are not hidden, locked ones included."""
    return lambda exit: not exit.hidden and exit.to in known


def any_way(exit: Exit) -> bool:
    """Every exit, hidden and locked ones too."""
    return True


def nearest_routes(state: State, start: str, allowed: Allowed) -> dict[str, Route]:
    """The shortest route to every place that can be reached, nearest first."""
    return dict(settled(state, start, allowed))


def route_to(state: State, start: str, end: str, allowed: Allowed) -> Route | None:
    """The shortest route to `end`; None when there is none."""
    return next((route for place, route in settled(state, start, allowed) if place == end), None)


def settled(state: State, start: str, allowed: Allowed) -> Iterator[tuple[str, Route]]:
    """Every place that can be reached with its shortest route, nearest first.

    Of two equal ways the one whose places come first by id is taken, so the result is certain.
    """
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
    done: set[str] = set()
    while waiting:
        minutes, steps, path = heapq.heappop(waiting)
        place = path[-1] if path else start
        if place in done:
            continue
        done.add(place)
        if path:
            yield place, Route(minutes, path)
        for exit in state.exits(place).values():
            if exit.to not in done and allowed(exit):
                further = (minutes + _minutes(state, exit), steps + 1, (*path, exit.to))
                heapq.heappush(waiting, further)


def _minutes(state: State, exit: Exit) -> int:
    clock = state.world.clock
    if clock is None or state.clock is None:
        return 1
    return clock.minutes_per_turn if exit.minutes is None else max(0, exit.minutes)
