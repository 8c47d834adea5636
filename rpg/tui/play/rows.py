"""What the side panes list, as plain rows: a function of the state and the language."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.runtime.detail import digested
from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import SceneExit, scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.clean import clean_line
from rpg.text.messages import message


@dataclass(frozen=True, slots=True)
class ExitRow:
    """A way out. number: its digit, from 1; 0 beyond 9. name: of the place it leads to. label, minutes: "" when
    there are none. lock: the reason it is shut, "" when open."""

    to: str
    number: int
    name: str
    label: str = ""
    minutes: str = ""
    lock: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person. here: with the player. details: lines under the name, most telling first."""

    id: str
    name: str
    here: bool
    follows: bool = False
    details: tuple[str, ...] = ()


def exit_rows(state: State, language: str) -> tuple[ExitRow, ...]:
    """The ways the player sees, in the order of the author."""
    rows: list[ExitRow] = []
    for index, exit in enumerate(scene(state).shown_exits):
        label, name = clean_line(exit.label), clean_line(exit.name)
        rows.append(
            ExitRow(
                exit.to,
                index + 1 if index < 9 else 0,
                name,
                "" if label == name else label,
                _minutes(state, exit, language),
                clean_line(exit.locked),
            )
        )
    return tuple(rows)


def _minutes(state: State, exit: SceneExit, language: str) -> str:
    """What the way costs, told as the travel menu tells it; "" when it costs nothing or time is not
    modelled, and for a way that is shut."""
    clock = state.world.clock
    if clock is None or exit.locked:
        return ""
    minutes = clock.minutes_per_turn if exit.minutes is None else exit.minutes
    return message(language, "tui.minutes", count=minutes) if minutes else ""


def people_here(state: State) -> tuple[PersonRow, ...]:
    """Who is with the player, with condition and relationship."""
    return tuple(
        PersonRow(
            person, clean_line(name_of(state, person)), True, state.follows(person), _told(state, person)
        )
        for person in scene(state).present
    )


def people_left(state: State, language: str, most: int = 6) -> tuple[PersonRow, ...]:
    """Who left last, with where to as far as the player knows that place."""
    return tuple(
        PersonRow(person, clean_line(name_of(state, person)), False, details=_gone(state, person, language))
        for person in digested(state)[:most]
    )


def _told(state: State, person: str) -> tuple[str, ...]:
    facts = (state.condition(person), state.relationship(person))
    return tuple(clean_line(fact) for fact in facts if fact)


def _gone(state: State, person: str, language: str) -> tuple[str, ...]:
    """A place the player does not know is not given away."""
    place = whereabouts(state, person)
    if place is None or not is_known(state, place):
        return ()
    return (message(language, "tui.gone_to", place=clean_line(name_of(state, place))),)
