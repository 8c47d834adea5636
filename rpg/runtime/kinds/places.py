"""Locations made, described and removed in play, and places that become known."""

from __future__ import annotations

from rpg.runtime.edits import CreateLocation, RemoveLocation, Reveal, UpdateLocation
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.kinds.needs import check_new_id, check_new_name, needed_location
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.ways import with_exit
from rpg.runtime.whereabouts import present
from rpg.world.model import Exit, Location


def create_location(state: State, edit: CreateLocation) -> State:
    check_new_id(state, edit.id)
    check_new_name(state, edit.name)
    if edit.connect_to:
        needed_location(state, edit.connect_to)
    made = state.set(("location", edit.id), (edit.name, edit.summary, edit.description, edit.rules))
    if not edit.connect_to:
        return made
    return with_exit(with_exit(made, edit.connect_to, Exit(edit.id)), edit.id, Exit(edit.connect_to))


def update_location(state: State, edit: UpdateLocation) -> State:
    place = needed_location(state, edit.location)
    texts = (edit.summary, edit.description, edit.rules)
    if any(text is not None for text in texts):
        if not place.temporary:
            raise _permanent(place, "its text cannot be changed", "Only its note can: use note.")
        old = (place.summary, place.description, place.rules)
        new = (now if now is not None else before for now, before in zip(texts, old, strict=True))
        state = state.set(("location", place.id), (place.name, *new))
    if edit.note is None:
        return state
    key = ("note", place.id)
    return state.set(key, edit.note) if edit.note else state.drop(key)


def remove_location(state: State, edit: RemoveLocation) -> State:
    place = needed_location(state, edit.location)
    if not place.temporary:
        raise _permanent(place, "it cannot be removed", "Shut its exits with set_exit instead.")
    here = ("player",) if state.player_location == place.id else present(state, place.id)
    if here:
        raise EditError(
            "not_empty",
            f"{place.id} is not empty: {one_of(here)}.",
            "Move everyone elsewhere first.",
            place=place.name,
            names=tuple(name_of(state, who) for who in here),
        )
    return _cleared(state, place.id)


def reveal(state: State, edit: Reveal) -> State:
    needed_location(state, edit.location)
    if ("visits", edit.location) in state.facts:
        return state
    return state.set(("known", edit.location), True)


def _cleared(state: State, place: str) -> State:
    """`state` without a word about a removed place. Who was once put there has gone on by schedule."""
    for end in state.altered(place):
        state = state.drop(("exit", place, end)).drop(("exit", end, place))
    for name in state.positioned(place):
        state = state.drop(("position", name))
    for kind in ("location", "note", "known", "visits"):
        state = state.drop((kind, place))
    return state


def _permanent(place: Location, why: str, hint: str) -> EditError:
    return EditError("permanent_location", f"{place.id} belongs to the world: {why}.", hint, place=place.name)
