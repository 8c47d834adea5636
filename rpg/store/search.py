"""Searching the whole story: a scan over contents. Source: docs/libraries.md "story search".

Text that has no upper and lower case is found by SQLite itself; other text is compared case-folded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rpg.store.errors import sqlite_errors
from rpg.store.forms import dump, load

EXCERPT = 60
"""Characters shown on each side of what was found."""

_STORY = "('opening', 'player', 'narration', 'travel')"


@dataclass(frozen=True, slots=True)
class Hit:
    """A node whose text holds what was searched.

    excerpt: a piece of the text on one line; start, end: where in it the words stand. times: how often they
    occur in the node.
    """

    node: int
    excerpt: str
    start: int
    end: int
    times: int


def search(connection: sqlite3.Connection, path: Path, words: str, limit: int) -> tuple[Hit, ...]:
    """Messages of all branches that hold `words`, newest first, `limit` at most; none for empty words."""
    words = words.strip()
    if not words:
        return ()
    with sqlite_errors(path):
        found = {id: text for id, text in _contents(connection, words) if _first(text, words) >= 0}
        nodes = (
            connection.execute("SELECT id, content FROM node ORDER BY id DESC").fetchall() if found else []
        )
    hits = ((id, found[content]) for id, content in nodes if content in found)
    return tuple(_hit(id, text, words) for _, (id, text) in zip(range(limit), hits, strict=False))


def _contents(connection: sqlite3.Connection, words: str) -> Iterator[tuple[int, str]]:
    """Contents that may hold `words`, with their text."""
    statement = f"SELECT id, parts FROM content WHERE parts IS NOT NULL AND kind IN {_STORY}"
    values: Sequence[str] = ()
    if _caseless(words):
        statement += " AND instr(parts, ?)"
        values = (dump(words)[1:-1],)
    for id, parts in connection.execute(statement, values).fetchall():
        yield id, _text(parts)


def _text(parts: str) -> str:
    """The story text of stored parts; what cannot be read has none."""
    try:
        return "\n\n".join(part["text"] for part in load(parts) if part["part"] == "text")
    except (ValueError, TypeError, KeyError):
        return ""


def _caseless(words: str) -> bool:
    return words.lower() == words == words.upper() == words.casefold()


def _hit(node: int, text: str, words: str) -> Hit:
    at = _first(text, words)
    end = _end(text, at, words)
    before, inside, after = text[max(0, at - EXCERPT) : at], text[at:end], text[end : end + EXCERPT]
    lead = ("…" if at > EXCERPT else "") + _flat(before)
    tail = _flat(after) + ("…" if end + EXCERPT < len(text) else "")
    shown = _flat(inside)
    return Hit(node, lead + shown + tail, len(lead), len(lead) + len(shown), _times(text, words))


def _first(text: str, words: str) -> int:
    """Where `words` begin in `text`, in characters of `text`; -1 when they do not occur."""
    folded, sought = text.casefold(), words.casefold()
    at = folded.find(sought)
    if at <= 0 or len(folded) == len(text):
        return at
    return _unfolded(text, at)


def _end(text: str, at: int, words: str) -> int:
    return at + _unfolded(text[at:], len(words.casefold()))


def _unfolded(text: str, length: int) -> int:
    """How many characters of `text` make up `length` folded ones: folding may lengthen a character."""
    count = done = 0
    while done < length and count < len(text):
        done += len(text[count].casefold())
        count += 1
    return count


def _times(text: str, words: str) -> int:
    return text.casefold().count(words.casefold())


def _flat(text: str) -> str:
    return "".join(" " if letter in "\r\n\t" else letter for letter in text)
