"""From a story and its settings to the inputs of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rpg.context.cast import departures_told
from rpg.context.memory_in_force import in_force
from rpg.context.plan import plan
from rpg.context.result import Plan
from rpg.context.sections import short_hash
from rpg.context.values import ContextSettings, Count, Note, Notes, PlanInputs, Recalled
from rpg.narrator.protocol import Traits
from rpg.runtime.beats import foreseen
from rpg.runtime.state import State
from rpg.session.isolation import Books, is_isolated, worlds_books
from rpg.session.settings import SessionSettings, context_settings, instructions_of
from rpg.session.settling import settle
from rpg.session.shelf import preset_texts
from rpg.session.story import Ground, Story
from rpg.session.wire import offers, tools_in_text
from rpg.store.save import Save
from rpg.text.tokens import TokenCounter
from rpg.tools.execute import ToolBox
from rpg.world.beats import Beat
from rpg.world.model import Preset

NOTES_READ = 400
"""Departure notes looked through at most; who left longer ago has no digest any more."""

SUMMARIES_READ = 4


def nothing_recalled(ground: Ground, isolated: bool) -> tuple[Recalled, ...]:
    """The memory of a telling that has none."""
    return ()


@dataclass(frozen=True, slots=True)
class Telling:
    """How a turn is told: by whom, with which settings and tools, counted by what.

    preset: the active one. recall: what comes to mind from the long-term memory, given the ground and whether
    it is isolated. profile: of the player, "" when it is not sent. limit: tokens that the server really takes,
    where that is known to be less than the window. books: the lorebooks, over a version of the world.
    """

    traits: Traits
    settings: SessionSettings
    tools: ToolBox
    counter: TokenCounter
    isolated: bool = False
    preset: Preset | None = None
    recall: Callable[[Ground, bool], tuple[Recalled, ...]] = nothing_recalled
    profile: str = ""
    limit: int | None = None
    books: Books = worlds_books


def plan_turn(story: Story, ground: Ground, telling: Telling) -> Plan:
    """The first request of the turn that stands on `ground`."""
    return plan(plan_inputs(story, ground, telling))


def plan_inputs(story: Story, ground: Ground, telling: Telling) -> PlanInputs:
    """Everything the plan of a turn depends on."""
    from rpg.session.lore import lore_of_turn

    telling = at_ground(telling, ground)
    settle(story, ground.before, lambda other: plan_turn(story, other, telling).record, telling.counter.count)
    settings, world = telling.settings, ground.state.world
    sizes = context_settings(settings, telling.traits, isolated=telling.isolated, limit=telling.limit)
    last_record = story.last_record(ground.before)
    inputs = PlanInputs(
        state=ground.state,
        log=story.log(ground.before),
        turn=ground.turn,
        settings=sizes,
        count=telling.counter.count,
        quality=telling.counter.quality,
        language=world.language,
        last_record=last_record,
        notes=notes_at(
            story.save,
            ground.before,
            ground.state,
            last_record,
            room=observation_room(sizes),
            count=telling.counter.count,
        ),
        presets=preset_texts(telling.preset),
        instructions=instructions_of(settings),
        tools=() if telling.traits.tools == "none" else offers(telling.tools.offered()),
        tools_form=partial(tools_in_text, world.language) if telling.traits.tools == "text" else None,
        recalled=telling.recall(ground, telling.isolated),
        profile=telling.profile,
        beats=() if telling.traits.offline else _foreseen(story, ground),
    )
    lore = lore_of_turn(story, ground, telling, inputs)
    return replace(inputs, lore=lore.placements, lore_left_out=lore.left_out, lore_record=lore.record)


def _foreseen(story: Story, ground: Ground) -> tuple[Beat, ...]:
    """The beats that the turn brings about as it begins, which its own reply tells."""
    line = ground.turn.text if ground.turn.kind == "player" else None
    return foreseen(ground.state, story.fold.state_at(ground.before), line)


def at_ground(telling: Telling, ground: Ground) -> Telling:
    """The telling as the scene of a turn decides it: a book bound to somebody met may isolate it."""
    isolated = is_isolated(telling.settings, ground.state, telling.books)
    if isolated == telling.isolated:
        return telling
    return replace(telling, isolated=isolated, tools=telling.tools.isolating(isolated))


def observation_room(sizes: ContextSettings) -> int:
    """The most tokens that observations can take of a window; none where the memory style does not tell them."""
    flat = sizes.memory_style == "observations"
    return sizes.window * sizes.observation_percent // 100 if flat else 0


def notes_at(
    save: Save,
    head: int | None,
    state: State,
    record: Mapping[str, Any] | None = None,
    *,
    room: int = 0,
    count: Count = len,
) -> Notes:
    """The notes that hold at `head`, as far back as a plan can use them, each kind oldest first.

    record: the last one on the path; what it says is in force is read however old it is. room: tokens of
    observations that have a place; beyond them only those in force are read.
    """
    used = in_force(record)
    summary = () if used.summary == used.edited else (used.summary,)
    observations = list(_back_to(save, "observation", head, used.observations, _Room(room, count)))
    summaries = list(_back_to(save, "summary", head, summary, _Room(SUMMARIES_READ, lambda text: 1)))
    departures = _departures(save, head, departures_told(state, record))
    return Notes.of([*departures, *reversed(observations), *reversed(summaries)])


def _departures(save: Save, head: int | None, told: frozenset[tuple[str, int]]) -> list[Note]:
    """Digests of the departures that may be in the prompt. A departure's first digest is the last one read."""
    waiting = set(told)
    found: list[Note] = []
    for note in _read(save, "departure", head, NOTES_READ):
        if not waiting:
            break
        if (note.subject, note.departure) not in waiting:
            continue
        if note.text:
            found.append(note)
        if note.source == "extractive":
            waiting.remove((note.subject, note.departure))
    return found[::-1]


@dataclass(slots=True)
class _Room:
    """What is left for notes. count: what a text takes of it."""

    left: int
    count: Count

    def takes(self, note: Note) -> None:
        self.left -= self.count(note.text)


def _back_to(save: Save, kind: str, head: int | None, used: Iterable[str], room: _Room) -> Iterator[Note]:
    """The newest notes for which there is room, and those before them as far as the ones in use (by short hash)."""
    wanted = {hash for hash in used if hash}
    for note in _read(save, kind, head, NOTES_READ):
        if room.left <= 0 and not wanted:
            return
        room.takes(note)
        wanted.discard(short_hash(note.text))
        yield note


def _read(save: Save, kind: str, head: int | None, most: int) -> Iterator[Note]:
    for count, stored in enumerate(save.notes(kind, head)):
        if count == most:
            return
        yield Note(**stored.body)
