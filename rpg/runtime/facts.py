"""Facts: the persistent map under a state, with its incremental hash.

A fact is a key (a tuple of strings) and a JSON-like frozen value. The hash is the sum modulo 2^128 of a
128-bit digest of every (key, value): it depends on what is true and not on the order it became true in,
and changing one fact costs one digest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import immutables

Key = tuple[str, ...]
Value = Any  # str | int | float | bool | None | tuple[Value, ...]

_MODULUS = 1 << 128
_NONE: immutables.Map[Key, Value] = immutables.Map()


def frozen(value: Any) -> Value:
    """`value` with lists turned into tuples, so that a fact can be compared and hashed."""
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _digest(key: Key, value: Value) -> int:
    text = json.dumps([key, value], ensure_ascii=False, separators=(",", ":"))
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest(), "big")


@dataclass(frozen=True, slots=True)
class Facts:
    """A persistent map of facts. `total` is the running sum of the digests."""

    map: immutables.Map[Key, Value] = _NONE
    total: int = 0

    def get(self, key: Key, default: Value = None) -> Value:
        return self.map.get(key, default)

    def __contains__(self, key: Key) -> bool:
        return key in self.map

    def __len__(self) -> int:
        return len(self.map)

    def items(self) -> Iterator[tuple[Key, Value]]:
        return iter(self.map.items())

    def set(self, key: Key, value: Value) -> Facts:
        """These facts with `key` true as `value`; the same object when it already is."""
        value = frozen(value)
        absent = key not in self.map
        old = self.map.get(key)
        if not absent and old == value and type(old) is type(value):
            return self
        total = self.total + _digest(key, value) - (0 if absent else _digest(key, old))
        return Facts(self.map.set(key, value), total % _MODULUS)

    def drop(self, key: Key) -> Facts:
        """These facts without `key`; the same object when it is not there."""
        if key not in self.map:
            return self
        return Facts(self.map.delete(key), (self.total - _digest(key, self.map[key])) % _MODULUS)

    @property
    def hash(self) -> str:
        """32 hexadecimal digits."""
        return f"{self.total:032x}"

    def document(self) -> list[list[Any]]:
        """JSON form, sorted by key: what a snapshot stores."""
        return [[list(key), value] for key, value in sorted(self.map.items(), key=lambda item: item[0])]

    @classmethod
    def from_document(cls, document: Iterable[Any]) -> Facts:
        """The facts of a `document()`, with the hash computed anew."""
        map: immutables.Map[Key, Value] = immutables.Map(
            {tuple(key): frozen(value) for key, value in document}
        )
        return cls(map, sum(_digest(key, value) for key, value in map.items()) % _MODULUS)
