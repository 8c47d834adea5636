"""Keys that are regular expressions: `/body/flags` in the ECMAScript dialect, run under a time limit.

Source: docs/tavern-lorebook.md §3.4. A pattern that does not answer in time counts as not matching, is
remembered as slow and is not run again by the same guard.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rpg.lore.matching.ecma import translate
from rpg.lore.matching.remembered import Remembered
from rpg.lore.matching.units import subject
from rpg.lore.matching.weight import UnsupportedPattern

LONGEST_PATTERN = 10_000
FIRST_LIMIT_SECONDS = 0.05
SHORTEST_LIMIT_SECONDS = 0.001

_FORM = re.compile(r"/(.+)/([gimsuy]*)", re.DOTALL)
_OPEN_SLASH = re.compile(r"(?:^|[^\\])/", re.DOTALL)
# A source without a quantifier on a word border, which the validating engine would let through.
_BORDERS_ONCE = re.compile(
    r"(?:[^\\\[]|\\[^bB]|\[(?:\\.|[^\]\\])*+\]|\\[bB](?![*+?]|\{\d+(?:,\d*)?\}))*+", re.DOTALL
)
_SOURCE_ESCAPES = {"\n": "\\n", "\r": "\\r", "\u2028": "\\u2028", "\u2029": "\\u2029"}


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """A regular expression as ECMAScript reads it. flags: distinct letters in alphabetical order."""

    source: str
    flags: str

    @property
    def shown_source(self) -> str:
        """The source with line ends escaped, as ECMAScript prints it."""
        return "".join(_SOURCE_ESCAPES.get(character, character) for character in self.source)


def parse_pattern(key: str) -> KeyPattern | None:
    """The pattern that `key` is, or None when the whole key is to be taken as plain text."""
    form = _FORM.fullmatch(key) if key.startswith("/") else None
    if form is None or len(key) > LONGEST_PATTERN:
        return None
    source, flags = form.group(1), form.group(2)
    if len(set(flags)) < len(flags) or _OPEN_SLASH.search(source):
        return None
    pattern = KeyPattern(source, "".join(sorted(flags)))
    return pattern if _is_valid(pattern) else None


@lru_cache(maxsize=4096)
def _is_valid(pattern: KeyPattern) -> bool:
    import regress

    if _BORDERS_ONCE.fullmatch(pattern.source) is None:
        return False
    try:
        regress.Regex(pattern.source, "".join(flag for flag in pattern.flags if flag in "imsu"))
    except (regress.RegressError, ValueError):
        return False
    return True


@lru_cache(maxsize=4096)
def _compiled(pattern: KeyPattern) -> Any:
    """The pattern for `regex`, or None when it has no counterpart there."""
    import regex

    flags = regex.VERSION0 | (regex.IGNORECASE if "i" in pattern.flags else 0)
    try:
        return regex.compile(translate(pattern.source, pattern.flags), flags, cache_pattern=False)
    except (regex.error, UnsupportedPattern, RecursionError, OverflowError, MemoryError, IndexError):
        return None


@dataclass(slots=True)
class RegexGuard:
    """Runs patterns with bounded patience: the limit halves with each pattern that was too slow."""

    slow: set[KeyPattern] = field(default_factory=set)
    _known: Remembered[tuple[KeyPattern, str], bool] = field(default_factory=Remembered)

    def test(self, pattern: KeyPattern, text: str) -> bool:
        """Whether `pattern` matches somewhere in `text`; remembered."""
        known = self._known.get((pattern, text))
        if known is None:
            known = self.find(pattern, text) is not None
            self._known.put((pattern, text), known, len(text))
        return known

    def find(self, pattern: KeyPattern, text: str) -> tuple[int, int] | None:
        """Start and end in `subject(text)` of the first match; None when there is none in time."""
        engine = _compiled(pattern)
        if engine is None or pattern in self.slow:
            return None
        run = engine.match if "y" in pattern.flags else engine.search
        try:
            match = run(subject(text, pattern.flags), timeout=self._limit())
        except TimeoutError:
            self.slow.add(pattern)
            return None
        return (match.start(), match.end()) if match else None

    def gave_up(self, pattern: KeyPattern | None) -> bool:
        """Whether the pattern was too slow, or is too big to be run at all."""
        return pattern is not None and (pattern in self.slow or _compiled(pattern) is None)

    def _limit(self) -> float:
        return max(FIRST_LIMIT_SECONDS * 0.5 ** min(len(self.slow), 16), SHORTEST_LIMIT_SECONDS)
