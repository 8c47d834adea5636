"""Adopting a changed world: the base is swapped under the overlay. Source: docs/design.md §8.

What the story made true stays true where the new world still has the place or person it is about. What
lost its footing is listed. Only facts that would put someone into a place that is not there are taken away;
texts about a lost id stay, so that a later version that has it again finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rpg.runtime.facts import Key, Value
from rpg.runtime.index import WorldIndex
from rpg.runtime.state import State

_OF_LOCATION = frozenset({"note", "known", "visits"})
_OF_CHARACTER = frozenset({"condition", "relationship", "knows", "position", "follows", "left"})
_HELD = frozenset({"position", "follows", "left"})


@dataclass(frozen=True, slots=True)
class Adopted:
    """lost: ids of locations and characters the state speaks of and the new world lacks, sorted."""

    state: State
    lost: tuple[str, ...]


def adopt(state: State, index: WorldIndex) -> Adopted:
    """`state` over another world version. A player whose place is gone stands at the new start."""
    new = State.from_facts(index, state.facts).set(("world",), index.version)
    lost: set[str] = set()
    for key, value in sorted(state.facts.items(), key=lambda item: item[0]):
        missing = set(_missing(new, key, value))
        if missing:
            lost |= missing
            new = _without_footing(new, key)
    return Adopted(_with_clock(new), tuple(sorted(lost)))


def _missing(new: State, key: Key, value: Value) -> Iterator[str]:
    """Ids that a fact speaks of and `new` lacks."""
    places: list[str | None] = []
    match key:
        case ("player",):
            places = [value]
        case ("exit", start, end):
            places = [start, end]
        case (kind, place) if kind in _OF_LOCATION:
            places = [place]
        case ("character", _):
            places = [value[3]]
        case (kind, name) if kind in _OF_CHARACTER:
            places = [value[0]] if kind == "position" else []
            if new.character(name) is None:
                yield name
    yield from (place for place in places if place is not None and new.location(place) is None)


def _without_footing(state: State, key: Key) -> State:
    if key == ("player",):
        start = state.world.start
        came = state.visits(start)
        return state.set(key, start).set(("visits", start), (came + 1, state.turn))
    if key[0] == "character":
        made = state.get(key)
        return state.set(key, (*made[:3], None))
    if key[0] == "exit" or key[0] in _HELD:
        return state.drop(key)
    return state


def _with_clock(state: State) -> State:
    """A world that has begun to model time starts its clock."""
    clock = state.world.clock
    if clock is None or state.clock is not None:
        return state
    return state.set(("clock",), clock.start)
