"""All plain keys of a book against one text in a single pass.

A matcher is built once per book. What it found in a text is remembered by the text, so that a message is
scanned once however many turns it stays in view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import ahocorasick_rs

from rpg.lore.matching.pattern import KeyPattern, RegexGuard
from rpg.lore.matching.remembered import Remembered
from rpg.lore.matching.script import Script

# Longer keys are looked for one by one, so that an automaton's size stays in proportion to the book's.
LONGEST_NEEDLE = 500


@dataclass(frozen=True, slots=True)
class KeyUse:
    """One key of one entry. entry: index in its book; slot: index among primary, then secondary keys.

    needle: the prepared key, or "" when `pattern` is set.
    """

    entry: int
    slot: int
    needle: str
    sensitive: bool = False
    whole_word: bool = False
    pattern: KeyPattern | None = None


@dataclass(slots=True)
class _Automaton:
    """One automaton over distinct needles; which uses a hit serves, by whether they want whole words."""

    needles: list[str]
    anywhere: list[list[int]]
    as_word: list[list[int]]
    engine: ahocorasick_rs.AhoCorasick
    long: list[tuple[int, KeyUse]]

    @classmethod
    def of(cls, uses: Sequence[tuple[int, KeyUse]]) -> _Automaton | None:
        index: dict[str, int] = {}
        long = [(number, use) for number, use in uses if len(use.needle) > LONGEST_NEEDLE]
        anywhere: list[list[int]] = []
        as_word: list[list[int]] = []
        for number, use in uses:
            if len(use.needle) > LONGEST_NEEDLE:
                continue
            at = index.setdefault(use.needle, len(index))
            if at == len(anywhere):
                anywhere.append([])
                as_word.append([])
            (as_word if use.whole_word else anywhere)[at].append(number)
        if not uses:
            return None
        return cls(list(index), anywhere, as_word, ahocorasick_rs.AhoCorasick(list(index)), long)

    def hits(self, text: str, script: Script) -> list[int]:
        found = [number for number, use in self.long if holds(script, text, use)]
        seen: set[int] = set()
        words: set[int] = set()
        for at, start, end in self.engine.find_matches_as_indexes(text, overlapping=True):
            if at not in seen:
                seen.add(at)
                found += self.anywhere[at]
            if self.as_word[at] and at not in words and script.is_word(text, start, end):
                words.add(at)
                found += self.as_word[at]
        return found


@dataclass(slots=True)
class Matcher:
    """`hits(text)` gives the numbers of the uses found in `text`; `uses[number]` says which they are."""

    script: Script
    uses: tuple[KeyUse, ...]
    scans: int = 0
    _folded: _Automaton | None = None
    _kept: _Automaton | None = None
    _patterns: tuple[int, ...] = ()
    _known: Remembered[str, tuple[int, ...]] = field(default_factory=Remembered)

    @classmethod
    def build(cls, script: Script, uses: Sequence[KeyUse]) -> Matcher:
        plain = [(number, use) for number, use in enumerate(uses) if use.pattern is None and use.needle]
        matcher = cls(script, tuple(uses))
        matcher._folded = _Automaton.of([pair for pair in plain if not pair[1].sensitive])
        matcher._kept = _Automaton.of([pair for pair in plain if pair[1].sensitive])
        matcher._patterns = tuple(number for number, use in enumerate(uses) if use.pattern is not None)
        return matcher

    def hits(self, text: str, guard: RegexGuard) -> tuple[int, ...]:
        """Numbers of the uses that `text` holds, each once, in a fixed order."""
        known = self._known.get(text)
        if known is None:
            known = tuple(sorted(self._scan(text, guard)))
            self._known.put(text, known, len(text) + len(known))
        return known

    def _scan(self, text: str, guard: RegexGuard) -> list[int]:
        self.scans += 1
        found: list[int] = []
        if self._folded is not None:
            found += self._folded.hits(self.script.fold(text), self.script)
        if self._kept is not None:
            found += self._kept.hits(self.script.keep(text), self.script)
        for number in self._patterns:
            pattern = self.uses[number].pattern
            if pattern is not None and guard.test(pattern, text):
                found.append(number)
        return found


def holds(script: Script, text: str, use: KeyUse) -> tuple[int, int] | None:
    """Where the plain key of `use` stands in text that is already prepared; None when it does not."""
    start = text.find(use.needle)
    while start >= 0:
        end = start + len(use.needle)
        if not use.whole_word or script.is_word(text, start, end):
            return start, end
        start = text.find(use.needle, start + 1)
    return None
