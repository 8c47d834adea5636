"""What stands in the history: frames, rosters, digests and one-line places, as text.

Each text is a function of the state, the notes and a few pinned values that the record keeps, so that the
same bytes come out on every later turn until a fact in them changes. Source: docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.context.delimit import block, escape
from rpg.context.roster import Roster
from rpg.context.sections import short_hash
from rpg.context.values import Note, Notes
from rpg.memory.clip import clip, first_sentence, rough_tokens
from rpg.memory.recall import since_last_met
from rpg.runtime.clock import clock_text
from rpg.runtime.state import State
from rpg.text.labels import Say
from rpg.world.macros import expand
from rpg.world.model import Character, Location
from rpg.world.sheets import character_sheet, location_digest, location_sheet, name_line

KNOWN_FACTS = 40
"""The newest facts a person knows that their frame lists; more than that a scene cannot use."""

DIGEST_FACTS = 2
"""The newest facts a person knows that their digest tells; the rest comes back with their frame."""

_SUMMARY_TOKENS = 22
_FACT_TOKENS = 14

Pins = Mapping[str, Any]
"""What a text was made with besides the state: JSON-able, kept in the record."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells the texts of frames for one plan.

    fill: puts outlet lore in. next_door: places one open step away. digest_tokens: the most a digest takes.
    """

    state: State
    notes: Notes
    language: str
    say: Say
    fill: Callable[[str], str]
    roster: Roster
    next_door: tuple[str, ...]
    digest_tokens: int

    def place(self, id: str, pins: Pins) -> str | None:
        """The frame of a location: its sheet and the places next door. None when there is no such place."""
        location = self.state.location(id)
        if location is None:
            return None
        lines = [location_sheet(location, self.state.world, exits=(), time=self._time(pins))]
        near = [self._digest_of_place(self.state.location(other)) for other in self.next_door]
        if any(near):
            lines += [self.say("next_door"), *(f"- {line}" for line in near if line)]
        return block("place", escape(self.fill("\n".join(lines))), id=id)

    def person(self, id: str, pins: Pins) -> str | None:
        """The frame of a person: their sheet, what they came to know, and what was when they last parted."""
        person = self.state.character(id)
        if person is None:
            return None
        sheet = character_sheet(person, self.state.world, place=self._where(pins), time=self._time(pins))
        parts = [escape(self.fill(sheet)), *self._knows(id, pins), *self._since(id, pins)]
        return block("person", "\n".join(parts), id=id)

    def names(self, id: str, pins: Pins) -> str | None:
        """The roster: ids and names of known places and of people."""
        say, roster = self.say, self.roster
        lines = []
        if roster.places:
            lines.append(f"{say('roster_places')} {self._pairs(roster.places)}")
        if roster.people:
            lines.append(f"{say('roster_people')} {self._pairs(roster.people)}")
        return block("names", escape("\n".join(lines))) if lines else None

    def digest(self, id: str, pins: Pins) -> str | None:
        """The digest of someone who left: summary, condition, relationship, departure note, where they went.

        At most about `digest_tokens` tokens with its delimiters, by a measure that no model's count changes:
        a digest must read the same on every later turn.
        """
        person = self.state.character(id)
        if person is None:
            return None
        body = self._digest_body(person, pins)
        frame = rough_tokens(block("left", "", id=id))
        return block("left", escape(clip(body, self.digest_tokens - frame, rough_tokens)), id=id)

    def parting(self, id: str, pins: Pins) -> str | None:
        """The one line a place shrinks to when the player leaves it."""
        location = self.state.location(id)
        name = name_line(location) if location is not None else id
        return block("went", escape(self.say("left_place", name=name)))

    def departure_note(self, who: str, hash: str) -> Note | None:
        """The departure digest with that text, by its short hash."""
        return next((n for n in self.notes.departures.get(who, ()) if short_hash(n.text) == hash), None)

    # -- parts --------------------------------------------------------------------------------

    def _time(self, pins: Pins) -> str | None:
        clock = pins.get("clock")
        return None if clock is None else clock_text(int(clock), self.language)

    def _where(self, pins: Pins) -> str | None:
        location = self.state.location(str(pins.get("where", "")))
        return None if location is None else location.name

    def _digest_of_place(self, location: Location | None) -> str:
        if location is None:
            return ""
        return location_digest(location, self.state.world, note=self.state.note(location.id))

    def _knows(self, id: str, pins: Pins) -> list[str]:
        facts = self.state.knows(id)[: int(pins.get("knows", 0))][-KNOWN_FACTS:]
        return [self.say("knows"), *(f"- {escape(fact)}" for fact in facts)] if facts else []

    def _since(self, id: str, pins: Pins) -> list[str]:
        since = pins.get("since")
        if not since:
            return []
        turns, place, note_hash, _, minutes = since
        note = self.departure_note(id, note_hash)
        parted = self._place_name(place) if place else ""
        text = note.text if note is not None else ""
        lines = since_last_met(
            self.language,
            turns=turns,
            parted_at=parted,
            note=text,
            came_from=[self._place_name(place) for place in pins.get("from", ())],
            minutes=minutes,
        )
        return [escape(line) for line in lines]

    def _digest_body(self, person: Character, pins: Pins) -> str:
        """The lines of a digest, what must not be lost first; the caller cuts at the end."""
        say, state, count = self.say, self.state, rough_tokens
        macros = {"char": person.name, "user": state.world.player.name}
        summary = clip(first_sentence(expand(person.summary, macros)), _SUMMARY_TOKENS, count)
        name = name_line(person)
        lines = [say("digest_summary", name=name, text=summary) if summary else say("digest_bare", name=name)]
        for label, fact in (
            ("digest_condition", state.condition(person.id)),
            ("digest_relationship", state.relationship(person.id)),
        ):
            lines += [say(label, text=clip(fact, _FACT_TOKENS, count))] if fact else []
        lines.append(self._gone_to(pins))
        note = self.departure_note(person.id, str(pins.get("note", "")))
        if note is not None:
            lines.append(say("digest_note", text=note.text))
        known = state.knows(person.id)[: int(pins.get("knows", 0))][-DIGEST_FACTS:]
        lines += [say("digest_knows", text=clip(fact, _FACT_TOKENS, count)) for fact in known]
        return "\n".join(lines)

    def _gone_to(self, pins: Pins) -> str:
        to = pins.get("to")
        if not to:
            return self.say("digest_away")
        return self.say("digest_stayed" if pins.get("stayed") else "digest_to", place=self._place_name(to))

    def _place_name(self, id: str | None) -> str:
        location = self.state.location(id) if id else None
        return name_line(location) if location is not None else id or ""

    def _pairs(self, pairs: tuple[tuple[str, str], ...]) -> str:
        comma, colon = self.say("comma"), self.say("colon")
        return comma.join(name if name == id else f"{id}{colon}{name}" for id, name in pairs)
