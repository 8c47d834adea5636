"""ECMAScript's character classes written out for the `regex` engine.

Source: docs/tavern-lorebook.md §3.4, §17.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rpg.lore.matching.script import JS_SPACE

Ranges = tuple[tuple[int, int], ...]

LAST = 0x10FFFF


def _space_ranges() -> Ranges:
    pairs = re.findall("(.)(?:-(.))?", JS_SPACE, re.DOTALL)
    return tuple(sorted((ord(first), ord(last or first)) for first, last in pairs))


CLASSES: dict[str, Ranges] = {
    "d": ((48, 57),),
    "w": ((48, 57), (65, 90), (95, 95), (97, 122)),
    "s": _space_ranges(),
}


def _complement(ranges: Ranges) -> Ranges:
    edges = [-1, *(edge for pair in ranges for edge in pair), LAST + 1]
    gaps = [(edges[at] + 1, edges[at + 1] - 1) for at in range(0, len(edges), 2)]
    return tuple((first, last) for first, last in gaps if first <= last)


def char(code: int) -> str:
    """One character, written so that it can have no other meaning."""
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def _inner(ranges: Ranges) -> str:
    return "".join(f"{char(first)}-{char(last)}" for first, last in ranges)


def class_escape(letter: str) -> str:
    """The inside of a set for \\d \\D \\w \\W \\s \\S."""
    ranges = CLASSES[letter.lower()]
    return _inner(ranges if letter.islower() else _complement(ranges))


_WORD = f"[{class_escape('w')}]"
# Written as a complement, so that a letter that folding joins with a word character is none of these.
NOT_WORD = f"[^{class_escape('w')}]"
BORDER = f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
NO_BORDER = f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))"


def join_ranges(items: list[str | int], lone: Mapping[int, int]) -> str:
    """The inside of a set; a hyphen between two single characters makes a range.

    lone: codes of letters and of the stand-ins they have in the text.
    """
    pieces: list[str] = []
    at = 0
    while at < len(items):
        item = items[at]
        last = items[at + 2] if at + 2 < len(items) else None
        if isinstance(item, int) and items[at + 1 : at + 2] == ["-"] and last is not None:
            end = ord("-") if last == "-" else last
            if isinstance(end, int):
                pieces += _range(item, end, lone)
                at += 3
                continue
        pieces.append(char(item) if isinstance(item, int) else "\\-" if item == "-" else item)
        at += 1
    return "".join(pieces)


def _range(first: int, last: int, lone: Mapping[int, int]) -> list[str]:
    """The range, with the stand-ins of the letters in it instead of the letters themselves."""
    letters = {stand_in: letter for letter, stand_in in lone.items()}
    first, last = letters.get(first, first), letters.get(last, last)
    pieces: list[str] = []
    for letter in sorted(code for code in lone if first <= code <= last):
        if first < letter:
            pieces.append(f"{char(first)}-{char(letter - 1)}")
        pieces.append(char(lone[letter]))
        first = letter + 1
    return [*pieces, f"{char(first)}-{char(last)}"] if first <= last else pieces
