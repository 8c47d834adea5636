"""Text as ECMAScript patterns without the `u` flag see it: UTF-16 units. Source: docs/tavern-lorebook.md §17."""

from __future__ import annotations

import re

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
# Letters that simple case folding joins with others but ECMAScript without `u` keeps apart.
_LONE = "\u017f\u212a\u2126\u212b\u0131\u0130\u1e9e"
LONE_LETTERS = {ord(character): 0xE000 + at for at, character in enumerate(_LONE)}
_LONE_PATTERN = re.compile(f"[{_LONE}]")


def _units(text: str) -> str:
    """Characters beyond U+FFFF as their two UTF-16 halves."""

    def halves(match: re.Match[str]) -> str:
        offset = ord(match.group()) - 0x10000
        return chr(0xD800 + (offset >> 10)) + chr(0xDC00 + (offset & 0x3FF))

    return _ASTRAL.sub(halves, text)


def subject(text: str, flags: str) -> str:
    """`text` as a translated pattern with `flags` sees it."""
    if "u" in flags or text.isascii():
        return text
    text = _units(text)
    if "i" in flags and _LONE_PATTERN.search(text):
        text = text.translate(LONE_LETTERS)
    return text


def readable(text: str) -> str:
    """The inverse of `subject` for showing: halves joined again."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
