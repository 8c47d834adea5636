"""What can be computed once per world version, so that an edit and a turn cost what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg.world.document import world_hash
from rpg.world.model import Exit, World
from rpg.world.names import Names
from rpg.world.ways import ways


@dataclass(frozen=True, slots=True)
class WorldIndex:
    """A world with its look-up tables.

    exits: authored ways by origin, the ways back of two-way exits included. candidates: who may be at a
    place by home or schedule. order: the place of every character in the author's order. names: ids, names
    and aliases. version: the world's content hash.
    """

    world: World
    version: str
    exits: Mapping[str, Mapping[str, Exit]] = field(repr=False)
    candidates: Mapping[str, tuple[str, ...]] = field(repr=False)
    order: Mapping[str, int] = field(repr=False)
    names: Names = field(repr=False)


def index_world(world: World) -> WorldIndex:
    """The index of `world`; costs one pass over it."""
    order = {id: place for place, id in enumerate(world.characters)}
    return WorldIndex(world, world_hash(world), ways(world), _candidates(world), order, Names.of(world))


def _candidates(world: World) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for person in world.characters.values():
        homes = [person.location] if person.location else []
        for place in [*homes, *(block.location for block in person.schedule)]:
            found.setdefault(place, {})[person.id] = None
    return {place: tuple(people) for place, people in found.items()}
