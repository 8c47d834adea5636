"""What a world's own rules can ever bring about: beats, topics, flags and places, from the start on.

A place counts as reachable by open ways, by ways that a possible beat opens, and where a possible beat brings the
player. People count as met where they live, are due, or are brought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rpg.world.beats import ANSWERED, Beat, Condition, Settings, asked_flag, beat_flag, told_flag
from rpg.world.ids import PLAYER
from rpg.world.model import Exit, World

Ways = Mapping[str, Mapping[str, Exit]]


@dataclass(slots=True)
class Possible:
    """Ids of what can come about. topics: "character.topic". flags: the values they may have, "" for any.

    known_topics, settable: all topics, and all flags that something could set.
    """

    world: World
    ways: Ways
    known_topics: frozenset[str]
    settable: frozenset[str]
    beats: set[str] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)
    flags: dict[str, set[str]] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)

    def lacks(self, when: Condition) -> str:
        """The first thing that a condition waits for in vain, such as "flag lit"; "" when it may hold."""
        return next(self._lacking(when), "")

    def _lacking(self, when: Condition) -> Iterator[str]:
        """What the world does not have at all is no lack: other checks tell of it."""
        locations, characters = self.world.locations, self.world.characters
        if when.location and not any(
            place in self.places or place not in locations for place in when.location
        ):
            yield f"location {when.location[0]}"
        yield from (f"visited {place}" for place in when.visited if place in locations.keys() - self.places)
        for key, people in (("present", when.present), ("with", when.company)):
            yield from (f"{key} {person}" for person in people if person in characters.keys() - self.people)
        yield from (f"flag {flag}" for flag in when.flag if not self._may_hold(flag))
        yield from (f"told {topic}" for topic in when.told if topic in self.known_topics - self.topics)
        yield from (
            f"asked {topic}" for topic in when.asked if topic.split(".")[0] in characters.keys() - self.people
        )
        yield from (f"beat {beat}" for beat in when.beat if beat in self.world.beats.keys() - self.beats)

    def _may_hold(self, flag: str) -> bool:
        name, equals, value = (part.strip() for part in flag.partition("="))
        if name not in self.settable:
            return True
        values = self.flags.get(name, set())
        return bool(values) and (not equals or "" in values or value in values)


def possible(world: World, ways: Ways) -> Possible:
    """Everything that can come about, found by going on until nothing new is found."""
    found = Possible(world, ways, topics_of(world), settable(world))
    for flag in world.flags:
        found.flags[flag] = {""}
    for question in world.questions:
        found.flags[f"{ANSWERED}{question.id}"] = {*question.choices} or {""}
    while _grown(found):
        pass
    return found


def topics_of(world: World) -> frozenset[str]:
    """Every topic as "character.topic"."""
    return frozenset(
        f"{person.id}.{name}" for person in world.characters.values() for name, _ in person.topics
    )


def settable(world: World) -> frozenset[str]:
    """Every flag that something sets: a beat, a topic, a declaration, or the telling of a topic itself."""
    beats, people = world.beats.values(), world.characters.values()
    found = set(world.flags) | {beat_flag(beat.id) for beat in beats}
    found |= {f"{ANSWERED}{question.id}" for question in world.questions}
    found |= {name for beat in beats for name, _ in beat.set_flag}
    for person in people:
        found |= {name for topic in person.topic_rules for name, _ in topic.set_flag}
        found |= {flag(person.id, name) for name, _ in person.topics for flag in (told_flag, asked_flag)}
    return frozenset(found)


def _grown(found: Possible) -> bool:
    before = _size(found)
    _walk(found)
    _meet(found)
    for beat in found.world.beats.values():
        if beat.id not in found.beats and not found.lacks(beat.when):
            found.beats.add(beat.id)
            found.flags.setdefault(beat_flag(beat.id), {""})
            _set(found, beat.set_flag)
    for person in found.world.characters.values():
        rules = {topic.id: topic for topic in person.topic_rules}
        for name, _ in person.topics:
            rule = rules.get(name)
            if person.id in found.people and (rule is None or not (rule.when.said or found.lacks(rule.when))):
                found.topics.add(f"{person.id}.{name}")
                for flag in (told_flag, asked_flag):
                    found.flags.setdefault(flag(person.id, name), {""})
                _set(found, rule.set_flag if rule is not None else ())
    return _size(found) != before


def _size(found: Possible) -> tuple[int, ...]:
    kinds = (found.beats, found.topics, found.places, found.people)
    return (*map(len, kinds), sum(len(values) for values in found.flags.values()))


def _set(found: Possible, settings: Settings) -> None:
    for name, value in settings:
        values = found.flags.setdefault(name, set())
        values.add(str(value).lower() if isinstance(value, bool) else str(value))


def _walk(found: Possible) -> None:
    opened = {frozenset((way.start, way.end)) for beat in _happening(found) for way in beat.open}
    waiting = [found.world.start, *found.places]
    waiting += [
        move.to for beat in _happening(found) for move in beat.move if move.character == PLAYER and move.to
    ]
    while waiting:
        place = waiting.pop()
        found.places.add(place)
        for end, exit in found.ways.get(place, {}).items():
            passes = not (exit.hidden or exit.locked) or frozenset((place, end)) in opened
            if passes and end not in found.places:
                waiting.append(end)


def _meet(found: Possible) -> None:
    brought = [(move.character, move.to) for beat in _happening(found) for move in beat.move]
    for person in found.world.characters.values():
        places = {person.location, *(block.location for block in person.schedule)}
        places |= {to for who, to in brought if who == person.id}
        if places & found.places:
            found.people.add(person.id)


def _happening(found: Possible) -> Iterator[Beat]:
    return (found.world.beats[beat] for beat in found.beats if beat in found.world.beats)
