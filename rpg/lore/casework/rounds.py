"""Cases of the native dialect: native field names, a `state`, turns counted in player messages."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from typing import Any, cast, get_args

from rpg.lore.budget import LoreLimits, Purse
from rpg.lore.casework.common import CaseChat, dice, fresh_dice, items, name_macros, named, table, tokenizer
from rpg.lore.memory import LoreMemory
from rpg.lore.placement import Placed, place_rounds
from rpg.lore.rolls import Rolls
from rpg.lore.rounds.passes import RoundsResult, evaluate_rounds
from rpg.lore.rounds.timers import RoundTimers
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.tavern import js
from rpg.world.lorebook import Logic, Lorebook, LoreEntry, Position, Role, When
from rpg.world.times import parse_moment

_OFF_WORDS = ("false", "no", "off", "0", "")
_CLOSED = {"logic": get_args(Logic), "position": get_args(Position), "role": get_args(Role)}


def is_rounds(case: Mapping[str, Any]) -> bool:
    """Whether a case's books are native ones."""
    return case.get("rules") == "rounds" or any(
        table(book).get("rules") == "rounds" for book in items(case.get("books"))
    )


class RoundsCase:
    """Threads chat, state, timers and edits through the turns of one case."""

    def __init__(self, case: Mapping[str, Any], seed: str, memory: LoreMemory) -> None:
        self._case = case
        self._seed = seed
        self._memory = memory
        self._chat = CaseChat(named(case.get("user"), "User"))
        self._chat.change({"chat": case.get("chat", [])})
        self._books = _read_books(case)
        self._compiled = {name: _book(name, *parts) for name, parts in self._books.items()}
        self._state = dict(table(case.get("state")))
        self._timers = RoundTimers()
        self._turn = 0
        self._random: Rolls | None = dice(case["random"], self._dice) if "random" in case else None

    def turn(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """Applies a turn's changes and evaluates."""
        self._turn += 1
        self._chat.change(change)
        self._state.update(table(change.get("state")))
        self._edit(table(change.get("edit_entries")))
        count = tokenizer(self._case.get("tokenizer"))
        result = self._evaluate(change)
        if not js.truthy(change.get("dry_run")):
            self._timers = result.timers
        return _shown(result, place_rounds(result, count), len(self._chat.scanned))

    def _dice(self, name: str) -> float:
        return fresh_dice(self._seed, self._turn)(name)

    def _edit(self, edits: Mapping[str, Any]) -> None:
        for target, fields in edits.items():
            book, _, entry = target.rpartition(".")
            head, entries = self._books.get(book, ({}, {}))
            if entry in entries:
                entries[entry].update(table(fields))
                self._compiled[book] = _book(book, head, entries)

    def _evaluate(self, change: Mapping[str, Any]) -> RoundsResult:
        random = change.get("random")
        rolls = dice(random, self._dice) if random is not None else self._random or self._dice
        newest_first = [LoreMessage(one.text, one.name, one.player) for one in reversed(self._chat.scanned)]
        character = named(self._case.get("character"), "Char")
        return evaluate_rounds(
            list(self._compiled.values()),
            newest_first,
            self._timers,
            _scene(self._state),
            rolls,
            tokenizer(self._case.get("tokenizer")),
            name_macros(self._chat.user, character),
            self._memory,
            Purse(_limits({**self._case, **change})),
        )


def _limits(raw: Mapping[str, Any]) -> LoreLimits:
    """Caps on all books together; none unless the case sets `limits`."""
    limits = table(raw.get("limits"))
    return LoreLimits(*(_count(limits.get(name)) for name in ("max_tokens", "max_entries", "max_characters")))


def _count(value: object) -> int | None:
    number = js.number(js.MISSING if value is None else value)
    return int(number) if number == number and abs(number) < 2**53 else None


def _read_books(case: Mapping[str, Any]) -> dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]]:
    listed = items(case.get("books")) or [{**case, "name": "book"}]
    found: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {}
    for book in map(table, listed):
        name = str(book.get("id", book.get("name", "book")))
        entries = book.get("entries")
        pairs = entries.items() if isinstance(entries, Mapping) else enumerate(items(entries))
        named_entries = {
            str(table(entry).get("id", table(entry).get("uid", key))): dict(copy.deepcopy(dict(table(entry))))
            for key, entry in pairs
        }
        found[name] = (dict(book), named_entries)
    return found


