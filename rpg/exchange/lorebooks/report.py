"""What a conversion kept, changed and lost. Sentences are made where people read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rpg.text.messages import message

Code = Literal[
    "not_used",
    "approximated",
    "no_counterpart",
    "duplicate_id",
    "decorator_unknown",
    "too_many",
    "placed_nowhere",
]


@dataclass(frozen=True, slots=True)
class Loss:
    """entry: its id, "" for the book. field: the name in the source. detail: the value or what became of it.

    not_used: kept and written back, without effect here. approximated: works nearly the same.
    no_counterpart: has no effect in the target. duplicate_id, decorator_unknown: see `detail`.
    placed_nowhere: it is triggered and never in a prompt. too_many: the file has `detail` entries, the rest was left out.
    """

    code: Code
    entry: str
    field: str
    detail: str = ""

    def sentence(self, language: str) -> str:
        """One line for the player."""
        return message(
            language, f"lore.loss_{self.code}", entry=self.entry or "-", field=self.field, detail=self.detail
        )
