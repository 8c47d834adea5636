"""Putting a changed world under a story: the overlay stays, and what lost its footing is listed.

Facts about what the new world lacks are kept and rest, so that a later version may take them up again. Source:
docs/design.md §8.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rpg.runtime.facts import Facts, Key, Value
from rpg.runtime.index import WorldIndex
from rpg.runtime.locks import OF_CHARACTERS, OF_LOCATIONS
from rpg.runtime.state import State

_OF_CHARACTERS = frozenset({*OF_CHARACTERS, "left"})
_OF_LOCATIONS = frozenset({*OF_LOCATIONS, "visits"})


@dataclass(frozen=True, slots=True)
class Adoption:
    """The state over the new world. lost: ids that the story speaks of and the new world lacks, sorted."""

    state: State
    lost: tuple[str, ...]


def adopt(state: State, index: WorldIndex) -> Adoption:
    """The state over another version of its world; costs a pass over the facts.

    A player whose place is gone stands at the start. The clock starts or ends with the world's.
    """
    after = State.from_facts(index, _based(state.facts, index))
    lost = {id for key, value in after.facts.items() for id in _lost(after, key, value)}
    if after.location(state.player_location) is None:
        lost.add(state.player_location)
        after = after.set(("player",), index.world.start)
    return Adoption(after, tuple(sorted(lost)))


def _based(facts: Facts, index: WorldIndex) -> Facts:
    facts = facts.set(("world",), index.version)
    if index.world.clock is None:
        return facts.drop(("clock",))
    return facts if ("clock",) in facts else facts.set(("clock",), index.world.clock.start)


def _lost(state: State, key: Key, value: Value) -> Iterator[str]:
    """The ids of a fact that nothing has."""
    match key:
        case ("exit", start, end):
            yield from (id for id in (start, end) if state.location(id) is None)
        case (kind, id) if kind in _OF_CHARACTERS:
            if state.character(id) is None:
                yield id
            if kind == "position" and value[0] is not None and state.location(value[0]) is None:
                yield value[0]
        case (kind, id) if kind in _OF_LOCATIONS and state.location(id) is None:
            yield id
