"""Looking up locations and characters by id, name or alias.

Case, width, spaces and joining marks do not matter. An id written exactly as it is wins over every
name; otherwise everything a word may mean is a candidate. Source: docs/design.md §5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rpg.text.folding import name_key
from rpg.text.nearest import ranked
from rpg.world.model import Character, Location, World

Kind = Literal["location", "character"]
Named = Location | Character


@dataclass(frozen=True, slots=True)
class Resolved:
    """The one thing that is meant."""

    kind: Kind
    id: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several things may be meant."""

    text: str
    candidates: tuple[Resolved, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing has this name. nearest: ids of the most similar known things, best first, at most three."""

    text: str
    nearest: tuple[str, ...]


Resolution = Resolved | Ambiguous | Unknown


@dataclass(frozen=True, slots=True)
class _Layer:
    """One set of things: which exist, and which each folded word may mean. `weak` words stand back."""

    ids: Mapping[str, tuple[Resolved, ...]]
    words: Mapping[str, tuple[Resolved, ...]]
    weak: Mapping[str, tuple[Resolved, ...]]


@dataclass(frozen=True, slots=True)
class Names:
    """An index over the world's things and those that the story added."""

    _layers: tuple[_Layer, ...] = field(repr=False)

    @classmethod
    def of(cls, world: World) -> Names:
        """The index of a world; costs one pass over its locations and characters."""
        return cls((_layer([*world.locations.values(), *world.characters.values()]),))

    def with_more(self, things: Iterable[Named]) -> Names:
        """This index with temporary locations and walk-ons on top; costs a pass over `things` only.

        Call it on the world's own index with everything that is there now: things do not pile up.
        """
        extra = list(things)
        return Names((*self._layers[:1], _layer(extra))) if extra else Names(self._layers[:1])

    def resolve(self, text: str, kind: Kind | None = None) -> Resolution:
        """What `text` means. kind: look only among locations or only among characters."""
        wanted = text.strip()
        exact = _of_kind((hit for layer in self._layers for hit in layer.ids.get(wanted, ())), kind)
        if exact:
            return _one(wanted, exact)
        key = name_key(wanted)
        for hits in (
            self._hits(key, kind),
            self._hits(_without_article(key, wanted), kind),
            self._weak(key, kind),
        ):
            if hits:
                return _one(wanted, hits)
        return Unknown(wanted, self.nearest(wanted, kind))

    def nearest(self, text: str, kind: Kind | None = None, limit: int = 3) -> tuple[str, ...]:
        """Ids of the known things whose names are most like `text`, best first."""
        words = {
            word: hits[0].id
            for layer in self._layers
            for word, found in layer.words.items()
            if (hits := _of_kind(found, kind))
        }
        return ranked(text, words, limit=limit) if name_key(text) else ()

    def _hits(self, key: str, kind: Kind | None) -> tuple[Resolved, ...]:
        return _of_kind((hit for layer in self._layers for hit in layer.words.get(key, ())), kind)

    def _weak(self, key: str, kind: Kind | None) -> tuple[Resolved, ...]:
        return _of_kind((hit for layer in self._layers for hit in layer.weak.get(key, ())), kind)


def words_of(thing: Named) -> Iterator[str]:
    """Everything a location or character may be called: name, aliases, id."""
    yield thing.name
    yield from thing.aliases
    yield thing.id


def _layer(things: Iterable[Named]) -> _Layer:
    ids: _Growing = {}
    words: _Growing = {}
    weak: _Growing = {}
    for thing in things:
        hit = Resolved("location" if isinstance(thing, Location) else "character", thing.id)
        _add(ids, thing.id, hit)
        for word in words_of(thing):
            key = name_key(word)
            _add(words, key, hit)
            _add(weak, _without_article(key, word), hit)
    return _Layer(*({key: tuple(hits) for key, hits in index.items()} for index in (ids, words, weak)))


_Growing = dict[str, dict[Resolved, None]]
"""Candidates in order, each once, however many share a word."""


def _add(index: _Growing, key: str, hit: Resolved) -> None:
    if key:
        index.setdefault(key, {})[hit] = None


def _without_article(key: str, word: str) -> str:
    """ "the market" and "market" are one place to whoever speaks of it; "" when there is no article."""
    return key[3:] if word[:4].casefold() == "the " else ""


def _of_kind(hits: Iterable[Resolved], kind: Kind | None) -> tuple[Resolved, ...]:
    return tuple(dict.fromkeys(hit for hit in hits if kind is None or hit.kind == kind))


def _one(text: str, hits: tuple[Resolved, ...]) -> Resolution:
    return hits[0] if len(hits) == 1 else Ambiguous(text, hits)
