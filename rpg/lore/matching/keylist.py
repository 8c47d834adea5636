"""Key lists typed as one line of text. Source: docs/tavern-lorebook.md §3.5."""

from __future__ import annotations

from rpg.lore.matching.pattern import parse_pattern
from rpg.lore.matching.script import js_trim


def split_keys(text: str) -> list[str]:
    """The keys in `text`: split at commas outside `/…/`, trimmed, empty ones dropped."""
    keys: list[str] = []
    start, inside = 0, False
    for at, character in enumerate(text):
        if character == "/" and (at == start or text[at - 1] != "\\"):
            inside = not inside
        elif character == "," and not inside:
            keys += _keys_of(js_trim(text[start:at]))
            start = at + 1
    return [key for key in (*keys, js_trim(text[start:])) if key]


def _keys_of(part: str) -> list[str]:
    if part.startswith("/") and parse_pattern(part) is not None:
        return [part]
    return [js_trim(piece) for piece in part.split(",")]
