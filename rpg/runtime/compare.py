"""What differs between two states, as a list that can be read: for comparing branches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rpg.runtime.clock import clock_text
from rpg.runtime.facts import Key, Value
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.messages import message
from rpg.world.model import Exit

ChangeKind = Literal[
    "player",
    "clock",
    "turn",
    "whereabouts",
    "follows",
    "condition",
    "relationship",
    "knows",
    "location",
    "character",
    "exit",
    "note",
    "known",
    "visits",
    "flag",
    "pin",
    "answer",
    "premise",
    "summary",
    "lock",
    "world",
]

_ORDER: tuple[ChangeKind, ...] = ChangeKind.__args__  # type: ignore[attr-defined]
_DERIVED = frozenset({"position", "left", "departures"})


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. subject: names of what it is about. before, after: texts, "" for nothing."""

    kind: ChangeKind
    subject: tuple[str, ...]
    before: str
    after: str


def compare(before: State, after: State, language: str) -> tuple[Change, ...]:
    """Everything that is different, the player and the clock first. Costs a pass over both states.

    language: of the interface, for clock times and words such as "yes".
    """
    facts = [*_facts(before, after, language), *_people(before, after, language)]
    changes = [change for change in facts if change.before != change.after]
    return tuple(sorted(changes, key=lambda change: (_ORDER.index(change.kind), change.subject)))


def change_text(change: Change, language: str) -> str:
    """The change as one line for the player."""
    nothing = message(language, "runtime.nothing")
    return message(
        language,
        f"runtime.change_{change.kind}",
        subject=message(language, "runtime.arrow").join(change.subject),
        before=change.before or nothing,
        after=change.after or nothing,
    )


def _facts(before: State, after: State, language: str) -> Iterator[Change]:
    keys = {key for key, value in before.facts.items() if after.get(key) != value or key not in after.facts}
    keys |= {key for key, _ in after.facts.items() if key not in before.facts}
    for key in keys:
        if key[0] not in _DERIVED and not _told_by_other_direction(key, keys):
            yield _change(before, after, key, language)


def _told_by_other_direction(key: Key, keys: set[Key]) -> bool:
    return key[0] == "exit" and key[1] > key[2] and ("exit", key[2], key[1]) in keys


def _change(before: State, after: State, key: Key, language: str) -> Change:
    kind: Any = key[0]
    subject = tuple(_named(before, after, word, kind) for word in key[1:])
    return Change(kind, subject, _told(before, key, language), _told(after, key, language))


def _people(before: State, after: State, language: str) -> Iterator[Change]:
    for who in dict.fromkeys((*before.character_ids(), *after.character_ids())):
        was, now = whereabouts(before, who), whereabouts(after, who)
        if was != now:
            name = _named(before, after, who, "whereabouts")
            yield Change("whereabouts", (name,), _place(before, was), _place(after, now))


def _told(state: State, key: Key, language: str) -> str:
    value = _as_it_is(state, key)
    match key[0], value:
        case _, None:
            return ""
        case "player", str(place):
            return name_of(state, place)
        case "clock", int(minutes):
            return clock_text(minutes, language)
        case "visits", (count, _):
            return str(count)
        case "exit", Exit() as exit:
            return _exit_text(exit, language)
        case "location" | "character", tuple(texts):
            return _text(tuple(text for text in texts if text), language)
    return _text(value, language)


def _as_it_is(state: State, key: Key) -> Value:
    """The value of a fact; for an exit without one, as the author wrote it."""
    match key:
        case ("exit", start, end):
            return state.exits(start).get(end)
        case ("answer", question):
            return state.answers().get(question)
    return state.get(key)


def _exit_text(exit: Exit, language: str) -> str:
    words = [
        exit.label,
        message(language, "runtime.exit_hidden") if exit.hidden else "",
        message(language, "runtime.exit_locked", reason=exit.locked) if exit.locked else "",
    ]
    told = message(language, "runtime.comma").join(word for word in words if word)
    return told or message(language, "runtime.exit_open")


def _text(value: Value, language: str) -> str:
    if isinstance(value, bool):
        return message(language, "runtime.yes" if value else "runtime.no")
    if isinstance(value, tuple):
        return message(language, "runtime.semicolon").join(str(item) for item in value)
    return str(value)


def _named(before: State, after: State, id: str, kind: str) -> str:
    if kind in ("flag", "pin", "answer", "lock"):
        return id
    name = name_of(after, id)
    return name_of(before, id) if name == id else name


def _place(state: State, id: str | None) -> str:
    return "" if id is None else name_of(state, id)
