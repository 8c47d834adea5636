"""A small world with two regions, a hidden and a locked way, and a way down only."""

from __future__ import annotations

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.world.model import Exit, Location, World


def _place(id: str, name: str, region: str, *exits: Exit) -> Location:
    return Location(id, name, region=region, exits=exits)


PLACES = (
    _place("quay", "The Quay", "Town", Exit("market"), Exit("cave", hidden=True), Exit("head")),
    _place(
        "market", "Market", "Town", Exit("vault", locked="The door is shut."), Exit("roof", two_way=False)
    ),
    _place("vault", "Vault", "Town"),
    _place("roof", "Roof", "Town", Exit("quay", two_way=False)),
    _place("cave", "Cave", "Town"),
    _place("head", "The [Head]", "Coast", Exit("light")),
    _place("light", "Lighthouse", "Coast"),
)


def town() -> State:
    world = World("town", "Town", "quay", locations={place.id: place for place in PLACES})
    return initial_state(index_world(world))
