"""Sheets of the places and people of a state, at the three detail levels, in the world's language.

A full sheet stands in the prompt for as long as its owner is in the scene, so it holds nothing that may
change meanwhile: no exits, note, condition, relationship or clock. Those belong to the card at the
prompt's end. Only a temporary location's text can change under a sheet, by the story's own doing.
Source: docs/design.md §2, docs/context.md §4.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from rpg.runtime.clock import today
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.messages import catalogue_language, message
from rpg.world import sheets
from rpg.world.model import Character, Location

OwnerKind = Literal["location", "character"]
Owner = tuple[OwnerKind, str]
"""What a sheet is of: ("location", id) or ("character", id)."""


def sheet_of(state: State, owner: tuple[str, str]) -> str:
    """The full sheet; the id alone for an owner that does not exist."""
    match _thing(state, owner):
        case Location() as place:
            return _location_sheet(state, place)
        case Character() as person:
            return _character_sheet(state, person)
        case None:
            return owner[1]
        case never:
            assert_never(never)


def location_sheet(state: State, id: str) -> str:
    """Every authored text of a place, and whether the story made it."""
    return sheet_of(state, ("location", id))


def character_sheet(state: State, id: str) -> str:
    """Every authored text of a person with today's schedule, and whether the story made them."""
    return sheet_of(state, ("character", id))


def digest_of(state: State, owner: tuple[str, str], departure: str | None = None) -> str:
    """One line: summary and what the state knows. Never a secret.

    departure: what is told of how a person left; None tells where they were last seen.
    """
    match _thing(state, owner):
        case Location() as place:
            return sheets.location_digest(place, state.world, note=state.note(place.id))
        case Character() as person:
            return _character_digest(state, person, departure)
        case None:
            return owner[1]
        case never:
            assert_never(never)


def line(state: State, owner: tuple[str, str]) -> str:
    """Name and id; the id alone for an owner that does not exist."""
    thing = _thing(state, owner)
    return owner[1] if thing is None else sheets.name_line(thing)


def _location_sheet(state: State, place: Location) -> str:
    text = sheets.location_sheet(place, state.world, exits=(), time=_now(state))
    return f"{text}\n{_say(state, 'sheet_temporary_location')}" if place.temporary else text


def _character_sheet(state: State, person: Character) -> str:
    place = whereabouts(state, person.id)
    text = sheets.character_sheet(
        replace(person, schedule=today(person.schedule, state.clock)),
        state.world,
        place=None if place is None else name_of(state, place),
        time=_now(state),
    )
    return f"{text}\n{_say(state, 'sheet_temporary_character')}" if person.temporary else text


def _character_digest(state: State, person: Character, departure: str | None) -> str:
    place = whereabouts(state, person.id)
    return sheets.character_digest(
        person,
        state.world,
        condition=state.condition(person.id),
        relationship=state.relationship(person.id),
        departure=_departure(state, person.id) if departure is None else departure,
        whereabouts=_say(state, "out_of_sight") if place is None else name_of(state, place),
    )


def _departure(state: State, character: str) -> str:
    left = state.get(("left", character))
    return "" if left is None else name_of(state, left[2])


def _thing(state: State, owner: tuple[str, str]) -> Location | Character | None:
    kind, id = owner
    return state.location(id) if kind == "location" else state.character(id)


def _now(state: State) -> str | None:
    """What {{time}} stands for in a sheet: words that hold at any hour, since the sheet stays as it is."""
    return None if state.clock is None else _say(state, "the_hour")


def _say(state: State, key: str, **values: str) -> str:
    return message(catalogue_language(state.world.language), f"runtime.{key}", **values)
