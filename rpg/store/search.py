"""Searching the whole story: a scan over contents. Source: docs/libraries.md "story search".

Text that has no upper and lower case is found by SQLite itself; other text is compared case-folded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from rpg.store.errors import sqlite_errors
from rpg.store.forms import dump, load

EXCERPT = 60
"""Characters shown on each side of what was found."""

_STORY = "('opening', 'player', 'narration', 'travel')"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of a text on one line. start, end: where in it the words stand. times: how often they occur in
    the whole text."""

    excerpt: str
    start: int
    end: int
    times: int


@dataclass(frozen=True, slots=True)
class Hit(Excerpt):
    """A node whose text holds what was searched."""

    node: int


def search(connection: sqlite3.Connection, path: Path, words: str, limit: int) -> tuple[Hit, ...]:
    """Messages of all branches that hold `words`, newest first, `limit` at most; none for empty words."""
    words = words.strip()
    if not words:
        return ()
    with sqlite_errors(path):
        contents = [(id, excerpt_of(text, words)) for id, text in _contents(connection, words)]
        found = {id: excerpt for id, excerpt in contents if excerpt is not None}
        nodes = (
            connection.execute("SELECT id, content FROM node ORDER BY id DESC").fetchall() if found else []
        )
    places = islice(((id, found[content]) for id, content in nodes if content in found), limit)
    return tuple(Hit(one.excerpt, one.start, one.end, one.times, id) for id, one in places)


def excerpt_of(text: str, words: str) -> Excerpt | None:
    """Where `words` first stand in `text`, whatever their case; None when they do not."""
    at, end = _place(text, words)
    if at < 0:
        return None
    before, after = text[max(0, at - EXCERPT) : at], text[end : end + EXCERPT]
    lead = ("…" if at > EXCERPT else "") + _flat(before)
    shown = _flat(text[at:end])
    tail = _flat(after) + ("…" if end + EXCERPT < len(text) else "")
    times = text.casefold().count(words.casefold())
    return Excerpt(lead + shown + tail, len(lead), len(lead) + len(shown), times)


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


def _place(text: str, words: str) -> tuple[int, int]:
    """From where to where `words` stand in `text`, in characters of `text`; -1 when they do not occur.

    Folding may lengthen a character, so places in the folded text are counted back one by one.
    """
    folded, sought = text.casefold(), words.casefold()
    at = folded.find(sought)
    if at < 0 or len(folded) == len(text):
        return at, at + len(sought)
    start = end = done = 0
    for letter in text:
        if done >= at + len(sought):
            break
        done += len(letter.casefold())
        end += 1
        start += done <= at
    return start, end


def _flat(text: str) -> str:
    return "".join(" " if letter in "\r\n\t" else letter for letter in text)
