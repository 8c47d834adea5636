"""How text is prepared for plain keys, and what counts as a whole word.

Two sets of rules. Native books fold case and width and follow Unicode's word letters (docs/lorebook.md §2);
tavern books lower-case only and know ASCII word letters only (docs/tavern-lorebook.md §3.3). Borders are
always judged on the prepared text itself, because folding may change lengths.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

JS_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_JS_BLANKS = JS_SPACE.replace("\u2000-\u200a", "".join(map(chr, range(0x2000, 0x200B))))
_JS_SPACE = re.compile(f"[{JS_SPACE}]")
_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_WIDTH = re.compile("[\uff01-\uffef\u3000]+")
_SPACES = re.compile(r"\s+")
_SURROGATES = re.compile("[\ud800-\udfff]")
# Scripts written without spaces between words, or (Hangul) with particles joined to the word.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u2e80-\u2fff\u3005-\u3007\u3021-\u3029"
    "\u3040-\u30ff\u3100-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00016fe0-\U0001b2ff\U00020000-\U0003ffff]"
)


def js_trim(text: str) -> str:
    """`text` without ECMAScript white space at its ends (U+FEFF counts, U+0085 does not)."""
    return text.strip(_JS_BLANKS)


def has_js_space(text: str) -> bool:
    return _JS_SPACE.search(text) is not None


def scalar(text: str) -> str:
    """`text` with unpaired surrogates replaced: they cannot be matched or written."""
    return _SURROGATES.sub("\ufffd", text)


def fold_width(text: str) -> str:
    """Half- and full-width forms made one, runs of white space made one blank; case is kept."""
    if text.isascii():
        return _SPACES.sub(" ", text)
    narrow = _WIDTH.sub(lambda run: unicodedata.normalize("NFKC", run.group()), scalar(text))
    return _SPACES.sub(" ", unicodedata.normalize("NFC", narrow))


def fold(text: str) -> str:
    """`fold_width` and case folding; diacritics are kept."""
    folded = fold_width(text).casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)


def _spaced_word_character(character: str) -> bool:
    if character.isascii():
        return character in _ASCII_WORD
    return unicodedata.category(character)[0] in "LMN" and _UNSPACED.match(character) is None


def unicode_word(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] does not stand inside a longer word of a script written with spaces."""
    before = text[start - 1] if start else ""
    after = text[end] if end < len(text) else ""
    if before and _spaced_word_character(text[start]) and _spaced_word_character(before):
        return False
    return not (after and _spaced_word_character(text[end - 1]) and _spaced_word_character(after))


def ascii_word(text: str, start: int, end: int) -> bool:
    """Whether no ASCII letter, digit or underscore touches text[start:end]."""
    if start and text[start - 1] in _ASCII_WORD:
        return False
    return not (end < len(text) and text[end] in _ASCII_WORD)


def written_span(text: str, prepare: Callable[[str], str], span: tuple[int, int]) -> tuple[int, int]:
    """Where a span of `prepare(text)` stands in `text` itself, whose length may be another; for showing it."""
    start, end = (
        bisect_left(range(len(text)), place + 1, key=lambda at: len(prepare(text[: at + 1])))
        for place in (span[0], span[1] - 1)
    )
    return start, min(end + 1, len(text))


@dataclass(frozen=True, slots=True)
class Script:
    """The rules of one dialect: text for case-blind keys, for case-sensitive keys, and word borders."""

    fold: Callable[[str], str]
    keep: Callable[[str], str]
    is_word: Callable[[str, int, int], bool]


NATIVE = Script(fold=fold, keep=fold_width, is_word=unicode_word)
TAVERN = Script(fold=lambda text: scalar(text).lower(), keep=scalar, is_word=ascii_word)
