"""A line as it was meant to be typed: width, marks, contractions, slips of the finger, traditional characters."""

from __future__ import annotations

import re
from functools import lru_cache

from rpg.narrator.storyteller.matching import is_cjk
from rpg.narrator.storyteller.phrasebook import Phrasebook
from rpg.narrator.storyteller.scope import Scope
from rpg.text.folding import fold_char

_KEPT = "，。！？；：、"
"""Wide marks that stay as they are: rules know them."""

_MARKS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|^>+ ?")
"""Emphasis and prompts, as in "*waves at Mira*" and "> look"."""

_TOLD = re.compile(r"\s*\*+(?P<verb>[a-z]+?(?:[sx]s|ch|sh|o(?=es)|(?=s\b)))e?s\b", re.I)
"""What the player does as it would be told of them: "*waves at Mira*"."""

_THRICE = re.compile(r"([a-z])\1{2,}", re.I)
_WORD = re.compile(r"(?<![\w'])[a-z']{2,}(?![\w'])", re.I)


_ENDS = ("the", "her", "him", "his", "them", "my", "your")
"""Small words that are run together with the one before."""


def plain(line: str, book: Phrasebook, scope: Scope) -> str:
    """The line as the rules of a language read it."""
    told = _TOLD.match(line)
    line = f"{told['verb']}{line[told.end() :]}" if told else line
    flat = "".join(char if char in _KEPT else fold_char(char) if char == "　" else char for char in line)
    flat = re.sub(r"\s+", " ", _MARKS.sub("", flat).replace("’", "'").replace("‘", "'")).strip()
    if book.simplified and is_cjk(flat) and not _is_traditional(scope, book):
        flat = flat.translate(book.simplified)
    return _mended(flat, book, _names(scope)) if book.words else flat


def _is_traditional(scope: Scope, book: Phrasebook) -> bool:
    """Whether the world itself is written in traditional characters."""
    return any(ord(char) in book.simplified for char in _names(scope))


@lru_cache(maxsize=64)
def _names(scope: Scope) -> str:
    """Everything that has a name, as one folded text."""
    named = (scope.here, *scope.people, *scope.absent, *scope.places, *scope.labels, *scope.details)
    return " ".join(called for name in named for called in name.called).lower()


def _mended(line: str, book: Phrasebook, names: str) -> str:
    line = _THRICE.sub(r"\1\1", line)
    return _WORD.sub(lambda word: _mended_word(word[0], book, names), line)


def _mended_word(word: str, book: Phrasebook, names: str) -> str:
    """A word that is known stays; two small words run together are parted, two swapped letters put back."""
    low = word.lower()
    if low in book.contractions:
        return book.contractions[low]
    if low in book.words or low in book.verbs or len(low) < 3 or low in names:
        return word
    swapped = [known for known in book.words if _is_swapped(low, known)]
    if len(swapped) == 1:
        return swapped[0]
    end = next((end for end in _ENDS if low.endswith(end) and low.removesuffix(end) in book.words), "")
    return f"{low.removesuffix(end)} {end}" if end else word


def _is_swapped(word: str, known: str) -> bool:
    """Whether two neighbouring letters of a word changed places."""
    if len(word) != len(known) or (word[0] != known[0] and word[1] != known[0]):
        return False
    differ = [at for at in range(len(word)) if word[at] != known[at]]
    return (
        len(differ) == 2
        and differ[1] == differ[0] + 1
        and word[differ[0]] == known[differ[1]]
        and word[differ[1]] == known[differ[0]]
    )


def slips_of(word: str, verbs: tuple[str, ...]) -> list[str]:
    """The verbs that a word is a slip of the finger away from; the first letter is hardly ever mistyped."""
    from rapidfuzz.distance import OSA

    if len(word) < 3:
        return []
    return [
        verb
        for verb in verbs
        if OSA.distance(word, verb) == 1
        and (sorted(verb) == sorted(word) or (len(verb) >= 4 and verb[0] == word[0]))
    ]
