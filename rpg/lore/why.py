"""Why an entry is in the prompt, or what stopped it. Source: docs/lorebook.md §2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Reason = Literal[
    "constant",
    "matched",
    "sticky",
    "due",
    "decorator",
    "book_off",
    "book_unbound",
    "disabled",
    "trigger",
    "condition",
    "characters",
    "min_messages",
    "min_replies",
    "every_replies",
    "excluded",
    "delay",
    "pending",
    "cooldown",
    "recursion_only",
    "recursion_level",
    "not_recursive",
    "decorator_off",
    "no_keys",
    "no_match",
    "secondary",
    "probability",
    "group_lost",
    "group_taken",
    "group_removed",
    "budget_book",
    "budget_entries",
    "budget_characters",
    "budget_tokens",
    "budget_closed",
]


@dataclass(frozen=True, slots=True)
class Match:
    """key: as authored. where: "message:0" is the newest message, "injected:1" or "injected:book.entry" a text
    that lore inserted, "field:scenario" an extra text, "text" several texts at once. slot: the key's number
    among primary, then secondary keys. text: what it matched with a little around it; filled in when an
    explanation is asked for."""

    key: str
    where: str
    slot: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What decided about one entry.

    active: it takes part in this turn. step: 0 is the first pass, 1 the first recursion. roll and chance:
    0–100. detail: the condition that failed, the group, or the winner's id. slow: keys given up as too slow.
    """

    reason: Reason
    active: bool = False
    step: int = 0
    matched: tuple[Match, ...] = ()
    group: str = ""
    winner: str = ""
    roll: float | None = None
    chance: float | None = None
    detail: str = ""
    position: str = ""
    slow: tuple[str, ...] = ()

    def at_step(self, step: int) -> Verdict:
        return self if self.step == step else replace(self, step=step)

    def to_json(self) -> dict[str, Any]:
        """Only what is set; `active` and `reason` always."""
        found: dict[str, Any] = {"active": self.active, "reason": self.reason}
        if self.matched:
            found["matched"] = [
                {"key": match.key, "text": match.text, "where": match.where} for match in self.matched
            ]
        for name in ("step", "group", "winner", "roll", "chance", "detail", "position"):
            value = getattr(self, name)
            if value not in (None, "", 0):
                found[name] = value
        if self.slow:
            found["slow"] = list(self.slow)
        return found


@dataclass(slots=True)
class Explanation(Mapping[str, Verdict]):
    """Every entry's verdict by id, made when it is first asked for: a turn that nobody inspects pays
    nothing for entries that had no part in it."""

    _make: Callable[[], dict[str, Verdict]]
    _made: dict[str, Verdict] | None = field(default=None)

    def _all(self) -> dict[str, Verdict]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, entry: str) -> Verdict:
        return self._all()[entry]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
