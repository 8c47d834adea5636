"""The nearest known words to one that is not known, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rpg.text.folding import name_key

LIKELY = 60.0
"""Similarity in percent from which a word is worth suggesting."""

MOST_CHOICES = 20_000
"""Words that are compared at most, which bounds the time of one error message."""


def nearest(text: str, choices: Iterable[str]) -> str:
    """The most similar of `choices` if it is similar enough to suggest, else ""."""
    found = ranked(text, {name_key(choice): choice for choice in choices}, limit=1, cutoff=LIKELY)
    return found[0] if found else ""


def ranked(text: str, choices: Mapping[str, str], *, limit: int = 3, cutoff: float = 0.0) -> tuple[str, ...]:
    """The ids that `choices` (folded word to id) gives for the words most similar to `text`, best first."""
    from itertools import islice

    from rapidfuzz import fuzz, process

    words = list(islice(choices, MOST_CHOICES))
    hits = process.extract(
        name_key(text)[:200], words, scorer=fuzz.WRatio, limit=limit * 4, score_cutoff=cutoff
    )
    ids = dict.fromkeys(choices[word] for word, _, _ in hits)
    return tuple(ids)[:limit]
