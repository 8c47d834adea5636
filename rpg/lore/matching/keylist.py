"""Key lists typed as one line of text. Source: docs/tavern-lorebook.md §3.5."""

from __future__ import annotations

from rpg.lore.matching.pattern import parse_pattern
from rpg.lore.matching.script import js_trim


def split_keys(text: str) -> list[str]:
    """The keys in `text`: split at commas outside `/…/` (a key has one such pair), trimmed, empty ones dropped."""
    keys: list[str] = []
    start, slashes = 0, 0
    for at, character in enumerate(text):
        if character == "/" and (at == start or text[at - 1] != "\\"):
            slashes += 1
        elif character == "," and slashes != 1:
            keys += _keys_of(js_trim(text[start:at]))
            start, slashes = at + 1, 0
    return [key for key in (*keys, js_trim(text[start:])) if key]


def _keys_of(part: str) -> list[str]:
    if part.startswith("/") and parse_pattern(part) is None:
        return [js_trim(piece) for piece in part.split(",")]
    return [part]
