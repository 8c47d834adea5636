"""The ways between places as they are walked: authored exits and the ways back of two-way exits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rpg.world.model import Exit, World


def ways(world: World) -> Mapping[str, Mapping[str, Exit]]:
    """Exits by origin and end.

    A two-way exit makes the way back, with the same minutes, hiddenness and lock and no label, unless the
    other place has an exit of its own to here.
    """
    found: dict[str, dict[str, Exit]] = {
        place.id: {exit.to: exit for exit in place.exits} for place in world.locations.values()
    }
    for place in world.locations.values():
        for exit in place.exits:
            back = found.get(exit.to)
            if exit.two_way and back is not None and place.id not in back:
                back[place.id] = replace(exit, to=place.id, label="")
    return found


def ways_from(world: World, location: str) -> tuple[Exit, ...]:
    """The exits of one place, its own first, then the ways back of others."""
    return tuple(ways(world).get(location, {}).values())
