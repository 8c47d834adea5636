"""Folding text for comparison: case and full-/half-width, never diacritics.

Two folds exist. `fold` keeps every word border and serves searching in text; `name_key` also drops
what people type differently in names (spaces, hyphens, underscores, middle dots) and serves looking
a name up. Source: docs/lorebook.md §2, docs/design.md §5.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_LOOSE = frozenset("_-‐‑‒–·・‧•'’`")


@lru_cache(maxsize=8192)
def fold_char(char: str) -> str:
    """One character without case and width; may be longer than one character (ß gives ss) but never empty."""
    kind, _, rest = unicodedata.decomposition(char).partition(" ")
    if kind in ("<wide>", "<narrow>"):
        char = "".join(chr(int(code, 16)) for code in rest.split())
    elif char == "　":
        char = " "
    return char.casefold()


def fold(text: str) -> str:
    """`text` without case and without full-/half-width differences.

    The result may be longer than `text`: use `fold_with_offsets` where places must be mapped back.
    """
    return text.casefold() if text.isascii() else "".join(map(fold_char, text))


def fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """The folded text and, for each of its characters, the index in `text` it came from.

    The list has one more item at the end, `len(text)`, so that a match's end maps back too.
    """
    if text.isascii():
        return text.casefold(), list(range(len(text) + 1))
    pieces = [fold_char(char) for char in text]
    offsets = [index for index, piece in enumerate(pieces) for _ in piece]
    offsets.append(len(text))
    return "".join(pieces), offsets


def name_key(text: str) -> str:
    """The form under which a name, alias or id is looked up: without case, width, spaces and joining marks.

    A name made of nothing but such marks keeps them, so that the key is empty only for blank text.
    """
    folded = fold(unicodedata.normalize("NFC", text))
    key = "".join(char for char in folded if char not in _LOOSE and not char.isspace())
    return key or folded.strip()
