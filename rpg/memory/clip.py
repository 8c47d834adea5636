"""Shortening text to a number of tokens at a natural border."""

from __future__ import annotations

import re
from collections.abc import Callable

Count = Callable[[str], int]

ELLIPSIS = "…"
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_CJK_TENTHS, _OTHER_TENTHS = 12, 3  # tenths of a token a character, on the high side
_SENTENCE = re.compile(
    r".+?(?:[.!?…]{1,8}[\"'”’)\]]{0,4}(?=\s|$)|[。！？…]{1,8}[”’」』）]{0,4}|\n+|$)", re.DOTALL
)
LONGEST_SENTENCE = 600
"""Characters after which a sentence without an end is taken as one anyway."""


def rough_tokens(text: str) -> int:
    """About how many tokens `text` has in most vocabularies, from its characters alone.

    For texts that must read the same whichever model counts them.
    """
    cjk = len(_CJK.findall(text))
    return -(-(cjk * _CJK_TENTHS + (len(text) - cjk) * _OTHER_TENTHS) // 10)


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text` without outer space, Latin and CJK punctuation alike."""
    found = (match[0].strip() for match in _SENTENCE.finditer(text))
    return tuple(part[:LONGEST_SENTENCE] for part in found if part)


def clip(text: str, limit: int, count: Count) -> str:
    """`text` cut to at most `limit` tokens: whole sentences where at least one fits, else with an ellipsis.

    Returns "" when not even one character fits.
    """
    text = text.strip()
    if not text or limit <= 0:
        return ""
    if count(text) <= limit:
        return text
    return _whole_sentences(text, limit, count) or _cut(text, limit, count)


def first_sentence(text: str) -> str:
    """The first sentence of `text`, "" for none."""
    return next(iter(sentences(text)), "")


def ending(text: str, characters: int, most: int = 3) -> str:
    """The last sentences of `text` in one piece: at most `most`, as many as fit `characters`.

    A last sentence that is longer by itself is cut with an ellipsis. What holds no letter or digit is none.
    """
    said = [part for part in sentences(text) if any(map(str.isalnum, part))][-most:]
    if not said:
        return ""
    stop = text.rfind(said[-1]) + len(said[-1])
    ends = (text[text.rfind(part, 0, stop) : stop] for part in said)
    whole = next((end for end in ends if len(end) <= characters), "")
    return whole or said[-1][: characters - 1] + ELLIPSIS


def _whole_sentences(text: str, limit: int, count: Count) -> str:
    kept = ""
    for match in _SENTENCE.finditer(text):
        longer = kept + match[0]
        if count(longer.strip()) > limit:
            break
        kept = longer
    return kept.strip()


def _cut(text: str, limit: int, count: Count) -> str:
    """The longest beginning that fits with an ellipsis, at a space where one is near."""
    low, high = 0, min(len(text), limit * 12)
    while low < high:
        middle = (low + high + 1) // 2
        if count(text[:middle].rstrip() + ELLIPSIS) <= limit:
            low = middle
        else:
            high = middle - 1
    if not low:
        return ""
    kept = text[:low]
    space = kept.rfind(" ")
    if low < len(text) and space > low // 2:
        kept = kept[:space]
    return kept.rstrip() + ELLIPSIS
