"""State: what is true at a head, as a frozen overlay over a world version.

Everything that is true and not authored is one fact in `facts`; `groups` and `recent` are look-ups derived
from the facts and rebuilt by `State.from_facts`. This module only reads and sets single facts; the rules are
in `rpg.runtime.apply`, who is where in `rpg.runtime.whereabouts`.

| key | value |
|---|---|
| ("player",) | location id |
| ("turn",) | number of the turn, from 0 |
| ("clock",) | minutes since the start of day 1 (absent: time is not modelled) |
| ("world",) | content hash of the world version |
| ("position", character) | (location id or None, clock minutes when set) |
| ("follows", character) | True |
| ("left", character) | (turn, running number of the departure, location id and clock minutes when last seen) |
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

from dataclasses import dataclass

import immutables

from rpg.runtime.facts import Facts, Key, Value
from rpg.runtime.index import WorldIndex
from rpg.world.model import Character, Exit, Location, World

RECENT_KEPT = 64
"""Departures remembered in order; the 24 that get a digest are the first of them who are not present."""

Group = tuple[str, ...]
Members = immutables.Map[str, bool]

_NOBODY: Members = immutables.Map()
_LISTED = frozenset(
    {"follows", "location", "character", "known", "visits", "flag", "pin", "lock", "answer", "condition"}
    | {"relationship", "knows", "note", "left"}
)
"""Kinds of facts whose names are kept as a group of their own."""


@dataclass(frozen=True, slots=True)
class State:
    """The facts at a head over a world version. Compare by `hash`.

    groups: names by what is said of them, such as ("position", place) for who was put there and
    ("exit", start) for where the exits lead that the story changed. recent: who left the scene, latest first.
    """

    index: WorldIndex
    facts: Facts
    groups: immutables.Map[Group, Members]
    recent: tuple[str, ...]

    @classmethod
    def from_facts(cls, index: WorldIndex, facts: Facts) -> State:
        """The state of stored facts; costs one pass over them."""
        groups: dict[Group, dict[str, bool]] = {}
        for key, value in facts.items():
            if (group := _group(key, value)) is not None:
                groups.setdefault(group, {})[key[-1]] = True
        left = sorted(((value[1], key[1]) for key, value in facts.items() if key[0] == "left"), reverse=True)
        frozen = immutables.Map({group: immutables.Map(names) for group, names in groups.items()})
        return cls(index, facts, frozen, tuple(name for _, name in left[:RECENT_KEPT]))

    # -- single facts -------------------------------------------------------------------------

    def get(self, key: Key, default: Value = None) -> Value:
        return self.facts.get(key, default)

    def set(self, key: Key, value: Value) -> State:
        """This state with one fact set; the same object when it already is so."""
        facts = self.facts.set(key, value)
        if facts is self.facts:
            return self
        groups = _joined(self._ungrouped(key), _group(key, facts.get(key)), key[-1])
        recent = _moved_up(self.recent, key[1]) if key[0] == "left" else self.recent
        return State(self.index, facts, groups, recent)

    def drop(self, key: Key) -> State:
        """This state without a fact; the same object when it is not there."""
        facts = self.facts.drop(key)
        if facts is self.facts:
            return self
        if key[0] == "left":
            return State.from_facts(self.index, facts)
        return State(self.index, facts, self._ungrouped(key), self.recent)

    def _ungrouped(self, key: Key) -> immutables.Map[Group, Members]:
        group = _group(key, self.facts.get(key)) if key in self.facts else None
        return _parted(self.groups, group, key[-1])

    def members(self, *group: str) -> tuple[str, ...]:
        """The names of a group, sorted: `members("visits")`, `members("position", "quay")`."""
        return tuple(sorted(self.groups.get(group, _NOBODY)))

    def positioned(self, place: str) -> tuple[str, ...]:
        """Who was explicitly put at `place`, whether that still holds or not."""
        return self.members("position", place)

    def altered(self, start: str) -> tuple[str, ...]:
        """Where the exits of `start` lead that the story changed."""
        return self.members("exit", start)

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

    def temporary_locations(self) -> tuple[str, ...]:
        """Locations that the story created, by id."""
        return self.members("location")

    def walk_ons(self) -> tuple[str, ...]:
        """Characters that the story created, by id."""
        return self.members("character")

    def followers(self) -> tuple[str, ...]:
        """Who travels with the player, by id."""
        return self.members("follows")

    def location_ids(self) -> tuple[str, ...]:
        """All locations: authored in the author's order, then temporary by id."""
        return (*self.world.locations, *self.temporary_locations())

    def character_ids(self) -> tuple[str, ...]:
        """All characters: authored in the author's order, then walk-ons by id."""
        return (*self.world.characters, *self.walk_ons())

    def exits(self, location: str) -> dict[str, Exit]:
        """The ways out of `location` as they are now, by where they lead; hidden and locked ones too.

        A way to a place that does not exist is none.
        """
        ways = dict(self.index.exits.get(location, {}))
        for end in self.altered(location):
            change = self.facts.get(("exit", location, end))
            if change is None:
                ways.pop(end, None)
            else:
                label, minutes, hidden, locked = change
                ways[end] = Exit(end, label, minutes, True, hidden, locked)
        return {end: exit for end, exit in ways.items() if self.location(end) is not None}

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
        """Facts of the story by name, sorted by name."""
        return {name: self.facts.get(("flag", name)) for name in self.members("flag")}

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
        return {id: str(self.facts.get(("pin", id))) for id in self.members("pin")}


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


def _group(key: Key, value: Value) -> Group | None:
    """The group that a fact puts the last word of its key into."""
    match key:
        case ("position", _):
            return ("position", value[0]) if value[0] is not None else None
        case ("exit", start, _):
            return ("exit", start)
        case (kind, _) if kind in _LISTED:
            return (kind,)
    return None


def _joined(
    groups: immutables.Map[Group, Members], group: Group | None, name: str
) -> immutables.Map[Group, Members]:
    return groups if group is None else groups.set(group, groups.get(group, _NOBODY).set(name, True))


def _parted(
    groups: immutables.Map[Group, Members], group: Group | None, name: str
) -> immutables.Map[Group, Members]:
    if group is None:
        return groups
    rest = groups[group].delete(name)
    return groups.set(group, rest) if rest else groups.delete(group)


def _moved_up(recent: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (name, *(other for other in recent if other != name))[:RECENT_KEPT]
