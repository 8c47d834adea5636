"""Cases whose books are of both dialects: each plays its own, and the results are shown together.

Native books go first, as in a session. Source: docs/lorebook.md §2, §7.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.lore.casework.common import dice, fresh_dice, items, table
from rpg.lore.casework.rounds import RoundsCase, is_rounds
from rpg.lore.casework.tavern import TavernCase
from rpg.lore.memory import LoreMemory

_TEXTS = ("before", "after")
_ALONE = ("budget", "chat_length")


def is_mixed(case: Mapping[str, Any]) -> bool:
    """Whether some books name the native dialect and others do not."""
    rules = {table(book).get("rules") == "rounds" for book in items(case.get("books"))}
    return case.get("rules") != "rounds" and len(rules) > 1


class MixedCase:
    """Both dialects turn by turn; numbers of a `random` list are consumed by native books first."""

    def __init__(self, case: Mapping[str, Any], seed: str, memory: LoreMemory) -> None:
        self._seed = seed
        shared = self._shared(case)
        native = [book for book in items(case.get("books")) if is_rounds({"books": [book]})]
        tavern = [book for book in items(case.get("books")) if not is_rounds({"books": [book]})]
        self._rounds = RoundsCase({**shared, "books": native}, seed, memory)
        self._tavern = TavernCase({**shared, "books": tavern}, seed, memory)

    def turn(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """Applies a turn's changes and evaluates; `budget` is the tavern books'."""
        shared = self._shared(change)
        return _joined(self._rounds.turn(shared), self._tavern.turn(shared))

    def _shared(self, given: Mapping[str, Any]) -> dict[str, Any]:
        if given.get("random") is None:
            return dict(given)
        return {**given, "random": dice(given["random"], fresh_dice(self._seed, 0))}


def _joined(native: Mapping[str, Any], tavern: Mapping[str, Any]) -> dict[str, Any]:
    found = {**native, **{name: tavern[name] for name in _ALONE}}
    for name, value in tavern.items():
        if name in _TEXTS:
            found[name] = "\n".join(text for text in (native[name], value) if text)
        elif isinstance(value, list):
            found[name] = [*native[name], *value]
        elif name == "outlets":
            names = [*native[name], *(outlet for outlet in value if outlet not in native[name])]
            found[name] = {at: [*native[name].get(at, []), *value.get(at, [])] for at in names}
        elif isinstance(value, dict):
            found[name] = {**native[name], **value}
    return found
