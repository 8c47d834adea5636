"""What can be changed by hand, as choices with the present value; a function of the state."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.runtime.clock import clock_text
from rpg.runtime.locks import is_locked
from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.session.flagwords import flag_name
from rpg.text.clean import clean_line
from rpg.text.messages import message


@dataclass(frozen=True, slots=True)
class HandFact:
    """A fact that can be changed. kind, id: as `Session.set` takes them. now: what it is at present."""

    kind: str
    id: str
    now: str = ""


LOCKABLE = frozenset({"condition", "relationship", "position", "note", "clock", "player"})
"""Kinds whose facts can be locked against the model under the same name."""


def person_facts_by_hand(state: State, person: str, *, author: bool) -> tuple[HandFact, ...]:
    """What can be changed about a person. author: whether places that are not known may be named."""
    place = whereabouts(state, person)
    seen = place is not None and (author or is_known(state, place))
    return (
        HandFact("condition", person, state.condition(person)),
        HandFact("relationship", person, state.relationship(person)),
        HandFact("knows", person),
        *((HandFact("forgets", person),) if state.knows(person) else ()),
        HandFact("position", person, name_of(state, place) if place is not None and seen else ""),
    )


def place_facts_by_hand(state: State, place: str) -> tuple[HandFact, ...]:
    """What can be changed about a place."""
    return (HandFact("note", place, state.note(place)),)


def story_facts_by_hand(state: State, language: str) -> tuple[HandFact, ...]:
    """What can be changed about the story as a whole, the place of the player first."""
    here = state.player_location
    clock = () if state.clock is None else (HandFact("clock", "", clock_text(state.clock, language)),)
    answers = (HandFact("answer", question, text) for question, text in state.answers().items())
    flags = (HandFact("flag", name, _flag(value, language)) for name, value in sorted(state.flags().items()))
    return (
        HandFact("player", "", name_of(state, here)),
        *place_facts_by_hand(state, here),
        *clock,
        HandFact("premise", "", state.premise),
        *answers,
        *(flag for flag in flags if not flag.id.startswith(("beat.", "told.", "asked."))),
    )


def _flag(value: object, language: str) -> str:
    return (
        message(language, "tui.hand_on" if value else "tui.hand_off")
        if isinstance(value, bool)
        else str(value)
    )


def lock_name(fact: HandFact) -> str:
    """The fact's name among locks; "" when it cannot be locked."""
    if fact.kind not in LOCKABLE:
        return ""
    return f"{fact.kind}:{fact.id}" if fact.id else fact.kind


def fact_text(state: State, fact: HandFact, language: str) -> str:
    """What the fact is called: "Condition of Mira Vale"; an answer is called by its question."""
    match fact.kind:
        case "flag":
            about = flag_name(state, fact.id)
        case "answer":
            about = next((one.ask for one in state.world.questions if one.id == fact.id), fact.id)
        case _:
            about = name_of(state, fact.id) if fact.id else ""
    return message(language, f"tui.hand_{fact.kind}", about=clean_line(about))


def fact_now(state: State, fact: HandFact, language: str) -> str:
    """The present value, with a word when it is locked against the model."""
    locked = lock_name(fact) and is_locked(state, lock_name(fact))
    mark = message(language, "tui.hand_locked") if locked else ""
    return " · ".join(part for part in (clean_line(fact.now), mark) if part)


def place_choices(state: State, *, author: bool) -> tuple[tuple[str, str], ...]:
    """(id, name) of the places somebody can be put at; unknown ones only for an author."""
    return tuple(
        (place, clean_line(name_of(state, place)))
        for place in state.location_ids()
        if author or is_known(state, place)
    )
