"""The tail card: what can change on any turn, and a few key facts of the scene, near the end.

Source: docs/context.md §4 (tail card).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from rpg.context.delimit import block, escape
from rpg.context.frames import Cast, Standing
from rpg.context.values import PlanInputs
from rpg.memory.clip import clip, first_sentence
from rpg.runtime.awaited import Awaited, awaited
from rpg.runtime.beats import beat_text, beats_of_turn
from rpg.runtime.scene import Scene, SceneExit, scene
from rpg.text.labels import Say
from rpg.world.beats import ASKED, HAPPENED, TOLD
from rpg.world.macros import expand
from rpg.world.sheets import name_line

SHOWN_FLAGS = 12


Told = tuple[tuple[str, int], ...]
"""How many known facts the frame of each person tells: all that the card takes from the blocks."""


def told_in(blocks: Iterable[Standing]) -> Told:
    return tuple((block.owner, int(block.pins.get("knows", 0))) for block in blocks if block.kind == "person")


def tail_card(inputs: PlanInputs, cast: Cast, told: Told, arrived: Sequence[str], say: Say) -> str:
    """The card as a delimited block. arrived: who came in since the last turn."""
    return block("now", escape("\n".join(_lines(inputs, cast, told, arrived, say))))


def _lines(inputs: PlanInputs, cast: Cast, told: Told, arrived: Sequence[str], say: Say) -> Iterator[str]:
    state, now = inputs.state, scene(inputs.state)
    yield _here(inputs, now, say)
    yield _people(inputs, cast, dict(told), say)
    if arrived:
        yield say("arrived", people=_names(inputs, arrived, say))
    if left := [who for who in cast.digested if who in cast.departed]:
        yield say("departed", people=_names(inputs, left, say))
    yield _ways(now, say, inputs)
    if now.note:
        yield say("note", text=now.note)
    if flags := _facts_of_the_story(state.flags()):
        yield say("flags", flags=say("comma").join(f"{name}={_value(value)}" for name, value in flags))
    if not inputs.settings.brief and (facts := key_facts(inputs, cast, say)):
        yield say("key_facts", text=facts)
    yield from _awaited(inputs, say)
    yield from _happening(inputs, say)


def _facts_of_the_story(flags: Mapping[str, object]) -> list[tuple[str, object]]:
    """The first flags by name; what only remembers that something was told or happened is left out."""
    kept = ((name, value) for name, value in flags.items() if not name.startswith((TOLD, ASKED, HAPPENED)))
    return list(islice(sorted(kept), SHOWN_FLAGS))


def _awaited(inputs: PlanInputs, say: Say) -> Iterator[str]:
    """What the author's beats wait for here, so that the model records it."""
    if wanted := [_wanted(inputs, one, say) for one in awaited(inputs.state)]:
        yield say("awaited", flags=say("semicolon").join(wanted))


def _wanted(inputs: PlanInputs, one: Awaited, say: Say) -> str:
    """A flag with what it means; the name of a topic's flag says it already."""
    if one.person:
        return one.flag
    meaning = expand(one.means, {"user": inputs.state.world.player.name}).rstrip(".。")
    return say("awaited_flag", name=one.flag, meaning=meaning)


def _happening(inputs: PlanInputs, say: Say) -> Iterator[str]:
    """The beats that this reply tells: what the turn brings about, and what happened at the end of the last one
    and is not told yet."""
    latest = inputs.log.message(inputs.log.count).text if inputs.log.count else ""
    told = (inputs.last_record or {}).get("beats", ())
    late = (beat for beat in beats_of_turn(inputs.state, inputs.state.turn - 1) if beat.id not in told)
    for beat in (*late, *inputs.beats):
        text = beat_text(inputs.state, beat)
        if text and text not in latest:
            yield say("beat", text=" ".join(text.split()))
        if beat.ending and beat.ending not in latest:
            yield say("ending", title=beat.ending)


def key_facts(inputs: PlanInputs, cast: Cast, say: Say) -> str:
    """First sentences of the place's and the people's summaries, within `key_fact_tokens`."""
    state, count = inputs.state, inputs.count
    location = state.location(state.player_location)
    things = [location, *(state.character(who) for who in cast.people)]
    left, kept = inputs.settings.key_fact_tokens, []
    for thing in things:
        if thing is None or not thing.summary:
            continue
        macros = {"user": state.world.player.name, "char": thing.name, "location": thing.name}
        text = f"{thing.name}{say('colon')}{expand(first_sentence(thing.summary), macros)}"
        text = clip(text, min(left, inputs.settings.key_fact_tokens // 2), count)
        if not text:
            break
        kept.append(text)
        left -= count(text)
    return " ".join(kept)


def _here(inputs: PlanInputs, now: Scene, say: Say) -> str:
    location = inputs.state.location(now.location)
    name = name_line(location) if location is not None else now.name
    time = now.clock_text(inputs.language)
    return say("here_at", name=name, time=time) if time else say("here", name=name)


def _people(inputs: PlanInputs, cast: Cast, told: Mapping[str, int], say: Say) -> str:
    if not cast.people:
        return say("alone")
    people = (_person(inputs, who, told.get(who), say) for who in cast.people)
    return say("people", people=say("semicolon").join(people))


def _person(inputs: PlanInputs, who: str, told: int | None, say: Say) -> str:
    """Name, condition, relationship, and what they came to know beyond the `told` facts of their frame.

    told: None for somebody whose frame has gone because they leave within this turn.
    """
    state = inputs.state
    facts = [
        say("with_player") if state.follows(who) else "",
        state.condition(who),
        state.relationship(who),
        *(say("new_fact", text=fact) for fact in (state.knows(who)[told:] if told is not None else ())),
    ]
    known = [fact for fact in facts if fact]
    name = _name(inputs, who)
    return say("person_facts", name=name, facts=say("semicolon").join(known)) if known else name


def _ways(now: Scene, say: Say, inputs: PlanInputs) -> str:
    if not now.exits:
        return say("no_ways")
    return say("ways", ways=say("semicolon").join(_way(exit, say, inputs) for exit in now.exits))


def _way(exit: SceneExit, say: Say, inputs: PlanInputs) -> str:
    macros = {"user": inputs.state.world.player.name}
    facts = [
        expand(exit.label, macros),
        say("way_minutes", minutes=exit.minutes) if exit.minutes else "",
        say("way_shut", reason=expand(exit.locked, macros)) if exit.locked else "",
        say("way_hidden") if exit.hidden else "",
    ]
    known = [fact for fact in facts if fact]
    location = inputs.state.location(exit.to)
    name = name_line(location) if location is not None else exit.name
    return say("way_facts", name=name, facts=say("comma").join(known)) if known else name


def _names(inputs: PlanInputs, people: Sequence[str], say: Say) -> str:
    return say("comma").join(_name(inputs, who) for who in people)


def _name(inputs: PlanInputs, who: str) -> str:
    person = inputs.state.character(who)
    return name_line(person) if person is not None else who


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
