"""Who is told in full and who as a digest this turn, and what their blocks are made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rpg.context.frame_text import Pins, Teller
from rpg.context.frames import Cast, Owner, Texts
from rpg.context.record import Record, StoodKind, record_from_document
from rpg.context.sections import short_hash
from rpg.context.values import Note, PlanInputs
from rpg.runtime.clock import scheduled_between
from rpg.runtime.detail import digested
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present, whereabouts
from rpg.world.macros import macros_in

MEANWHILE = 3
"""Places that are told of a time away."""


def cast_of(state: State, last: Record | None, digest_people: int) -> Cast:
    """The cast at `state`; departures are those the last record has not seen."""
    around = present(state)
    along = tuple(id for id in around if state.follows(id))
    people = (*along, *(id for id in around if id not in along))
    gone = tuple(reversed(digested(state)[:digest_people]))
    seen = last.departures if last is not None else 0
    departed = frozenset(id for id in gone if departure(state, id)[1] > seen)
    here = state.player_location
    came_from = last.place if last is not None and last.place != here else ""
    return Cast(here, people, frozenset(along), gone, departed, came_from)


def owners_of(cast: Cast) -> tuple[Owner, ...]:
    """The frames of the scene in the order in which new ones are placed.

    Those who travel along come first, for they stay longest. The place stands behind everyone: when somebody
    leaves, it is placed anew with what is read again anyway, and so stands late when the player moves on.
    """
    people: list[Owner] = [("person", id) for id in cast.people]
    return (*people, ("place", cast.place), ("names", cast.place))


def departure(state: State, who: str) -> tuple[int, int, str]:
    """(turn, running number, place) of someone's last departure; zeros when they never left."""
    turn, number, place, _ = state.get(("left", who), (0, 0, "", None))
    return int(turn), int(number), str(place)


def minutes_away(state: State, who: str) -> int | None:
    """Minutes since someone was last seen; None where time is not modelled or they never left."""
    left = state.get(("left", who))
    since = left[3] if left is not None else None
    return None if since is None or state.clock is None else max(0, state.clock - int(since))


def departures_told(state: State, last_record: Mapping[str, Any] | None) -> frozenset[tuple[str, int]]:
    """The departures, as (character, running number), whose notes a plan at `state` can need.

    Those of everyone who has a digest or is present again, and those that the last record's blocks tell of.
    """
    people = (*digested(state), *present(state))
    latest = ((who, departure(state, who)[1]) for who in people)
    record = record_from_document(last_record)
    stood = record.stood if record is not None else ()
    told = ((old.owner, int(old.pins.get("departure") or 0)) for old in stood if old.kind == "left")
    since = ((old.owner, int(old.pins["since"][3])) for old in stood if old.pins.get("since"))
    return frozenset(pair for pair in (*latest, *told, *since) if pair[1])


