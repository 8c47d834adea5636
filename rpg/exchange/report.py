"""What an import or export kept, changed and did not understand. Sentences are made at the face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from rpg.exchange.lorebooks.report import Code as LossCode
from rpg.exchange.lorebooks.report import Loss
from rpg.text.clean import clean_line
from rpg.text.messages import message

Kind = Literal["kept", "changed", "unused", "unknown", "left_out"]
"""kept: it works here. changed: it works nearly the same. unused: written back, without effect here.
unknown: not understood, written back all the same. left_out: the target cannot hold it."""

LONGEST = 160
"""Characters of a detail that are shown."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a report. code: of the sentence, catalogue key `exchange.item_<code>`. what: the field or
    thing in the file it is about. detail: its value, or what became of it."""

    kind: Kind
    code: str
    what: str
    detail: str = ""

    def sentence(self, language: str) -> str:
        """The line in `language`, safe to show."""
        what, detail = clean_line(self.what)[:LONGEST], clean_line(self.detail)[:LONGEST]
        return message(language, f"exchange.item_{self.code}", what=what, detail=detail)


_LOSSES: Mapping[LossCode, Kind] = {
    "not_used": "unused",
    "approximated": "changed",
    "no_counterpart": "left_out",
    "duplicate_id": "changed",
    "decorator_unknown": "unknown",
    "too_many": "left_out",
    "placed_nowhere": "unused",
}


@dataclass(frozen=True, slots=True)
class LossItem(Item):
    """A line about an entry of a lorebook."""

    loss: Loss | None = None

    def sentence(self, language: str) -> str:
        return clean_line(self.loss.sentence(language)) if self.loss is not None else self.what


@dataclass(slots=True)
class Report:
    """Lines in the order in which they were noted."""

    items: list[Item] = field(default_factory=list)

    def add(self, kind: Kind, code: str, what: str, detail: object = "") -> None:
        self.items.append(Item(kind, code, what, str(detail)))

    def losses(self, losses: Iterable[Loss]) -> None:
        """What a lorebook's conversion noted."""
        for loss in losses:
            what = f"{loss.entry}: {loss.field}" if loss.entry else loss.field
            self.items.append(LossItem(_LOSSES[loss.code], f"lore_{loss.code}", what, loss.detail, loss))

    def of(self, kind: Kind) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.kind == kind)


def report_document(report: Report, language: str) -> list[dict[str, str]]:
    """The report as JSON: kind, code, what, detail, text."""
    return [
        {
            "kind": item.kind,
            "code": item.code,
            "what": item.what,
            "detail": item.detail,
            "text": item.sentence(language),
        }
        for item in report.items
    ]
