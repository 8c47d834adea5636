"""Which of several authored texts a question is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from rpg.narrator.storyteller.matching import is_cjk, words
from rpg.text.folding import name_key

BAR = 45.0
"""Percent of fit from which a text answers a question."""

HALF = 0.5
"""Share of what a question is about from which a thing answers it."""

LONGEST = 300
"""Characters of a question that are compared."""

_EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "from",
        "with",
        "by",
        "about",
        "and",
        "or",
        "but",
        "not",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "do",
        "does",
        "did",
        "done",
        "has",
        "have",
        "had",
        "can",
        "could",
        "would",
        "will",
        "should",
        "may",
        "might",
        "must",
        "i",
        "me",
        "my",
        "we",
        "us",
        "our",
        "you",
        "your",
        "he",
        "him",
        "his",
        "she",
        "her",
        "it",
        "its",
        "they",
        "them",
        "their",
        "what",
        "where",
        "who",
        "whom",
        "whose",
        "why",
        "how",
        "when",
        "which",
        "whether",
        "if",
        "there",
        "here",
        "any",
        "some",
        "all",
        "really",
        "please",
        "tell",
        "know",
        "think",
        "say",
        "says",
        "said",
        "go",
        "goes",
        "going",
        "come",
        "came",
        "get",
        "got",
        "thing",
        "things",
        "something",
        "anything",
        "one",
    ]
)
_ASKING = re.compile(
    "什么时候|什么时间|什么意思|怎么回事|咋回事|怎么了|怎么样|为什么|多少钱?|几点钟?|[什甚]么|能不能|可不可以|有没有|是不是|会不会|要不要"
)
"""What only asks."""

_ZH_EMPTY = frozenset(
    "的了是在有和就不也都吗呢吧啊么什这那我你他她它们个上下到去说问知道怎样谁哪里儿过着会能要事情关于有关为何最近"
)


def best_of(question: str, texts: Iterable[tuple[str, str]]) -> int | None:
    """The index of the (name, text) that the question is about, or None when it is about none of them."""
    scores = [fit(question[:LONGEST], name, text) for name, text in texts]
    best = max(range(len(scores)), key=lambda index: scores[index], default=None)
    return best if best is not None and scores[best] >= BAR else None


def of_things(question: str, things: Iterable[tuple[str, str]]) -> str | None:
    """The text of the (name, text) that at least half of what a question is about is found in, its name first; None
    when there is none."""
    wanted = frozenset(word for word in keywords(_ASKING.sub(" ", question[:LONGEST])) if len(word) > 1)
    if not wanted:
        return None
    scores = [(_share(wanted, keywords(name)), _share(wanted, keywords(text)), text) for name, text in things]
    best = max(scores, default=(0.0, 0.0, ""))
    return best[2] if best[0] >= HALF or best[1] > HALF else None


def fit(question: str, name: str, text: str = "") -> float:
    """How well a question fits a topic, in percent: by its name above all, by its text a little."""
    asked, called = name_key(_bare(question)), name_key(_bare(name))
    if not asked or not called:
        return 0
    if asked == called:
        return 100
    if len(called) >= (2 if is_cjk(called) else 4) and called in asked:
        return 95
    wanted = keywords(_ASKING.sub(" ", question))
    if not wanted:
        return 0
    by_name = _share(wanted, keywords(name))
    by_text = _share(wanted, keywords(text))
    tells = by_text * len(wanted) >= 2 or (len(wanted) == 1 and len(next(iter(wanted))) > 1)
    return max(90 * by_name, 60 * by_text if tells else 0)


def _bare(text: str) -> str:
    """Without marks: what is left are letters, digits and spaces."""
    return "".join(char for char in text if char.isalnum() or char.isspace())


def keywords(text: str) -> frozenset[str]:
    """What a text is about: its words without the empty ones, and pairs of characters where there are no spaces."""
    latin = {_stem(word) for word in words(text) if not is_cjk(word) and not _is_empty(word)}
    return frozenset(latin | _pairs(text))


def _is_empty(word: str) -> bool:
    """Whether a word says nothing of what is spoken of, contractions such as "I'm" included."""
    return len(word) <= 2 or word in _EMPTY or ("'" in word and word.partition("'")[0] in _EMPTY)


def _pairs(text: str) -> set[str]:
    """Pairs of neighbouring characters; a character that stands alone between empty ones by itself."""
    runs = "".join(char if is_cjk(char) and char not in _ZH_EMPTY else " " for char in text).split()
    return {run for run in runs if len(run) == 1} | {a + b for run in runs for a, b in pairwise(run)}


def _share(wanted: frozenset[str], known: frozenset[str]) -> float:
    """The part of `wanted` that is in `known`, slips allowed, but for the first letter, which is hardly ever mistyped."""
    hits = sum(1 for word in wanted if word in known or any(_alike(word, other, wanted) for other in known))
    return hits / len(wanted)


def _alike(word: str, other: str, wanted: frozenset[str]) -> bool:
    """A slip of the finger; also a single character that is all that was asked for: 钟 of 并钟."""
    if len(word) == 1 and is_cjk(word):
        return len(wanted) == 1 and word in other
    if min(len(word), len(other)) < 4 or word[0] != other[0]:
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other, score_cutoff=1) <= 1


def _stem(word: str) -> str:
    """English words without their commonest endings."""
    for ending in ("'s", "ing", "ies", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
