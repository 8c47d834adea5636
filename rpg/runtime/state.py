"""State: what is true at a head, as a frozen overlay over a world version.

Everything that is true and not authored is one fact in `facts`; `positioned` and `altered` and `recent` are
look-ups derived from the facts and rebuilt by `State.from_facts`. This module only reads and sets single
facts; the rules are in `rpg.runtime.apply`, who is where in `rpg.runtime.whereabouts`.

| key | value |
|---|---|
| ("player",) | location id |
| ("turn",) | number of the turn, from 0 |
| ("clock",) | minutes since the start of day 1 (absent: time is not modelled) |
| ("position", character) | (location id or None, clock minutes when set) |
| ("follows", character) | True |
| ("left", character) | (turn, running number of the departure, location id they were last seen at) |
| ("departures",) | how many departures there were |
| ("location", id) | (name, summary, description, rules) of a temporary location |
| ("character", id) | (name, summary, description, home) of a walk-on |
| ("exit", from, to) | (label, minutes, hidden, locked), or None: taken away |
| ("note", location), ("known", location) | text, True |
| ("visits", location) | (how often the player came, turn of the last coming) |
| ("condition", character), ("relationship", character) | text |
| ("knows", character) | tuple of texts |
| ("flag", name), ("pin", id), ("answer", question), ("premise",), ("summary",), ("lock", fact) | value |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import immutables

from rpg.runtime.facts import Facts, Key, Value
from rpg.runtime.index import WorldIndex
from rpg.world.model import Character, Exit, Location, World

RECENT_KEPT = 64
"""Departures remembered in order; the 24 that get a digest are the first of them who are not present."""

NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """The facts at a head over a world version. Compare by `hash`.

    positioned: characters with an explicit position, by place. altered: ends of exits that the story
    changed, by origin. recent: who left the scene, latest first.
    """

    index: WorldIndex
    facts: Facts
    positioned: immutables.Map[str, frozenset[str]]
    altered: immutables.Map[str, frozenset[str]]
    recent: tuple[str, ...]

    @classmethod
    def from_facts(cls, index: WorldIndex, facts: Facts) -> State:
        """The state of stored facts; costs one pass over them."""
        state = cls(index, Facts(), immutables.Map(), immutables.Map(), ())
        left: list[tuple[int, str]] = []
        for key, value in facts.items():
            state = state._indexed(key, value)
            if key[0] == "left":
                left.append((value[1], key[1]))
        recent = tuple(name for _, name in sorted(left, reverse=True)[:RECENT_KEPT])
        return replace(state, facts=facts, recent=recent)

    # -- single facts -------------------------------------------------------------------------

    def get(self, key: Key, default: Value = None) -> Value:
        return self.facts.get(key, default)

    def set(self, key: Key, value: Value) -> State:
        """This state with one fact set; the same object when it already is so."""
        facts = self.facts.set(key, value)
        if facts is self.facts:
            return self
        state = replace(self._unindexed(key), facts=facts)._indexed(key, facts.get(key))
        if key[0] == "left":
            return replace(state, recent=_moved_up(state.recent, key[1]))
        return state

    def drop(self, key: Key) -> State:
        """This state without a fact; the same object when it is not there."""
        facts = self.facts.drop(key)
        if facts is self.facts:
            return self
        state = replace(self._unindexed(key), facts=facts)
        if key[0] == "left":
            return State.from_facts(self.index, facts)
        return state

    def _indexed(self, key: Key, value: Value) -> State:
        match key:
            case ("position", name) if value[0] is not None:
                return replace(self, positioned=_with(self.positioned, value[0], name))
            case ("exit", start, end):
                return replace(self, altered=_with(self.altered, start, end))
        return self

    def _unindexed(self, key: Key) -> State:
        match key:
            case ("position", name):
                old = self.facts.get(key)
                if old is not None and old[0] is not None:
                    return replace(self, positioned=_without(self.positioned, old[0], name))
            case ("exit", start, end):
                return replace(self, altered=_without(self.altered, start, end))
        return self

    @property
    def hash(self) -> str:
        """The state hash: 32 hexadecimal digits, the same however this state was reached."""
        return self.facts.hash

    # -- what is true -------------------------------------------------------------------------

    @property
    def world(self) -> World:
        return self.index.world

    @property
    def player_location(self) -> str:
        return str(self.facts.get(("player",)))

    @property
    def turn(self) -> int:
        return int(self.facts.get(("turn",), 0))

    @property
    def clock(self) -> int | None:
        """Minutes since the start of day 1; None when time is not modelled."""
        minutes = self.facts.get(("clock",))
        return None if minutes is None else int(minutes)

    def location(self, id: str) -> Location | None:
        """The authored or temporary location, without the changes of its exits (see `exits`)."""
        authored = self.world.locations.get(id)
        if authored is not None:
            return authored
        made = self.facts.get(("location", id))
        if made is None:
            return None
        name, summary, description, rules = made
        return Location(id, name, summary=summary, description=description, rules=rules, temporary=True)

    def character(self, id: str) -> Character | None:
        """The authored character or the walk-on."""
        authored = self.world.characters.get(id)
        if authored is not None:
            return authored
        made = self.facts.get(("character", id))
        if made is None:
            return None
        name, summary, description, home = made
        return Character(id, name, location=home, summary=summary, description=description, temporary=True)

    def temporary_locations(self) -> Iterator[str]:
        return (key[1] for key, _ in self.facts.items() if key[0] == "location")

    def walk_ons(self) -> Iterator[str]:
        return (key[1] for key, _ in self.facts.items() if key[0] == "character")

    def location_ids(self) -> tuple[str, ...]:
        """All locations: authored in the author's order, then temporary by id."""
        return (*self.world.locations, *sorted(self.temporary_locations()))

    def character_ids(self) -> tuple[str, ...]:
        """All characters: authored in the author's order, then walk-ons by id."""
        return (*self.world.characters, *sorted(self.walk_ons()))

    def exits(self, location: str) -> dict[str, Exit]:
        """The ways out of `location` as they are now, by the location they lead to; hidden and locked ones too."""
        ways = dict(self.index.exits.get(location, {}))
        for end in sorted(self.altered.get(location, NOBODY)):
            change = self.facts.get(("exit", location, end))
            if change is None:
                ways.pop(end, None)
            else:
                label, minutes, hidden, locked = change
                ways[end] = Exit(end, label, minutes, True, hidden, locked)
        return ways

    def follows(self, character: str) -> bool:
        return ("follows", character) in self.facts

    def condition(self, character: str) -> str:
        return str(self.facts.get(("condition", character), ""))

    def relationship(self, character: str) -> str:
        return str(self.facts.get(("relationship", character), ""))

    def knows(self, character: str) -> tuple[str, ...]:
        known: tuple[str, ...] = self.facts.get(("knows", character), ())
        return known

    def visits(self, location: str) -> int:
        return int(self.facts.get(("visits", location), (0, 0))[0])

    def note(self, location: str) -> str:
        return str(self.facts.get(("note", location), ""))

    def flag(self, name: str) -> Value:
        return self.facts.get(("flag", name))

    def flags(self) -> dict[str, Value]:
        return {key[1]: value for key, value in self.facts.items() if key[0] == "flag"}

    def answers(self) -> dict[str, str]:
        """Answers of the opening questionnaire by question id, in the author's order."""
        return {
            question.id: str(self.facts.get(("answer", question.id), question.default))
            for question in self.world.questions
        }

    @property
    def premise(self) -> str:
        return str(self.facts.get(("premise",), ""))

    def pins(self) -> dict[str, str]:
        """Pinned memories by id, sorted by id."""
        return dict(sorted((key[1], value) for key, value in self.facts.items() if key[0] == "pin"))


def initial_state(index: WorldIndex) -> State:
    """The state before anything happened: the player at the start, the clock as the author set it."""
    world = index.world
    facts = (
        Facts()
        .set(("world",), index.version)
        .set(("player",), world.start)
        .set(("visits", world.start), (1, 0))
    )
    if world.clock is not None:
        facts = facts.set(("clock",), world.clock.start)
    return State.from_facts(index, facts)


def _with(
    map: immutables.Map[str, frozenset[str]], place: str, name: str
) -> immutables.Map[str, frozenset[str]]:
    return map.set(place, map.get(place, NOBODY) | {name})


def _without(
    map: immutables.Map[str, frozenset[str]], place: str, name: str
) -> immutables.Map[str, frozenset[str]]:
    rest = map.get(place, NOBODY) - {name}
    if rest:
        return map.set(place, rest)
    return map.delete(place) if place in map else map


def _moved_up(recent: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (name, *(other for other in recent if other != name))[:RECENT_KEPT]
