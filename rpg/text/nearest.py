"""The nearest known words to one that is not known, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from rpg.text.folding import name_key

LIKELY = 65.0
"""Similarity in percent from which a word is worth suggesting."""

ALIKE = 70.0
"""The same for one of several, where part of a name counts as well."""

MOST_CHOICES = 20_000
"""Words that are compared at most, which bounds the time of one error message."""

LONGEST_WORD = 200
"""Characters of a word that are compared."""


def nearest(text: str, choices: Iterable[str]) -> str:
    """The choice that `text` is most likely a slip of, or "" when none is near enough to suggest."""
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA

    wanted = _short(text)
    words = {name_key(choice): choice for choice in islice(choices, MOST_CHOICES)}
    like = process.extractOne(wanted, words.keys(), scorer=fuzz.ratio, score_cutoff=LIKELY)
    if like is not None:
        return words[like[0]]
    # Two letters changed about in a short word are one slip, though little of it is alike.
    slip = process.extractOne(wanted, words.keys(), scorer=OSA.distance, score_cutoff=1)
    return words[slip[0]] if slip is not None and len(wanted) > 1 else ""


def ranked(text: str, choices: Mapping[str, str], *, limit: int = 3) -> tuple[str, ...]:
    """The ids that `choices` (folded word to id) gives for the words similar to `text`, best first.

    Part of a name counts as similar; among those, the word that is most alike as a whole comes first. What is
    not near enough to be meant is left out.
    """
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA

    wanted = _short(text)
    words = list(islice(choices, MOST_CHOICES))
    hits = [
        word
        for word, _, _ in process.extract(
            wanted, words, scorer=fuzz.WRatio, score_cutoff=ALIKE, limit=limit * 8
        )
    ]
    if len(wanted) > 1:
        hits += (word for word in words if OSA.distance(wanted, word, score_cutoff=1) <= 1)
    best = sorted(hits, key=lambda word: -(fuzz.WRatio(wanted, word) + 2 * fuzz.ratio(wanted, word)))
    return tuple(dict.fromkeys(choices[word] for word in best))[:limit]


def _short(text: str) -> str:
    return name_key(text)[:LONGEST_WORD]
