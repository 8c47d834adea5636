"""Which named thing a phrase means: whole names, parts of names, and slips of the finger."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rpg.narrator.storyteller.scope import Name
from rpg.text.folding import fold, name_key

EXACT = 100.0
PART = 90.0
INSIDE = 85.0
BESIDE = 82.0
"""A part of a description that is not what it describes: "lighthouse" of "lighthouse keeper"."""
SLIP_BAR = 78.0
"""Likeness in percent from which a word counts as a slip of another."""

LONGEST = 120
"""Characters of a phrase that are compared."""

LONGEST_CLAUSE = 160
"""Characters of a clause, those without spaces counting twice, up to which it can be an act; what is longer can
only be said to someone."""

_ARTICLE = re.compile(r"^(?:the|a|an|this|that|these|those|my|some|our)\s+", re.I)
_ZH_ARTICLE = re.compile(
    r"^(?:我的|我们的|自己的|身上的|怀里的|那边的|这边的|这里的|那里的|一下"
    r"|[那这][个位块张本盏口把条只座扇间封棵面堵根件艘辆匹幅页支枚颗尊]|那|这)"
)
_TRADE = re.compile(r"\w+[eao]ry")
"""Where a trade is carried on: the joinery is not a slip of the joiner."""
_CJK = re.compile("[㐀-鿿豈-﫿]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SIDES = frozenset("上下里外中前后内边")
"""Characters that say where something is and are no part of its name by themselves."""

_WEAK = frozenset(["the", "a", "an", "of", "to", "at", "in", "on", "by", "and", "my"])


@dataclass(frozen=True, slots=True)
class Match:
    """ids: the best candidates, more than one when equally good. score: percent."""

    ids: tuple[str, ...]
    score: float


def find(phrase: str, names: Iterable[Name], *, inside: bool = False, bar: float = SLIP_BAR) -> Match | None:
    """The things that `phrase` means best, or None.

    inside: whether a name somewhere inside a longer phrase will do. bar: least likeness of a slip.
    """
    phrase = phrase.strip()[:LONGEST]
    if not name_key(phrase):
        return None
    wanted = _form(phrase)
    best: list[str] = []
    top = 0.0
    for name in names:
        score = max(_score(wanted, _form(called), inside, bar) for called in name.called)
        if score > top:
            best, top = [name.id], score
        elif score and score == top:
            best.append(name.id)
    return Match(tuple(dict.fromkeys(best)), top) if best else None


def without_article(phrase: str) -> str:
    return _ZH_ARTICLE.sub("", _ARTICLE.sub("", phrase.strip()))


def words(text: str) -> list[str]:
    """The folded words of a text with spaces."""
    return _WORD.findall(fold(text))


def is_cjk(text: str) -> bool:
    return not text.isascii() and _CJK.search(text) is not None


def is_long(text: str) -> bool:
    """Whether a text is too long to be an act; characters without spaces between words count twice."""
    return sum(2 if is_cjk(char) else 1 for char in text) > LONGEST_CLAUSE


@dataclass(frozen=True, slots=True)
class _Form:
    """A phrase or name in the forms it is compared in. key, bare: folded, with and without an article."""

    key: str
    bare: str
    words: tuple[str, ...]
    cjk: bool
    proper: bool


@lru_cache(maxsize=8192)
def _form(text: str) -> _Form:
    short = without_article(text)
    bare = name_key(short)
    return _Form(name_key(text), bare, tuple(words(text)), is_cjk(bare), short[:1].isupper())


def _score(wanted: _Form, known: _Form, inside: bool, bar: float) -> float:
    if not wanted.bare or not known.bare:
        return 0
    if wanted.key == known.key or wanted.bare == known.bare:
        return EXACT
    if known.cjk:
        return _score_cjk(wanted.bare, known.bare, inside, bar)
    return _score_words(wanted.words, known.words, inside, bar, proper=known.proper)


def _score_cjk(wanted: str, known: str, inside: bool, bar: float) -> float:
    if len(wanted) >= 2 and wanted in known:
        return PART
    if len(wanted) == 1 and wanted not in _SIDES and known.endswith(wanted):
        return PART - 2
    if inside and len(known) >= 2 and known in wanted:
        return INSIDE + min(len(known), 4)
    if len(known) >= 2 and sorted(wanted) == sorted(known):
        return PART - 1
    if inside:
        return 0
    if len(wanted) == len(known) >= 4 and sum(a != b for a, b in zip(wanted, known, strict=True)) == 1:
        return max(bar, 80.0)
    return _likeness(wanted, known, bar) if len(known) >= 3 else 0


def _score_words(
    wanted: tuple[str, ...], known: tuple[str, ...], inside: bool, bar: float, *, proper: bool
) -> float:
    """proper: whether `known` is a proper name, of which any part will do."""
    strong = [word for word in wanted if word not in _WEAK]
    kept = [word for word in known if word not in _WEAK] or known
    if not strong or not known:
        return 0
    if all(word in known for word in strong):
        describes = known[-1] not in strong and not proper
        return BESIDE if describes else PART + len(strong) / len(known)
    if inside and all(word in wanted for word in kept):
        return INSIDE + min(len(kept), 4)
    if inside and len(kept) > 1 and any(word in wanted and len(word) >= 4 for word in kept):
        return INSIDE - 3
    pairs = [max(_likeness(word, other, bar) for other in kept) for word in strong]
    if min(pairs) > 0:
        return min(sum(pairs) / len(pairs), PART - 2)
    return _likeness("".join(strong), "".join(kept), bar)


@lru_cache(maxsize=16384)
def _likeness(wanted: str, known: str, bar: float) -> float:
    """Likeness of two single words; 0 under the bar, and for words too short to tell a slip from another word.

    The first letter is hardly ever mistyped: another one makes another word.
    """
    if wanted == known:
        return PART
    if min(len(wanted), len(known)) < 3:
        return 0
    if _TRADE.fullmatch(max(wanted, known, key=len)) and max(wanted, known)[:-1] == min(wanted, known):
        return 0
    from rapidfuzz.distance import OSA

    slips = OSA.distance(wanted, known)
    swapped = sorted(wanted) == sorted(known)
    if not swapped and wanted[0] != known[0] and not is_cjk(known):
        return 0
    if slips == 1 and (swapped or min(len(wanted), len(known)) >= 5):
        return max(bar, 84.0)
    likeness = 100 * (1 - slips / max(len(wanted), len(known)))
    return likeness if likeness >= bar else 0
