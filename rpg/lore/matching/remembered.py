"""A memory of bounded size, in entries and in characters; the oldest go first."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

MOST_ENTRIES = 20_000
MOST_CHARACTERS = 20_000_000


@dataclass(slots=True)
class Remembered(Generic[K, V]):
    """Values by key. Each is put with the characters it keeps alive; one that is too big is not kept."""

    most_entries: int = MOST_ENTRIES
    most_characters: int = MOST_CHARACTERS
    _values: dict[K, tuple[V, int]] = field(default_factory=dict)
    _characters: int = 0

    def get(self, key: K) -> V | None:
        found = self._values.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V, characters: int) -> None:
        if key in self._values or characters > self.most_characters // 8:
            return
        self._values[key] = (value, characters)
        self._characters += characters
        while len(self._values) > self.most_entries or self._characters > self.most_characters:
            _, freed = self._values.pop(next(iter(self._values)))
            self._characters -= freed

    def __len__(self) -> int:
        return len(self._values)
