"""The name list in the location's frame: known places, nearest first, and people by where they belong.

It lists people whether or not they are here, in an order that only the place decides, so that someone
coming or leaving never changes it. Source: docs/context.md §4, docs/design.md §2 (detail `name`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from rpg.runtime.state import State

Pair = tuple[str, str]
"""An id and a name."""


@dataclass(frozen=True, slots=True)
class Roster:
    """places: known ones, nearest first, without the place itself. people: those who belong nearest first."""

    places: tuple[Pair, ...] = ()
    people: tuple[Pair, ...] = ()


def roster_of(state: State, place: str, places: int, people: int) -> Roster:
    """The roster at `place` with at most `places` places and `people` people.

    Costs what is listed and its neighbours, not the size of the world.
    """
    near = tuple(islice(_nearest(state, place), places))
    who = islice(_belonging(state, (place, *near)), people)
    return Roster(
        tuple((id, location.name) for id in near if (location := state.location(id)) is not None),
        tuple((id, person.name) for id in who if (person := state.character(id)) is not None),
    )


def _is_known(state: State, place: str) -> bool:
    """Whether the player knows of `place`: visited, revealed, or an open step from a visited place."""
    if state.visits(place) or state.get(("known", place)):
        return True
    return any(
        state.visits(other) and (way := state.exits(other).get(place)) is not None and not way.hidden
        for other in state.exits(place)
    )


def _nearest(state: State, start: str) -> Iterator[str]:
    """Known places by steps from `start` over known places, ways in the author's order."""
    seen, waiting = {start}, deque([start])
    while waiting:
        here = waiting.popleft()
        for end in state.exits(here):
            if end not in seen and _is_known(state, end):
                seen.add(end)
                waiting.append(end)
                yield end


def _belonging(state: State, places: tuple[str, ...]) -> Iterator[str]:
    """People by where they live or are due, nearest place first, then the others in the author's order."""
    seen: set[str] = set()
    candidates = state.index.candidates
    for id in chain.from_iterable((*(candidates.get(place, ()) for place in places), state.world.characters)):
        if id not in seen:
            seen.add(id)
            yield id
