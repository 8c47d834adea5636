"""Which sentences of a text are about somebody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from rpg.memory.clip import sentences
from rpg.text.folding import fold
from rpg.world.model import Character


class Told(Protocol):
    """A message of the story as memory reads it. kind: "opening", "player", "travel" or "narration"."""

    @property
    def kind(self) -> str: ...

    @property
    def text(self) -> str: ...


def names_of(person: Character) -> tuple[str, ...]:
    """What somebody is called in a text: full name, aliases, and the parts of a Latin name."""
    full = (person.name, *person.aliases)
    parts = (part for part in person.name.split() if len(part) > 2 and part.isascii() and part[:1].isupper())
    return tuple(dict.fromkeys(fold(name) for name in (*full, *parts) if name))


def sentences_about(text: str, names: Iterable[str], others: Iterable[str] = ()) -> Iterator[str]:
    """Sentences that name somebody, and those behind such a one in the same paragraph that name nobody else.

    names, others: folded names of the person and of everyone else.
    """
    own, rest = _pattern(names), _pattern(others)
    for paragraph in text.split("\n"):
        about = False
        for sentence in sentences(paragraph):
            folded = fold(sentence)
            if own is not None and own.search(folded):
                about = True
            elif rest is not None and rest.search(folded):
                about = False
            if about:
                yield sentence


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern of any of the names: at word borders where a name is Latin, anywhere otherwise."""
    found = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
    if not found:
        return None
    return re.compile("|".join(_bordered(name) for name in found))


def _bordered(name: str) -> str:
    escaped = re.escape(name)
    start = r"\b" if name[0].isascii() and name[0].isalnum() else ""
    end = r"\b" if name[-1].isascii() and name[-1].isalnum() else ""
    return f"{start}{escaped}{end}"
