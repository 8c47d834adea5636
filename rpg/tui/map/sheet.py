"""Which places and ways stand on a sheet of the map: a function of the state alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rpg.runtime.routes import known_locations
from rpg.runtime.state import State
from rpg.text.clean import clean_line
from rpg.text.mapping import MapEdge, MapNode
from rpg.world.model import Exit

MOST_GROUND = 60
"""Places of a sheet that hold their ground unseen; a larger sheet holds known places only."""

MOST_PLACES = 150
"""Places drawn on one sheet, the first of them in the author's order."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet. region: its name, or None for the whole world."""

    region: str | None
    nodes: tuple[MapNode, ...]
    edges: tuple[MapEdge, ...]


def region_of(state: State, place: str) -> str:
    """The region a place belongs to; a temporary one belongs where its first way leads."""
    location = state.location(place)
    if location is None or location.region or not location.temporary:
        return location.region if location else ""
    neighbours = (state.location(end) for end in state.exits(place))
    return next((near.region for near in neighbours if near and not near.temporary), "")


def map_sheet(state: State, *, whole: bool = False) -> Sheet:
    """The sheet of the region where the player is, with gates to known places beyond; or of everything known."""
    known = frozenset(known_locations(state))
    home = region_of(state, state.player_location)
    ids = [place for place in state.location_ids() if whole or region_of(state, place) == home]
    if len(ids) > MOST_GROUND:
        ids = [place for place in ids if place in known][:MOST_PLACES]
    if state.player_location not in ids:
        ids.append(state.player_location)
    ways = _ways(state, ids)
    gates = [] if whole else _gates(ways, ids, known)
    nodes = [_node(state, place, known, gate=False) for place in ids]
    nodes.extend(_node(state, place, known, gate=True) for place in gates)
    within = {node.id for node in nodes}
    edges = [_edge(state, pair, exits) for pair, exits in ways.items() if within.issuperset(pair)]
    return Sheet(None if whole else home, tuple(nodes), tuple(edges))


def _ways(state: State, ids: Iterable[str]) -> dict[tuple[str, str], list[tuple[str, Exit]]]:
    """The exits between two places, both directions under the pair in the order they were met."""
    ways: dict[tuple[str, str], list[tuple[str, Exit]]] = {}
    for place in ids:
        for end, exit in state.exits(place).items():
            pair = (place, end) if (end, place) not in ways else (end, place)
            ways.setdefault(pair, []).append((place, exit))
    return ways


def _gates(
    ways: dict[tuple[str, str], list[tuple[str, Exit]]], ids: list[str], known: frozenset[str]
) -> list[str]:
    """Known places of other sheets to which a way leads that is not hidden."""
    within = set(ids)
    gates: list[str] = []
    for pair, exits in ways.items():
        for start, exit in exits:
            if start in known and exit.to in known and exit.to not in within and not exit.hidden:
                gates.append(exit.to)
        within.update(end for end in pair if end in gates)
    return gates


def _node(state: State, place: str, known: frozenset[str], *, gate: bool) -> MapNode:
    location = state.location(place)
    assert location is not None
    return MapNode(
        place,
        clean_line(location.name),
        region_of(state, place),
        None if gate else location.map,
        here=place == state.player_location,
        visited=state.visits(place) > 0,
        temporary=location.temporary,
        gate=gate,
        shown=place in known,
    )


def _edge(state: State, pair: tuple[str, str], exits: list[tuple[str, Exit]]) -> MapEdge:
    """A way is seen from a place that was visited, unless it is hidden there."""
    seen = [exit for place, exit in exits if not exit.hidden and _been(state, place)]
    temporary = any((at := state.location(place)) is not None and at.temporary for place in pair)
    there, back = (end in state.exits(start) for start, end in (pair, pair[::-1]))
    start, end = pair if there else pair[::-1]
    return MapEdge(
        start,
        end,
        dashed=temporary,
        locked=any(exit.locked for exit in seen),
        one_way=there != back and all(_been(state, place) for place in pair),
        shown=bool(seen),
    )


def _been(state: State, place: str) -> bool:
    return state.visits(place) > 0 or place == state.player_location
