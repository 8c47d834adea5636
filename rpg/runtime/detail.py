"""How much of each place and person is told: the whole sheet, a digest, or the name.

A function of state and world alone. Source: docs/design.md §2, "Detail level".
"""

from __future__ import annotations

from typing import Literal

from rpg.runtime.state import RECENT_KEPT, State
from rpg.runtime.whereabouts import present, whereabouts

Detail = Literal["full", "digest", "name"]

DIGESTS = 24
"""How many of those who left the scene last keep a digest."""


def location_detail(state: State, id: str) -> Detail:
    """`full` for the player's place, `digest` for the places next door, else `name`."""
    if id == state.player_location:
        return "full"
    return "digest" if id in next_door(state) else "name"


def character_detail(state: State, id: str) -> Detail:
    """`full` for who is with the player, `digest` for the 24 who left last, else `name`."""
    if whereabouts(state, id) == state.player_location:
        return "full"
    return "digest" if id in digested(state) else "name"


def digested(state: State) -> tuple[str, ...]:
    """Who left the scene last and is not present, latest first, at most DIGESTS."""
    here = frozenset(present(state))
    found = _absent(state.recent, here)
    if len(found) < DIGESTS and len(state.recent) == RECENT_KEPT:
        found = _absent(_departures(state), here)
    return tuple(id for id in found if state.character(id) is not None)[:DIGESTS]


def next_door(state: State) -> tuple[str, ...]:
    """The places at the end of an exit that is not hidden, in the order of the exits."""
    return tuple(exit.to for exit in state.exits(state.player_location).values() if not exit.hidden)


def _absent(people: tuple[str, ...], here: frozenset[str]) -> tuple[str, ...]:
    return tuple(id for id in people if id not in here)


def _departures(state: State) -> tuple[str, ...]:
    """Everyone who ever left, latest first: needed only when a crowd that left has come back."""
    return tuple(sorted(state.members("left"), key=lambda id: -int(state.get(("left", id))[1])))