def _book(name: str, head: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> Lorebook:
    read = {entry: _entry(entry, fields) for entry, fields in entries.items()}
    return cast(
        Lorebook, _filled(Lorebook(id=name, name=name, entries=read), head, {"id", "entries", "extra"})
    )


def _entry(name: str, fields: Mapping[str, Any]) -> LoreEntry:
    entry = cast(LoreEntry, _filled(LoreEntry(id=name), fields, {"id", "when", "extra"}))
    return dataclasses.replace(entry, when=_when(table(fields.get("when"))))


def _filled(default: Lorebook | LoreEntry, fields: Mapping[str, Any], skip: set[str]) -> Lorebook | LoreEntry:
    """`default` with the fields that are given and have, or can be read as, the default's type."""
    changes: dict[str, Any] = {}
    for item in dataclasses.fields(default):
        if item.name in fields and item.name not in skip:
            value = _typed(item.name, fields[item.name], getattr(default, item.name))
            if value is not None:
                changes[item.name] = value
    return dataclasses.replace(default, **changes)


_INHERITED_FLAGS = {"case_sensitive", "whole_words"}
_FRACTIONS = {"probability", "group_weight", "order"}


def _typed(name: str, value: Any, default: Any) -> Any:
    if name in _CLOSED:
        return value if value in _CLOSED[name] else None
    if isinstance(default, bool) or name in _INHERITED_FLAGS:
        return None if value is None else _on(value)
    if isinstance(default, tuple):
        return (value,) if isinstance(value, str) and value else js.text_list(value)
    if isinstance(default, str):
        return value if isinstance(value, str) else None
    number = js.number(js.MISSING if value is None else value)
    if number != number:
        return None
    return number if name in _FRACTIONS else _count(number)


def _on(value: Any) -> bool:
    return value.strip().lower() not in _OFF_WORDS if isinstance(value, str) else js.truthy(value)


def _when(raw: Mapping[str, Any]) -> When:
    lists = ("location", "tag", "present", "absent", "visited", "flag")
    given = {name: _typed(name, raw[name], ()) for name in lists if name in raw}
    return When(after=minutes(raw.get("after")), **given)


def minutes(value: object) -> int | None:
    """A clock time such as "Day 2 08:00", or minutes since the start of day 1."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return parse_moment(value) if isinstance(value, str) else None


def _clock(state: Mapping[str, Any]) -> int | None:
    """The time of a state: in one field, or a time of day beside the number of the `day`."""
    time, day = state.get("clock", state.get("time")), state.get("day")
    if not isinstance(day, int) or isinstance(time, int):
        return minutes(time)
    return minutes(f"Day {day} {time or ''}".strip())


def _scene(state: Mapping[str, Any]) -> LoreScene:
    flags = state.get("flags", state.get("flag"))
    if not isinstance(flags, Mapping):
        flags = dict.fromkeys(_typed("flags", flags, ()) if flags else (), True)
    speaking = state.get("speaking")
    turn, count = state.get("turn"), state.get("message_count")
    return LoreScene(
        location=js.text(state.get("location")),
        tags=_typed("tags", state.get("tags", state.get("tag")), ()),
        present=_typed("present", state.get("present"), ()),
        speaking=js.text(speaking),
        visited=_typed("visited", state.get("visited"), ()),
        clock=_clock(state),
        flags=flags,
        turn=turn if isinstance(turn, int) else None,
        message_count=count if isinstance(count, int) else None,
    )


def _shown(result: RoundsResult, placed: list[Placed], length: int) -> dict[str, Any]:
    """The fields of a turn, positions by their native names."""

    def texts(position: str) -> list[str]:
        return [one.content for one in placed if one.position == position]

    outlets: dict[str, list[str]] = {}
    depth: dict[tuple[int, str], list[str]] = {}
    for one in placed:
        if one.position == "outlet":
            outlets.setdefault(one.outlet, []).append(one.content)
        if one.position == "at_depth":
            depth.setdefault((one.depth, one.role), []).append(one.content)
    return {
        "activated": [one.id for one in result.active],
        "placed": [one.to_json() for one in place_rounds(result, None, empty=True)],
        "before": "\n".join(texts("system_before")),
        "after": "\n".join(texts("system_after")),
        "an_top": texts("an_top"),
        "an_bottom": texts("an_bottom"),
        "message_top": texts("message_top"),
        "message_bottom": texts("message_bottom"),
        "em": [],
        "depth": [{"depth": at, "role": role, "entries": lines} for (at, role), lines in depth.items()],
        "outlets": outlets,
        "budget": {"entries": len(result.active), "tokens": sum(one.tokens for one in placed)},
        "chat_length": length,
        "why": {name: verdict.to_json() for name, verdict in result.explain().items()},
    }
