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

_SENTENCE = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；\n]*")
_ASKS_EN = re.compile(
    r"^[\"'“‘\s]*(?:(?:so|and|but|well|hey|hello|excuse me|please|tell me|now|then)[,\s]+)*"
    r"(?:who|whom|whose|what|where|when|why|how|which|should|shall|do|does|did|is|are|was|were|has|have)"
    r"(?:'s|'re|'d|s)?\b"
)
_POLITE = re.compile(
    r"^[\"'“‘\s]*(?:(?:[^,]{1,30}, )?(?:can|could|may|might|would|will|shall) (?:i|we|you)\b)"
)
_ASKS_ZH = re.compile(
    r"(?:吗|呢|(?<![什怎])么)[。\s]*$"
    r"|^(?!.*(?:(?<![你您])知道|告诉|明白|看|瞧|读|翻|查|听|找)).*(?:谁(?![都也])|怎么(?!都|也)|为什么|为何|哪[里儿个位边]|什么(?![都也]))"
)
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
    spaces between words, anywhere. What the line asks does not count, unless the phrase asks too: with a piece
    "?" or a word of asking of its own."""
    pieces = fold(phrase).casefold().split()
    if "?" in pieces:
        pieces = [piece for piece in pieces if piece != "?"]
        return _is_question(line) and all(_occurs(piece, line) for piece in pieces)
    heard = line if _is_question(" ".join(pieces)) else _unasked(line)
    return bool(pieces) and all(_occurs(piece, heard) for piece in pieces)


def _is_question(line: str) -> bool:
    return any(_asks(sentence) for sentence in _SENTENCE.findall(line))


def _unasked(line: str) -> str:
    """The line without the sentences that ask something."""
    return "".join(sentence for sentence in _SENTENCE.findall(line) if not _asks(sentence))


def _asks(sentence: str) -> bool:
    """Whether a folded sentence asks something. "Could you sign this?" is a wish, not a question."""
    if _POLITE.match(sentence):
        return False
    return "?" in sentence or bool(_ASKS_EN.match(sentence) or _ASKS_ZH.search(sentence))


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
    if not condition.said:
        return True
    return any(says(now.line, phrase) for phrase in condition.said) and not _is_for_another(condition, now)


def _is_for_another(condition: Condition, now: Moment) -> bool:
    """Whether the line speaks to somebody who is not here, while the condition wants somebody else here."""
    if not condition.present:
        return False
    called = {person: _is_called(now, person) for person in now.state.character_ids()}
    away = [person for person, is_called in called.items() if is_called and person not in now.people]
    here = any(is_called and person in now.people for person, is_called in called.items())
    return bool(away) and not here


def _is_called(now: Moment, person: str) -> bool:
    """Whether the line speaks to a person by name: "Mira, …", "give Mira …", "… to Mira"."""
    character = now.state.character(person)
    if character is None:
        return False
    names = {character.name, character.name.split(" ")[0], *character.aliases}
    return any(_calls(now.line, fold(name).casefold()) for name in names if len(name) > 1)


def _calls(line: str, name: str) -> bool:
    if name not in line:
        return False
    called = re.escape(name)
    if _SPACELESS.search(name):
        return re.search(rf"^{called}[,:]|(?:给|对|告诉|跟){called}", line) is not None
    gives = r"(?:give|hand|tell|show|offer|pass|to)(?: the)?"
    return re.search(rf"^(?:hey )?{called}[,:]|\b{gives} {called}\b", line) is not None


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
