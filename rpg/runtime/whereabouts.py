"""Where someone is, and who is at a place: derived, never stored.

A follower is with the player. An explicit position holds until the clock crosses a border of the character's
schedule; one out of sight holds until they are moved again. Else the schedule decides, and outside all its
blocks they are at their `location`. Source: docs/design.md §5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rpg.runtime.clock import border_crossed, scheduled
from rpg.runtime.state import State
from rpg.world.model import Character


def whereabouts(state: State, character: str) -> str | None:
    """The location id where `character` is; None: out of the story's sight, not yet in it, or nobody.

    A place that no longer exists is none: an explicit position there no longer holds.
    """
    person = state.character(character)
    if person is None:
        return None
    if state.follows(character):
        return state.player_location
    place, holds = _put(state, person)
    if not holds:
        place = scheduled(person, state.clock)
    return place if place is not None and state.location(place) is not None else None


def _put(state: State, person: Character) -> tuple[str | None, bool]:
    """Where a character was explicitly put, and whether that still holds."""
    position = state.get(("position", person.id))
    if position is None:
        return None, False
    place, since = position
    if place is None:
        return None, True
    held = not border_crossed(person.schedule, since, state.clock) and state.location(place) is not None
    return place, held


def present(state: State, location: str | None = None) -> tuple[str, ...]:
    """Who is at `location` (None: where the player is): in the author's order, then walk-ons by id.

    Costs what the place has of candidates: people who live there, are due there or were put there.
    """
    place = state.player_location if location is None else location
    here = (person for person in set(_candidates(state, place)) if whereabouts(state, person) == place)
    return in_order(state, here)


def in_order(state: State, characters: Iterable[str]) -> tuple[str, ...]:
    """The characters without repetition in the author's order, then walk-ons by id."""
    order = state.index.order
    last = len(order)
    return tuple(sorted(set(characters), key=lambda id: (order.get(id, last), id)))


def _candidates(state: State, place: str) -> Iterator[str]:
    yield from state.index.candidates.get(place, ())
    yield from state.positioned(place)
    if place == state.player_location:
        yield from state.followers()
