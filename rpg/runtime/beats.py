"""Beats: which are due, and what they do. Source: docs/world-format.md §11.

A beat acts through the same edits as everything else, with the source "world"; that it happened, and in which
turn, is a fact of the state. So it is undone, retried and folded again like anything that is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from rpg.runtime.apply import apply
from rpg.runtime.clock import clock_text
from rpg.runtime.conditions import Moment, happened, holds, moment, unsaid
from rpg.runtime.edits import (
    AdvanceTime,
    Edit,
    Follow,
    Happen,
    MoveCharacter,
    MovePlayer,
    Reveal,
    SetExit,
    SetFlag,
    Unfollow,
    UpdateCharacter,
    UpdateLocation,
)
from rpg.runtime.errors import EditError
from rpg.runtime.names import name_of
from rpg.runtime.recorded import recorded
from rpg.runtime.state import State
from rpg.text.messages import catalogue_language, message
from rpg.world.beats import TOLD, Beat, Passage, Settings, Topic, Transfer, told_flag
from rpg.world.ids import PLAYER
from rpg.world.macros import expand

MOST_A_TURN = 8
"""Beats that happen in one turn at most; what is still due comes at the end of the next."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An effect of a beat that could not be brought about."""

    beat: str
    edit: Edit
    error: EditError


