"""Whether an author's condition holds in a state. Source: docs/world-format.md §11, "Conditions"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from rpg.runtime.clock import time_of_day
from rpg.runtime.facts import Value
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.text.folding import fold
from rpg.world.beats import ANSWERED, Condition, asked_flag, beat_flag, told_flag
from rpg.world.model import MINUTES_PER_DAY

_SPACELESS = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Moment:
    """A state with what conditions ask of it again and again. people: who is with the player. line: the
    player's words of the turn, folded."""

    state: State
    people: frozenset[str]
    line: str = ""


def moment(state: State, line: str = "") -> Moment:
    """The moment of a state. line: the player's words of the turn, as written."""
    return Moment(state, frozenset(present(state)), fold(line).casefold())


def holds(condition: Condition, now: Moment) -> bool:
    """Whether everything that the condition asks is so."""
    return not unmet(condition, now)


def unmet(condition: Condition, now: Moment) -> str:
    """The key of the first part that does not hold, such as "present"; "" when all hold."""
    return next((name for name, part in _PARTS if not part(condition, now)), "")


def unsaid(condition: Condition) -> Condition:
    """The condition without what the player has to say."""
    return replace(condition, said=()) if condition.said else condition


def says(line: str, phrase: str) -> bool:
    """Whether a folded line holds every piece of a phrase: as the beginning of a word, or, where there are no
    spaces between words, anywhere."""
    pieces = fold(phrase).casefold().split()
    return bool(pieces) and all(_occurs(piece, line) for piece in pieces)


def happened(state: State, beat: str) -> int | None:
    """The turn in which a beat happened last; None when it has not."""
    turn = state.flag(beat_flag(beat))
    return int(turn) if isinstance(turn, int) else None


def _occurs(piece: str, line: str) -> bool:
    if _SPACELESS.search(piece):
        return piece in line
    return re.search(rf"(?<!\w){re.escape(piece)}", line) is not None


def _place(condition: Condition, now: Moment) -> bool:
    state = now.state
    place = state.location(state.player_location)
    tags = place.tags if place is not None else ()
    at = not condition.location or state.player_location in condition.location
    return at and all(tag in tags for tag in condition.tag)


def _people(condition: Condition, now: Moment) -> bool:
    here = all(person in now.people for person in condition.present)
    away = not any(person in now.people for person in condition.absent)
    return here and away and all(now.state.follows(person) for person in condition.company)


def _visits(condition: Condition, now: Moment) -> bool:
    been = all(now.state.visits(place) for place in condition.visited)
    return been and not any(now.state.visits(place) for place in condition.not_visited)


def _time(condition: Condition, now: Moment) -> bool:
    if all(part is None for part in (condition.after, condition.before, condition.starts, condition.ends)):
        return True
    clock = now.state.clock
    if clock is None:
        return False
    begun = condition.after is None or clock >= condition.after
    open = condition.before is None or clock < condition.before
    return begun and open and _within(time_of_day(clock), condition.starts, condition.ends)


def _within(time: int, starts: int | None, ends: int | None) -> bool:
    start, end = starts or 0, MINUTES_PER_DAY if ends is None else ends
    return start <= time < end if start < end else time >= start or time < end


def _flags(condition: Condition, now: Moment) -> bool:
    state = now.state
    set_all = all(flag_holds(state, flag) for flag in condition.flag)
    return set_all and not any(flag_holds(state, flag) for flag in condition.not_flag)


def flag_holds(state: State, flag: str) -> bool:
    """Whether "name" is set to something truthy, or "name=value" to just that. `answer.ID` is the answer to an
    opening question."""
    name, equals, wanted = (part.strip() for part in flag.partition("="))
    question = name.removeprefix(ANSWERED)
    value = state.flag(name) if question == name else state.answers().get(question)
    return _shown(value) == wanted if equals else bool(value)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _topics(condition: Condition, now: Moment) -> bool:
    state = now.state
    told = all(_was(state, told_flag, topic) for topic in condition.told)
    fresh = not any(_was(state, told_flag, topic) for topic in condition.not_told)
    asked = all(_was(state, asked_flag, one) or _was(state, told_flag, one) for one in condition.asked)
    return told and fresh and asked


def _was(state: State, flag: Callable[[str, str], str], topic: str) -> bool:
    person, _, name = topic.partition(".")
    return bool(state.flag(flag(person, name)))


def _beats(condition: Condition, now: Moment) -> bool:
    turns = [happened(now.state, beat) for beat in condition.beat]
    if any(turn is None for turn in turns) or _any_happened(now.state, condition.not_beat):
        return False
    latest = max((turn for turn in turns if turn is not None), default=0)
    return now.state.turn - latest >= condition.wait and now.state.turn >= condition.turn


def _any_happened(state: State, beats: Iterable[str]) -> bool:
    return any(happened(state, beat) is not None for beat in beats)


def _words(condition: Condition, now: Moment) -> bool:
    return not condition.said or any(says(now.line, phrase) for phrase in condition.said)


_PARTS: tuple[tuple[str, Callable[[Condition, Moment], bool]], ...] = (
    ("location", _place),
    ("flag", _flags),
    ("told", _topics),
    ("beat", _beats),
    ("visited", _visits),
    ("time", _time),
    ("present", _people),
    ("said", _words),
)
