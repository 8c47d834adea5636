"""Facts of the story, the clock, answers, pins and locks."""

from __future__ import annotations

from rpg.runtime.edits import (
    AdvanceTime,
    Happen,
    SetAnswer,
    SetClock,
    SetFlag,
    SetLock,
    SetPin,
    SetPremise,
    SetSummary,
)
from rpg.runtime.errors import EditError, one_of
from rpg.runtime.facts import Key
from rpg.runtime.kinds.needs import check_minutes, needed_clock
from rpg.runtime.locks import check_fact
from rpg.runtime.state import State
from rpg.world.beats import LONGEST_FLAG, beat_flag
from rpg.world.model import MINUTES_PER_DAY
from rpg.world.times import LAST_DAY

LONGEST_NAME = LONGEST_FLAG
"""Characters of the name of a flag or the id of a pin."""


def set_flag(state: State, edit: SetFlag) -> State:
    _check_name(edit.name)
    if edit.value is None:
        return state.drop(("flag", edit.name))
    return state.set(("flag", edit.name), edit.value)


def happen(state: State, edit: Happen) -> State:
    """The beat is remembered with the turn it happened in."""
    if edit.beat not in state.world.beats:
        beats = one_of(state.world.beats) or "none"
        raise EditError(
            "unknown_beat", f'There is no beat "{edit.beat}".', f"The beats are: {beats}.", name=edit.beat
        )
    return state.set(("flag", beat_flag(edit.beat)), state.turn)


def advance_time(state: State, edit: AdvanceTime) -> State:
    clock = needed_clock(state)
    check_minutes(edit.minutes)
    return state.set(("clock",), clock + edit.minutes)


def set_clock(state: State, edit: SetClock) -> State:
    needed_clock(state)
    if not 0 <= edit.clock < LAST_DAY * MINUTES_PER_DAY:
        raise EditError(
            "bad_clock",
            f"{edit.clock} is no moment.",
            f"Give minutes since the start of day 1, at most day {LAST_DAY}.",
            most=LAST_DAY,
        )
    return state.set(("clock",), edit.clock)


def set_answer(state: State, edit: SetAnswer) -> State:
    asked = [question.id for question in state.world.questions]
    if edit.question not in asked:
        raise EditError(
            "unknown_question",
            f'The opening has no question "{edit.question}".',
            f"Its questions are: {one_of(asked) or 'none'}.",
            name=edit.question,
        )
    return state.set(("answer", edit.question), edit.text)


def set_premise(state: State, edit: SetPremise) -> State:
    return _text(state, ("premise",), edit.text)


def set_summary(state: State, edit: SetSummary) -> State:
    return _text(state, ("summary",), edit.text)


def set_pin(state: State, edit: SetPin) -> State:
    _check_name(edit.id)
    return _text(state, ("pin", edit.id), edit.text or "")


def set_lock(state: State, edit: SetLock) -> State:
    if edit.source == "model":
        raise EditError("not_allowed", "Only the player locks facts.", "Leave locks alone.")
    if not edit.locked:
        return state.drop(("lock", edit.fact))
    check_fact(state, edit.fact)
    return state.set(("lock", edit.fact), True)


def _text(state: State, key: Key, text: str) -> State:
    return state.set(key, text) if text else state.drop(key)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME:
        raise EditError(
            "bad_name",
            "A fact needs a name that is neither empty nor too long.",
            f"Give a name of 1 to {LONGEST_NAME} characters.",
            most=LONGEST_NAME,
        )
