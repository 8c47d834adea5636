"""Random numbers for chances and groups, passed in as a callable.

A roll is asked for by name ("chance:book.entry", "group:name"), so that one entry's roll does not depend
on another's. Source: docs/lorebook.md §2.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

Rolls = Callable[[str], float]

_WORD = 0xFFFFFFFF


def seeded(seed: str) -> Rolls:
    """Numbers in [0, 1) from `seed` and the roll's name; the same name asked again gives a new one."""
    asked: dict[str, int] = {}

    def roll(name: str) -> float:
        asked[name] = asked.get(name, 0) + 1
        digest = hashlib.blake2b(f"{seed}\0{name}\0{asked[name]}".encode("utf-8", "replace"), digest_size=7)
        return int.from_bytes(digest.digest(), "big") / 2**56

    return roll


def scripted(numbers: Iterable[float], then: Rolls | None = None) -> Rolls:
    """`numbers` in order whatever is rolled for; afterwards `then`, or 0.5 when there is none."""
    left = iter(numbers)

    def roll(name: str) -> float:
        number = next(left, None)
        if number is not None:
            return number
        return then(name) if then is not None else 0.5

    return roll


def fixed(number: float) -> Rolls:
    """The same number always."""
    return lambda name: number


def sequence(seed: int) -> Rolls:
    """Numbers in [0, 1) one after the other, whatever is rolled for: the mulberry32 generator, by which
    case files give a `seed`."""
    state = seed & _WORD

    def roll(name: str) -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & _WORD
        mixed = (state ^ (state >> 15)) * (state | 1) & _WORD
        mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61) & _WORD)) & _WORD
        return (mixed ^ (mixed >> 14)) / 2**32

    return roll