@dataclass(frozen=True, slots=True)
class Pinner:
    """What a block placed now is made with."""

    inputs: PlanInputs
    last: Record | None

    def pin(self, kind: StoodKind, owner: str) -> Pins:
        match kind:
            case "person":
                return self._person(owner)
            case "left":
                return self._digest(owner)
            case "place":
                return self._clock(text_of_place(self.inputs.state, owner))
            case "names" | "went":
                return {}

    def moved(self, who: str, pins: Pins) -> bool:
        """Whether the story has put someone elsewhere since their digest was placed.

        Their own schedule does not count: a digest tells where they went.
        """
        position = self.inputs.state.get(("position", who))
        if position is None:
            return False
        return bool(position[0] != pins.get("to") and position[0] == whereabouts(self.inputs.state, who))

    def _person(self, who: str) -> Pins:
        state = self.inputs.state
        pins: dict[str, object] = {}
        if known := len(state.knows(who)):
            pins["knows"] = known
        turn, number, place = departure(state, who)
        if number:
            note = self._note(who)
            told = short_hash(note.text) if note else ""
            away = minutes_away(state, who)
            pins["since"] = [self._turns_away(who, turn), place, told, number, away]
            if meanwhile := self._meanwhile(who, place):
                pins["from"] = meanwhile
        text = text_of_person(state, who)
        if ("location", "") in macros_in(text):
            pins["where"] = state.player_location
        return {**pins, **self._clock(text)}

    def _digest(self, who: str) -> Pins:
        pins: dict[str, object] = {}
        place = whereabouts(self.inputs.state, who)
        if place:
            pins["to"] = place
        if place and place == departure(self.inputs.state, who)[2]:
            pins["stayed"] = True
        if known := len(self.inputs.state.knows(who)):
            pins["knows"] = known
        note = self._note(who)
        if number := departure(self.inputs.state, who)[1]:
            pins["departure"] = number
        if note is not None:
            pins["note"] = short_hash(note.text)
        return pins

    def _turns_away(self, who: str, left: int) -> int:
        """Turns from the one in which somebody left to the one in which they were met again.

        Who is there when the player speaks came back within the reply before; a travel meets people anew,
        except those who travel along.
        """
        state = self.inputs.state
        met_now = self.inputs.turn.kind == "travel" and not state.follows(who)
        return max(0, state.turn - (0 if met_now else 1) - left)

    def _meanwhile(self, who: str, parted: str) -> list[str]:
        """Where somebody was while they were away: where they went, then where their day took them."""
        state, person = self.inputs.state, self.inputs.state.character(who)
        left, position = state.get(("left", who)), state.get(("position", who))
        since = left[3] if left is not None else None
        moved = position is not None and since is not None and (position[1] or 0) > since
        went = self._went_to(who)
        places = [went, *(() if person is None or moved else scheduled_between(person, since, state.clock))]
        here = (parted, state.player_location, "")
        return [place for place in dict.fromkeys(places) if place not in here][:MEANWHILE]

    def _went_to(self, who: str) -> str:
        """Where the last digest said that they went; "" when they stayed or nothing was said."""
        stood = self.last.stood if self.last is not None else ()
        told = next((old for old in reversed(stood) if old.kind == "left" and old.owner == who), None)
        return "" if told is None or told.pins.get("stayed") else str(told.pins.get("to") or "")

    def _note(self, who: str) -> Note | None:
        """The best digest of the last departure: one by the model, else the latest made."""
        number = departure(self.inputs.state, who)[1]
        notes = [n for n in self.inputs.notes.departures.get(who, ()) if n.departure in (0, number)]
        return max(
            enumerate(notes),
            key=lambda item: (item[1].covers, item[1].source == "model", item[0]),
            default=(0, None),
        )[1]

    def _clock(self, text: str) -> Pins:
        clock = self.inputs.state.clock
        return {"clock": clock} if clock is not None and ("time", "") in macros_in(text) else {}


def texts_of(teller: Teller, pinner: Pinner) -> Texts:
    """The functions that place and tell blocks."""

    def tell(kind: StoodKind, owner: str, pins: Pins) -> str | None:
        match kind:
            case "place":
                return teller.place(owner, pins)
            case "names":
                return teller.names(owner, pins)
            case "person":
                return teller.person(owner, pins)
            case "left":
                return teller.digest(owner, pins)
            case "went":
                return teller.parting(owner, pins)

    return Texts(tell, pinner.pin, pinner.moved)


def text_of_place(state: State, id: str) -> str:
    """The authored texts of a place, as written: where macros are looked for."""
    location = state.location(id)
    if location is None:
        return ""
    details = (text for detail in location.details for text in detail)
    return "\n".join((location.summary, location.description, location.rules, *details))


def text_of_person(state: State, id: str) -> str:
    """The authored texts of a person, as written."""
    person = state.character(id)
    if person is None:
        return ""
    pairs = (text for pair in (*person.relations, *person.topics) for text in pair)
    own = (person.summary, person.description, person.personality, person.speech, person.goals)
    return "\n".join((*own, person.secrets, person.boundaries, *person.examples, *pairs))
