"""Cases of the tavern dialect, in the source program's own names and numbers."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from typing import Any, get_args

from rpg.lore.budget import UNLIMITED, Purse
from rpg.lore.casework.common import (
    CaseChat,
    dice,
    fresh_dice,
    items,
    name_macros,
    named,
    table,
    tokenizer,
)
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import Rolls
from rpg.lore.tavern import js
from rpg.lore.tavern.entry import NEW_ENTRY, Scope, TavernBook, TavernEntry, tavern_book
from rpg.lore.tavern.passes import TavernResult, evaluate_tavern
from rpg.lore.tavern.placement import LABELS, place
from rpg.lore.tavern.settings import TavernCharacter, TavernChat, TavernSettings
from rpg.lore.tavern.timers import TavernTimers
from rpg.text.numbers import numeric_id

RawBook = dict[str, dict[str, Any]]
Bound = tuple[str, Scope]
DEFAULT_CONTEXT = 8192


class TavernCase:
    """Threads chat, timers, settings and edits through the turns of one case."""

    def __init__(self, case: Mapping[str, Any], seed: str, memory: LoreMemory) -> None:
        self._case = case
        self._seed = seed
        self._memory = memory
        self._chat = CaseChat(named(case.get("user"), "User"))
        self._chat.change({"chat": case.get("chat", [])})
        self._books, self._bound = _read_books(case)
        self._settings = dict(table(case.get("settings")))
        self._selected = case.get("global_select")
        self._timers = TavernTimers()
        self._turn = 0
        self._random: Rolls | None = dice(case["random"], self._dice) if "random" in case else None

    def turn(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """Applies a turn's changes and evaluates."""
        self._turn += 1
        self._chat.change(change)
        self._settings.update(table(change.get("settings")))
        self._selected = change.get("global_select", self._selected)
        self._edit(table(change.get("edit_entries")))
        result = self._evaluate(change)
        self._timers = result.timers
        return _shown(result, len(self._chat.scanned))

    def _dice(self, name: str) -> float:
        return fresh_dice(self._seed, self._turn)(name)

    def _edit(self, edits: Mapping[str, Any]) -> None:
        for target, fields in edits.items():
            book, _, uid = target.rpartition(".")
            entries = self._books.get(book, {})
            if uid in entries:
                entries[uid].update(table(fields))

    def _evaluate(self, change: Mapping[str, Any]) -> TavernResult:
        settings = TavernSettings.of(self._settings)
        random = change.get("random")
        rolls = dice(random, self._dice) if random is not None else self._random or self._dice
        character = self._case.get("character")
        chat = TavernChat(
            messages=self._messages(settings.include_names),
            max_context=_context(change, self._case),
            character=_character(character),
            fields=_fields(change.get("global_scan", self._case.get("global_scan"))),
            injected=_injected(self._case),
            trigger=js.text(change.get("trigger", self._case.get("trigger"))),
            dry_run=js.truthy(change.get("dry_run")),
        )
        return evaluate_tavern(
            self._tavern_books(),
            chat,
            self._timers,
            settings,
            rolls,
            tokenizer(self._case.get("tokenizer")),
            name_macros(self._chat.user, named(character, "Char") if character != "none" else ""),
            self._memory,
            Purse(UNLIMITED),
        )

    def _messages(self, with_names: bool) -> tuple[str, ...]:
        texts = (
            f"{one.name}: {one.text}" if with_names and one.name else one.text for one in self._chat.scanned
        )
        return tuple(texts)[::-1]

    def _tavern_books(self) -> list[TavernBook]:
        chosen = [name for name, scope in self._bound if scope == "global"]
        if isinstance(self._selected, list):
            chosen = [name for name in map(str, self._selected) if name in chosen]
        bound = [*((name, "global") for name in chosen), *(one for one in self._bound if one[1] != "global")]
        return [tavern_book(name, self._books[name], scope) for name, scope in bound]


def _fields(given: object) -> dict[str, str]:
    """Extra texts by name. What a turn gives is for that turn alone, as is its `max_context`."""
    return {name: text for name, text in table(given).items() if isinstance(text, str)}


def _context(*given: Mapping[str, Any]) -> int:
    """The first `max_context` that is a number."""
    sizes = (js.number(one["max_context"]) for one in given if one.get("max_context") is not None)
    return next((int(size) for size in sizes if math.isfinite(size)), DEFAULT_CONTEXT)


def _read_books(case: Mapping[str, Any]) -> tuple[dict[str, RawBook], list[Bound]]:
    """The books by name, and how each is bound; one that is listed twice is bound twice."""
    listed = items(case.get("books")) or [{"name": "book", "entries": case.get("entries")}]
    filled = not js.truthy(case.get("raw_entries"))
    books: dict[str, RawBook] = {}
    bound: list[Bound] = []
    for book in map(table, listed):
        name = str(book.get("name", "book"))
        if "entries" in book or name not in books:
            books[name] = _read_entries(book.get("entries"), filled)
        bound += [(name, scope) for scope in _scopes(book.get("scope"))]
    return books, bound


def _scopes(given: object) -> list[Scope]:
    named_scopes = given if isinstance(given, list) else [given]
    known: list[Scope] = [own for own in get_args(Scope) if own in named_scopes]
    return known or ["global"]


def _read_entries(raw: object, filled: bool) -> RawBook:
    """Entries by uid as text, from a list or an object. filled: missing fields get a new entry's values."""
    listed = raw.items() if isinstance(raw, Mapping) else enumerate(items(raw))
    found: RawBook = {}
    for key, entry in listed:
        uid = numeric_id(key) if isinstance(key, str) else key
        whole: dict[str, Any] = dict(copy.deepcopy(dict(NEW_ENTRY)), uid=uid) if filled else {}
        whole.update(copy.deepcopy(dict(table(entry))))
        found[str(whole.get("uid", key))] = whole
    return found


def _character(raw: object) -> TavernCharacter | None:
    if raw == "none":
        return None
    name = named(raw, "Char")
    avatar = table(raw).get("avatar")
    file = avatar if isinstance(avatar, str) else f"{name}.png"
    stem = file.rpartition(".")[0] or file
    return TavernCharacter(stem, js.text_list(table(raw).get("tags")))


def _injected(case: Mapping[str, Any]) -> tuple[str, ...]:
    """Texts of other sources that are scanned: prompts and the author's note, where they allow it."""
    prompts = [table(prompt) for prompt in table(case.get("extension_prompts")).values()]
    note = table(case.get("authors_note"))
    scanned = [prompt for prompt in (note, *prompts) if js.truthy(prompt.get("scan"))]
    return tuple(prompt["value"] for prompt in scanned if js.text(prompt.get("value")))


def _shown(result: TavernResult, length: int) -> dict[str, Any]:
    return {
        "activated": [one.entry.id for one in result.active],
        "placed": [_placed(one.entry) for one in result.active],
        **place(result.active).to_json(),
        "budget": result.budget,
        "chat_length": length,
        "why": {name: verdict.to_json() for name, verdict in result.explain().items()},
    }


def _placed(entry: TavernEntry) -> dict[str, Any]:
    """Where an active entry says it belongs, with depth and role or outlet where those decide."""
    position = LABELS.get(entry.position_label)
    found: dict[str, Any] = {"id": entry.id, "position": position}
    if position == "at_depth":
        found.update(depth=4 if entry.depth is None else entry.depth, role=entry.role)
    if position == "outlet":
        found["outlet"] = entry.outlet
    return found
