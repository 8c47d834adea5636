"""What the author's beats wait for and a narrator can bring about here: facts to record. Source: docs/world-format.md §11."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rpg.runtime.conditions import happened
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.world.beats import Condition, told_flag
from rpg.world.model import World

MOST_AWAITED = 8


@dataclass(frozen=True, slots=True)
class Awaited:
    """A flag that is not set yet. person, topic: who would have told of what; "" for a flag of the story, whose
    meaning is in `means`."""

    flag: str
    means: str = ""
    person: str = ""
    topic: str = ""


def awaited(state: State) -> tuple[Awaited, ...]:
    """The flags that may be set here: topics of those present on which something depends, then flags that the
    author declared and something that can still happen asks for. At most MOST_AWAITED."""
    conditions = tuple(_open_conditions(state))
    if not conditions:
        return ()
    found = dict.fromkeys((*_topics(state, conditions), *_flags(state, conditions)))
    return tuple(found)[:MOST_AWAITED]


def _open_conditions(state: State) -> Iterator[Condition]:
    """The conditions of beats that can still happen, and of topics."""
    for beat in state.world.beats.values():
        if not beat.once or happened(state, beat.id) is None:
            yield beat.when
    yield from topic_conditions(state.world)


def topic_conditions(world: World) -> Iterator[Condition]:
    for person in world.characters.values():
        yield from (topic.when for topic in person.topic_rules)


def _topics(state: State, conditions: tuple[Condition, ...]) -> Iterator[Awaited]:
    asked = {one for when in conditions for one in (*when.told, *when.not_told, *when.asked)}
    for id in present(state):
        person = state.character(id)
        if person is None:
            continue
        setting = {topic.id for topic in person.topic_rules if topic.set_flag}
        for name, _ in person.topics:
            matters = name in setting or f"{id}.{name}" in asked
            if matters and not state.flag(told_flag(id, name)):
                yield Awaited(told_flag(id, name), person=id, topic=name)


def _flags(state: State, conditions: tuple[Condition, ...]) -> Iterator[Awaited]:
    """A condition bound to another place waits for nothing here."""
    here = state.player_location
    for when in conditions:
        if when.location and here not in when.location:
            continue
        for flag in when.flag:
            declared = state.world.flags.get(flag)
            if declared is not None and declared.means and not state.flag(flag):
                yield Awaited(flag, declared.means)
