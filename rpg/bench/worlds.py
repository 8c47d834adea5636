"""Seeded worlds for the benches: every full sheet carries facts that nothing else says. Source: docs/bench.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rpg.bench.prose import Language, names, prose, sentence
from rpg.world.model import Character, Clock, Exit, Location, Player, World

FACT = re.compile(r"zq[0-9]{6}")
"""What a fact looks like. No prose and no name holds one."""

FACTS = 5
"""Facts of one sheet."""

FACT_TOKENS: Mapping[Language, int] = {"en": 26, "zh": 52}
"""What a fact takes of a sheet with the sentence it stands in and its label, in tokens, about."""

WAYS = 3
"""Ways out of a place, about."""

Owner = tuple[str, str]
"""("location" or "character", id)."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class WorldSize:
    """How large a world is. Tokens are of one sheet, drawn from the range."""

    places: int = 20
    people: int = 24
    place_tokens: Range = (350, 350)
    person_tokens: Range = (600, 600)


@dataclass(frozen=True, slots=True)
class BenchWorld:
    """A world with the facts of its full sheets by owner."""

    world: World
    facts: Mapping[Owner, frozenset[str]]

    def expected(self, owners: Sequence[Owner]) -> frozenset[str]:
        """All facts of those owners; temporary places and walk-ons have none."""
        nothing: frozenset[str] = frozenset()
        return nothing.union(*(self.facts.get(owner, nothing) for owner in owners))


def bench_world(seed: int, language: Language, size: WorldSize, *, clock: bool = True) -> BenchWorld:
    """A connected world of `size`. The same seed gives the same world."""
    return _Builder(Random(f"world {seed} {language}"), language, size).build(clock)


def facts_in(text: str) -> frozenset[str]:
    """The facts that a text holds."""
    return frozenset(FACT.findall(text))


class _Builder:
    """Draws one world. Facts are numbered in the order in which they are written."""

    def __init__(self, dice: Random, language: Language, size: WorldSize) -> None:
        self._dice = dice
        self._language = language
        self._size = size
        self._facts: dict[Owner, frozenset[str]] = {}
        self._made = 0

    def build(self, clock: bool) -> BenchWorld:
        size = self._size
        called = names(self._dice, self._language, size.places + size.people)
        ids = [f"place{number}" for number in range(size.places)]
        locations = {id: self._place(id, called[at], ids, at) for at, id in enumerate(ids)}
        characters = {
            f"person{at}": self._person(f"person{at}", called[size.places + at], ids)
            for at in range(size.people)
        }
        world = World(
            "bench",
            "Bench",
            ids[0],
            self._language,
            opening=sentence(self._dice, self._language),
            rules=prose(self._dice, self._language, 40),
            tone=sentence(self._dice, self._language),
            player=Player("Ada", sentence(self._dice, self._language)),
            clock=Clock(480, 10) if clock else None,
            locations=locations,
            characters=characters,
        )
        return BenchWorld(world, self._facts)

    def _place(self, id: str, called: str, ids: Sequence[str], at: int) -> Location:
        first, second, third, fourth, fifth = self._facts_of(("location", id))
        filler = self._filler(self._size.place_tokens)
        return Location(
            id,
            called,
            summary=sentence(self._dice, self._language),
            description=f"{first}\n\n{second}\n\n{filler}",
            rules=third,
            details=(("board", fourth), ("floor", fifth)),
            exits=self._exits(ids, at),
        )

    def _exits(self, ids: Sequence[str], at: int) -> tuple[Exit, ...]:
        """A ring with chords, so that every place can be reached and none is far."""
        ends = {ids[(at + 1) % len(ids)], *(self._dice.choice(ids) for _ in range(WAYS - 2))}
        return tuple(Exit(end, minutes=5) for end in sorted(ends) if end != ids[at])

    def _person(self, id: str, called: str, ids: Sequence[str]) -> Character:
        first, second, third, fourth, fifth = self._facts_of(("character", id))
        filler = self._filler(self._size.person_tokens)
        return Character(
            id,
            called,
            location=self._dice.choice(ids),
            summary=sentence(self._dice, self._language),
            description=f"{first}\n\n{filler}",
            personality=second,
            secrets=third,
            goals=fourth,
            topics=(("ledger", fifth),),
        )

    def _facts_of(self, owner: Owner) -> tuple[str, ...]:
        codes = [f"zq{self._made + number:06d}" for number in range(FACTS)]
        self._made += FACTS
        self._facts[owner] = frozenset(codes)
        return tuple(f"{sentence(self._dice, self._language)} ({code})" for code in codes)

    def _filler(self, tokens: Range) -> str:
        """Prose that fills a sheet up to a size, with what facts and labels take already."""
        taken = FACT_TOKENS[self._language] * FACTS
        return prose(self._dice, self._language, max(1, self._dice.randint(*tokens) - taken))
