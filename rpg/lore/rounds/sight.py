"""What each entry of the native dialect can see: its messages, and texts that lore itself inserted.

Every text is matched by itself and scanned once. Source: docs/lorebook.md §2, §8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rpg.lore.matching.matcher import KeyUse, holds
from rpg.lore.matching.pattern import RegexGuard
from rpg.lore.matching.script import NATIVE, written_span
from rpg.lore.matching.units import readable, subject
from rpg.lore.rounds.shelf import RoundsBook, RoundsShelf, entry_keys
from rpg.lore.scene import LoreMessage
from rpg.lore.why import Match

AROUND = 24
# Where a key was seen: the number of the message (0 is the newest) or of the inserted text.
Seen = dict[int, dict[int, int]]


@dataclass(slots=True)
class RoundsSight:
    """messages: newest first. inserted: (entry id, text) in the order they came in."""

    shelf: RoundsShelf
    messages: Sequence[LoreMessage]
    guard: RegexGuard
    inserted: list[tuple[str, str]] = field(default_factory=list)
    _in_chat: Seen = field(default_factory=dict)
    _in_inserted: Seen = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one, first in zip(self.shelf.books, self.shelf.first, strict=True):
            depth = max(one.deepest, one.book.scan_depth)
            for number, message in enumerate(self.messages[: max(depth, 0)]):
                self._note(one, first, _scanned(message, one), number, self._in_chat)

    def _note(self, one: RoundsBook, first: int, text: str, number: int, seen: Seen) -> set[int]:
        found: set[int] = set()
        for hit in one.matcher.hits(text, self.guard):
            use = one.matcher.uses[hit]
            seen.setdefault(first + use.entry, {}).setdefault(use.slot, number)
            found.add(first + use.entry)
        return found

    def insert(self, source: str, text: str) -> set[int]:
        """Adds a text that other entries may be triggered by; returns the entries that it touches."""
        number = len(self.inserted)
        self.inserted.append((source, text))
        found: set[int] = set()
        for one, first in zip(self.shelf.books, self.shelf.first, strict=True):
            found |= self._note(one, first, text, number, self._in_inserted)
        return found

    def in_chat(self) -> set[int]:
        """Entries of which some key stands in a message, whatever their depth."""
        return set(self._in_chat)

    def depth_of(self, at: int) -> int:
        own = self.shelf.entries[at].scan_depth
        return self.shelf.books[self.shelf.book_of[at]].book.scan_depth if own is None else own

    def find(self, at: int, slot: int, with_inserted: bool) -> tuple[str, int] | None:
        """("message", number) or ("injected", number) of the text that holds the key."""
        number = self._in_chat.get(at, {}).get(slot)
        if number is not None and number < self.depth_of(at):
            return "message", number
        number = self._in_inserted.get(at, {}).get(slot) if with_inserted else None
        return None if number is None else ("injected", number)

    def match(self, at: int, slot: int, seen: tuple[str, int]) -> Match:
        """The evidence, its text still to be shown."""
        entry = self.shelf.entries[at]
        kind, number = seen
        source = str(number) if kind == "message" else self.inserted[number][0]
        return Match(entry_keys(entry)[slot], f"{kind}:{source}", slot)

    def shown(self, at: int, match: Match) -> Match:
        """`match` with the text that the key stands in."""
        one = self.shelf.books[self.shelf.book_of[at]]
        kind, _, source = match.where.partition(":")
        if kind == "message":
            text = _scanned(self.messages[int(source)], one)
        else:
            text = next(text for name, text in self.inserted if name == source)
        use = self._uses(at)[match.slot]
        return replace(match, text=self._excerpt(text, use))

    def _uses(self, at: int) -> dict[int, KeyUse]:
        number = self.shelf.book_of[at]
        one = self.shelf.books[number]
        return {
            one.matcher.uses[use].slot: one.matcher.uses[use]
            for use in one.uses_of[at - self.shelf.first[number]]
        }

    def slow_keys(self, at: int) -> tuple[str, ...]:
        """Patterns of the entry that were given up as too slow or too big."""
        entry = self.shelf.entries[at]
        keys = entry_keys(entry)
        return tuple(keys[slot] for slot, use in self._uses(at).items() if self.guard.gave_up(use.pattern))

    def _excerpt(self, text: str, use: KeyUse) -> str:
        if use.pattern is not None:
            shown = subject(text, use.pattern.flags)
            span = self.guard.find(use.pattern, text)
        else:
            prepare = NATIVE.keep if use.sensitive else NATIVE.fold
            shown, span = text, holds(NATIVE, prepare(text), use)
            span = None if span is None else written_span(text, prepare, span)
        if span is None:
            return ""
        return readable(shown[max(span[0] - AROUND, 0) : span[1] + AROUND])


def _scanned(message: LoreMessage, one: RoundsBook) -> str:
    named = one.book.include_names and message.name
    return f"{message.name}: {message.text}" if named else message.text
