"""Which places are known, how to get there, and the moves that come of it.

The player goes to known places over open exits, several steps at once; the model may move anyone anywhere. A
move costs the minutes of its ways whichever way it was made, so the same story by menu and by tool has the
same state hash. Source: docs/design.md §5, "Who may go where".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg.runtime.clock import LONGEST_WAIT
from rpg.runtime.edits import MovePlayer, Source
from rpg.runtime.errors import EditError
from rpg.runtime.kinds.needs import need_present
from rpg.runtime.locks import is_locked
from rpg.runtime.names import name_of, resolve_character, resolve_known_location, resolve_location
from rpg.runtime.paths import Route, any_way, locked_too, nearest_routes, open_way, route_to
from rpg.runtime.state import State
from rpg.runtime.ways import way
from rpg.runtime.whereabouts import in_order


@dataclass(frozen=True, slots=True)
class TravelOption:
    """A known place. minutes: None when time is not modelled or there is no way. steps: 0 when no way.

    reason: "" when the player may go, else "locked" or "no_way". lock: why the way is shut, as authored.
    via: the places passed on the way.
    """

    location: str
    minutes: int | None = None
    steps: int = 0
    reason: Literal["", "locked", "no_way"] = ""
    lock: str = ""
    via: tuple[str, ...] = ()

    @property
    def reachable(self) -> bool:
        return not self.reason


def known_locations(state: State) -> tuple[str, ...]:
    """Places visited, revealed, or at the end of an exit of a visited place that is not hidden.

    In the author's order, then temporary ones by id.
    """
    known = _known(state)
    return tuple(id for id in state.location_ids() if id in known)


def is_known(state: State, location: str) -> bool:
    """Whether the player knows of the place."""
    return location in _known(state)


def travel_options(state: State) -> tuple[TravelOption, ...]:
    """All known places but this one: nearest first, then those that cannot be reached, in the author's order."""
    known = _known(state)
    reached = nearest_routes(state, state.player_location, open_way(known))
    shut = nearest_routes(state, state.player_location, locked_too(known))
    options = [
        _option(state, place, reached.get(place), shut.get(place))
        for place in known_locations(state)
        if place != state.player_location
    ]
    return tuple(
        sorted(options, key=lambda option: (not option.reachable, option.minutes or 0, option.steps))
    )


def plan_travel(state: State, destination: str, companions: Sequence[str] = ()) -> MovePlayer:
    """The player's move to a known place over open exits. Names resolve.

    companions: others who are present and come along; followers come anyway.
    Raises EditError "here", "unknown" (the place is not known to the player), "locked" with the reason,
    "no_way", "not_present", or those of names.
    """
    known = _known(state)
    to = resolve_known_location(state, destination, known)
    here = state.player_location
    if to == here:
        raise EditError(
            "here", f"The player is at {to} already.", "Name another place.", place=name_of(state, to)
        )
    if to not in known:
        raise EditError(
            "unknown", f"The player does not know of {to}.", "Reveal it first.", place=name_of(state, to)
        )
    route = route_to(state, here, to, open_way(known))
    if route is None:
        raise _shut(state, to, route_to(state, here, to, locked_too(known)))
    return _move(state, to, route, _companions(state, companions, ()), (), "player")


def model_move(
    state: State,
    to: str,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    source: Source = "model",
) -> MovePlayer:
    """A move of the player to any place. Names resolve.

    It costs the minutes of the way the player would take, else of the shortest open way, else of any way,
    else a turn's.
    Raises EditError "not_present" or "contradiction", or those of names.
    """
    place = resolve_location(state, to)
    behind = in_order(state, [resolve_character(state, name) for name in without])
    companions = _companions(state, with_, behind)
    route = None if place == state.player_location else _story_route(state, place)
    return _move(state, place, route, companions, behind, source)


def _known(state: State) -> frozenset[str]:
    visited = state.members("visits")
    seen = {exit.to for place in visited for exit in state.exits(place).values() if not exit.hidden}
    known = seen.union(visited, state.members("known"), (state.player_location,))
    return frozenset(place for place in known if state.location(place) is not None)


def _option(state: State, place: str, route: Route | None, shut: Route | None) -> TravelOption:
    if route is not None:
        return TravelOption(place, _minutes(state, route), len(route.path), via=route.path[:-1])
    if shut is None:
        return TravelOption(place, reason="no_way")
    return TravelOption(place, reason="locked", lock=_first_lock(state, shut))


def _shut(state: State, to: str, shut: Route | None) -> EditError:
    name = name_of(state, to)
    if shut is None:
        return EditError("no_way", f"No known way leads to {to}.", "Find a way first.", place=name)
    reason = _first_lock(state, shut)
    return EditError(
        "locked", f"The way to {to} is shut: {reason}", "Open it first.", place=name, reason=reason
    )


def _first_lock(state: State, route: Route) -> str:
    start = state.player_location
    for end in route.path:
        exit = way(state, start, end)
        if exit is not None and exit.locked:
            return exit.locked
        start = end
    return ""


def _story_route(state: State, to: str) -> Route | None:
    here = state.player_location
    for allowed in (open_way(_known(state)), open_way(None), any_way):
        if (route := route_to(state, here, to, allowed)) is not None:
            return route
    return None


def _move(
    state: State,
    to: str,
    route: Route | None,
    companions: tuple[str, ...],
    behind: tuple[str, ...],
    source: Source,
) -> MovePlayer:
    via = route.path[:-1] if route is not None else ()
    minutes = _cost(state, to, route)
    return MovePlayer(to, source, state.player_location, minutes, companions, behind, via)


def _cost(state: State, to: str, route: Route | None) -> int | None:
    """Minutes of the move; None when time is not modelled, stands still, or nobody goes."""
    clock = state.world.clock
    if clock is None or state.clock is None or is_locked(state, "clock") or to == state.player_location:
        return None
    return clock.minutes_per_turn if route is None else min(route.minutes, LONGEST_WAIT)


def _minutes(state: State, route: Route) -> int | None:
    return None if state.clock is None else route.minutes


def _companions(state: State, names: Sequence[str], behind: Sequence[str]) -> tuple[str, ...]:
    chosen = in_order(state, [resolve_character(state, name) for name in names])
    for companion in chosen:
        if companion in behind:
            raise EditError(
                "contradiction",
                f"{companion} is named both as coming along and as staying behind.",
                "Name each person once.",
                name=name_of(state, companion),
            )
        need_present(state, companion)
    return tuple(companion for companion in chosen if not state.follows(companion))
