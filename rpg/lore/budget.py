"""Caps on all books together, shared by both dialects. Source: docs/context.md §1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rpg.lore.why import Reason

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class LoreLimits:
    """What lore may use in one turn. None: no limit."""

    max_tokens: int | None = None
    max_entries: int | None = 40
    max_characters: int | None = 12_000


UNLIMITED = LoreLimits(None, None, None)


@dataclass(slots=True)
class Purse:
    """What is left of limits while entries are admitted one by one."""

    limits: LoreLimits
    entries: int = 0
    characters: int = 0
    tokens: int = 0

    def refuses(self, characters: int, tokens: int) -> Reason | None:
        """The limit that one more entry of this size would break."""
        limits = self.limits
        if limits.max_entries is not None and self.entries + 1 > limits.max_entries:
            return "budget_entries"
        if limits.max_characters is not None and self.characters + characters > limits.max_characters:
            return "budget_characters"
        if limits.max_tokens is not None and self.tokens + tokens > limits.max_tokens:
            return "budget_tokens"
        return None

    def pay(self, characters: int, tokens: int) -> None:
        self.entries += 1
        self.characters += characters
        self.tokens += tokens

    @property
    def counts_tokens(self) -> bool:
        return self.limits.max_tokens is not None
