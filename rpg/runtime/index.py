"""What can be computed once per world version, so that an edit and a turn cost what they touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg.text.folding import name_key
from rpg.world.document import world_hash
from rpg.world.model import Character, Exit, Location, World
from rpg.world.names import Names, words_of
from rpg.world.ways import ways


@dataclass(frozen=True, slots=True)
class WorldIndex:
    """A world with its look-up tables.

    exits: authored ways by origin, the ways back of two-way exits included. candidates: who may be at a
    place by home or schedule. order: the place of every character in the author's order. names: ids, names
    and aliases. taken: the keys of all of them, with and without article. version: the world's content hash.
    """

    world: World
    version: str
    exits: Mapping[str, Mapping[str, Exit]] = field(repr=False)
    candidates: Mapping[str, tuple[str, ...]] = field(repr=False)
    order: Mapping[str, int] = field(repr=False)
    names: Names = field(repr=False)
    taken: frozenset[str] = field(repr=False)


def index_world(world: World) -> WorldIndex:
    """The index of `world`; costs one pass over it."""
    order = {id: place for place, id in enumerate(world.characters)}
    things: list[Location | Character] = [*world.locations.values(), *world.characters.values()]
    taken = frozenset(key for thing in things for word in words_of(thing) for key in name_keys(word))
    return WorldIndex(
        world, world_hash(world), ways(world), _candidates(world), order, Names.of(world), taken
    )


def name_keys(word: str) -> tuple[str, ...]:
    """The keys under which a name counts as taken: as it is, and without a leading "the"."""
    bare = word.strip()
    return (name_key(bare), name_key(bare[4:])) if bare[:4].casefold() == "the " else (name_key(bare),)


def _candidates(world: World) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for person in world.characters.values():
        homes = [person.location] if person.location else []
        for place in [*homes, *(block.location for block in person.schedule)]:
            found.setdefault(place, {})[person.id] = None
    return {place: tuple(people) for place, people in found.items()}
