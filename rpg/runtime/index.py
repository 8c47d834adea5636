"""What can be computed once per world version, so that an edit and a turn cost what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rpg.world.document import world_hash
from rpg.world.model import Exit, World


@dataclass(frozen=True, slots=True)
class WorldIndex:
    """A world with its look-up tables.

    exits: authored ways by origin, the ways back of two-way exits included. candidates: who may be at a
    place by home or schedule. version: the world's content hash.
    """

    world: World
    version: str
    exits: Mapping[str, Mapping[str, Exit]] = field(repr=False)
    candidates: Mapping[str, tuple[str, ...]] = field(repr=False)


def index_world(world: World) -> WorldIndex:
    """The index of `world`; costs one pass over it."""
    return WorldIndex(world, world_hash(world), _exits(world), _candidates(world))


def _exits(world: World) -> dict[str, dict[str, Exit]]:
    ways: dict[str, dict[str, Exit]] = {
        place.id: {exit.to: exit for exit in place.exits} for place in world.locations.values()
    }
    for place in world.locations.values():
        for exit in place.exits:
            if exit.two_way and exit.to in ways and place.id not in ways[exit.to]:
                ways[exit.to][place.id] = replace(exit, to=place.id, label="")
    return ways


def _candidates(world: World) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for person in world.characters.values():
        homes = [person.location] if person.location else []
        for place in [*homes, *(block.location for block in person.schedule)]:
            found.setdefault(place, {})[person.id] = None
    return {place: tuple(people) for place, people in found.items()}
