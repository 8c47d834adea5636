"""Text as ECMAScript patterns without the `u` flag see it: UTF-16 units. Source: docs/tavern-lorebook.md §17."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
# Letters that the engine's case folding joins with others but ECMAScript keeps apart: all of them without
# `u` (it compares upper-case forms), the first two with it (they have no simple folding). Each has a stand-in:
# a code for private use, or with `u`, which knows \p{L}, a letter of a script without case.
_LONE = "\u0130\u0131\u017f\u212a\u2126\u212b\u1e9e"
_STAND_INS = {ord(character): 0xE000 + at for at, character in enumerate(_LONE)}
_STAND_INS_UNICODE = {ord(character): 0x10600 + at for at, character in enumerate(_LONE[:2])}
_NONE: Mapping[int, int] = {}


def lone_letters(flags: str) -> Mapping[int, int]:
    """Codes of the letters that have a stand-in in `subject`, with the stand-in's."""
    if "i" not in flags:
        return _NONE
    return _STAND_INS_UNICODE if "u" in flags else _STAND_INS


def _units(text: str) -> str:
    """Characters beyond U+FFFF as their two UTF-16 halves."""

    def halves(match: re.Match[str]) -> str:
        offset = ord(match.group()) - 0x10000
        return chr(0xD800 + (offset >> 10)) + chr(0xDC00 + (offset & 0x3FF))

    return _ASTRAL.sub(halves, text)


def subject(text: str, flags: str) -> str:
    """`text` as a translated pattern with `flags` sees it."""
    if text.isascii():
        return text
    units = text if "u" in flags else _units(text)
    lone = lone_letters(flags)
    return units.translate(lone) if lone else units


def readable(text: str) -> str:
    """The inverse of `subject` for showing: halves joined again."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