@dataclass(frozen=True, slots=True)
class Happenings:
    """What happened at the end of a turn. edits: in order, all of them applied in `state`."""

    state: State
    beats: tuple[Beat, ...] = ()
    edits: tuple[Edit, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(slots=True)
class _Run:
    state: State
    edits: list[Edit] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def do(self, edit: Edit, beat: str = "") -> None:
        """Applies an edit that changes something; notes one that cannot be."""
        edit = recorded(self.state, edit)
        try:
            after = apply(self.state, edit)
        except EditError as error:
            self.left_out.append(LeftOut(beat, edit, error))
            return
        if after.hash != self.state.hash:
            self.state = after
            self.edits.append(edit)


def due_beats(state: State, before: State, line: str = "") -> tuple[Beat, ...]:
    """The beats whose conditions hold, in the author's order.

    before: the state before the turn, for beats that happen whenever their condition becomes true anew.
    line: the player's words of the turn.
    """
    now, then = moment(state, line), moment(before, line)
    return tuple(beat for beat in state.world.beats.values() if _is_due(beat, now, then))


def happenings(state: State, before: State, line: str = "", announced: Collection[str] = ()) -> Happenings:
    """What follows from a turn by the author's rules: what being told brings about, then the beats that are due,
    one after the other, each at most once.

    announced: ids of beats that the narrator was asked to tell in the turn; they happen, and first, whatever else
    the reply has changed.
    """
    return _happenings(state, before, line, announced)


def foreseen(state: State, before: State, line: str | None) -> tuple[Beat, ...]:
    """The beats that a turn brings about before anything is told of it: by the player's words, or by an arrival.

    state: with the turn begun and a travel's move made. line: the player's words; None for a travel. What only
    time or turns bring about is not foreseen for words: the reply may still prevent it.
    """
    waiting = () if line is None else [beat.id for beat in due_beats(state, before)]
    return _happenings(state, before, line or "", barred=waiting).beats


def _happenings(
    state: State, before: State, line: str, announced: Collection[str] = (), barred: Collection[str] = ()
) -> Happenings:
    run = _Run(state)
    for name, value in _brought_about(state, before):
        run.do(SetFlag(name, value, "world"))
    done: dict[str, Beat] = {}
    while len(done) < MOST_A_TURN:
        now = _now(run.state, before, line, announced)
        due = next((beat for beat in now if beat.id not in done and beat.id not in barred), None)
        if due is None:
            break
        done[due.id] = due
        for edit in beat_edits(run.state, due):
            run.do(edit, due.id)
    return Happenings(run.state, tuple(done.values()), tuple(run.edits), tuple(run.left_out))


def _now(state: State, before: State, line: str, announced: Collection[str]) -> Iterator[Beat]:
    beats = state.world.beats.values()
    yield from (beat for beat in beats if beat.id in announced and _may_happen(beat, state))
    yield from due_beats(state, before, line)


def answering(state: State, line: str) -> Beat | None:
    """The beat that the player's words bring about as things are; None when they bring about none."""
    now = moment(state, line)
    fitting = (beat for beat in state.world.beats.values() if beat.when.said)
    return next((beat for beat in fitting if _may_happen(beat, state) and holds(beat.when, now)), None)


def beat_text(state: State, beat: Beat) -> str:
    """What a beat tells, its macros filled in as things are."""
    values = {
        "user": state.world.player.name,
        "location": name_of(state, state.player_location),
        "time": None if state.clock is None else clock_text(state.clock, state.world.language),
    }
    return expand(beat.say, values).strip()


def beats_of_turn(state: State, turn: int) -> tuple[Beat, ...]:
    """The beats that happened last in a turn, in the author's order."""
    return tuple(beat for beat in state.world.beats.values() if happened(state, beat.id) == turn)


def endings(state: State) -> tuple[str, ...]:
    """The titles of the endings that were reached, in the author's order."""
    reached = (beat for beat in state.world.beats.values() if beat.ending)
    return tuple(beat.ending for beat in reached if happened(state, beat.id) is not None)


def beat_edits(state: State, beat: Beat) -> Iterator[Edit]:
    """The edits of a beat in the order of its keys, the fact that it happened first. state: as it begins."""
    yield Happen(beat.id, "world")
    yield from (SetFlag(name, value, "world") for name, value in beat.set_flag)
    yield from (Reveal(place, "world") for place in beat.reveal)
    yield from (SetExit(way.start, way.end, "world", hidden=False, locked="") for way in beat.open)
    yield from (SetExit(way.start, way.end, "world", locked=_reason(state, way)) for way in beat.shut)
    yield from (_moved(state, move) for move in beat.move)
    yield from (Follow(person, "world") for person in beat.follow)
    yield from (Unfollow(person, "world") for person in beat.unfollow)
    for turning in beat.update:
        yield UpdateCharacter(
            turning.character, "world", turning.condition, turning.relationship, turning.knows
        )
    yield from (UpdateLocation(remark.location, "world", note=remark.text) for remark in beat.note)
    if beat.minutes:
        yield AdvanceTime(beat.minutes, "world")


def topic_of(state: State, person: str, name: str) -> Topic:
    """A topic of a character with its rules; one without rules is told to whoever asks."""
    character = state.character(person)
    rules = () if character is None else character.topic_rules
    text = "" if character is None else dict(character.topics).get(name, "")
    return next((topic for topic in rules if topic.id == name), Topic(name, text))


def _is_due(beat: Beat, now: Moment, then: Moment) -> bool:
    if not _may_happen(beat, now.state) or not holds(beat.when, now):
        return False
    return beat.once or bool(beat.when.said) or not holds(unsaid(beat.when), then)


def _may_happen(beat: Beat, state: State) -> bool:
    return not beat.once or happened(state, beat.id) is None


def _moved(state: State, move: Transfer) -> Edit:
    if move.character == PLAYER:
        return MovePlayer(move.to, "world", minutes=None if state.clock is None else 0)
    return MoveCharacter(move.character, move.to or None, "world")


def _reason(state: State, way: Passage) -> str:
    return way.reason or message(catalogue_language(state.world.language), "runtime.shut_by_the_story")


def _brought_about(state: State, before: State) -> Settings:
    """The flags of topics that were told in the turn, as far as they are not set like that already."""
    fresh = [name for name in state.members("flag") if name.startswith(TOLD) and not before.flag(name)]
    if not fresh:
        return ()
    return tuple(
        (name, value)
        for person in state.world.characters.values()
        for topic in person.topic_rules
        if topic.set_flag
        and told_flag(person.id, topic.id) in fresh
        and state.flag(told_flag(person.id, topic.id))
        for name, value in topic.set_flag
        if state.flag(name) != value
    )
