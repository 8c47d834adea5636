"""Finding an act by the words a player has for it."""

from __future__ import annotations

from collections.abc import Sequence

LATIN_END = "ɏ"
"""The last letter of scripts that put spaces between words; beyond it a word may begin anywhere."""


def score(query: str, texts: Sequence[str]) -> float:
    """How well words fit, 0.0 when one of them is not found; higher is better.

    texts: what is looked in, the most telling first. A word counts where a word of the text begins with it.
    """
    total = 0.0
    for word in query.casefold().split():
        best = max(
            (_weight(word, text.casefold()) / place for place, text in enumerate(texts, 1)), default=0.0
        )
        if not best:
            return 0.0
        total += best
    return total


def spans(query: str, text: str) -> list[tuple[int, int]]:
    """Where the words of a query stand in a text, as (start, end), one place for each."""
    places = ((_place(word, text.casefold()), len(word)) for word in query.casefold().split())
    return [(start, start + length) for start, length in places if start >= 0]


def _weight(word: str, text: str) -> float:
    """2 for a whole word, 1 for the beginning of one, 0 where it is not found."""
    start = _place(word, text)
    if start < 0:
        return 0.0
    rest = text[start + len(word) : start + len(word) + 1]
    return 1.0 if rest.isalnum() else 2.0


def _place(word: str, text: str) -> int:
    """Where a word of `text` begins with `word`, else -1."""
    start = text.find(word)
    while start > 0 and word[0] <= LATIN_END and text[start - 1].isalnum():
        start = text.find(word, start + 1)
    return start
