"""A small card in the chat: title, rows, bars, a table.

The part's data is JSON with these keys, each left out when it is empty: `title`; `rows`, a list of
`[label, value]`; `bars`, a list of `{"label", "value", "max"}` with numbers; `table`, `{"columns", "rows"}`
with texts. `lines` is always there: the whole card below its title as plain text, for faces that draw
nothing. Source: docs/tools.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rpg.runtime.arguments import Arguments
from rpg.runtime.errors import EditError
from rpg.text.cells import cell_width, cut, pad
from rpg.text.clean import clean_line
from rpg.timeline.nodes import WidgetPart

CARD = "card"
"""Kind of the part."""

MOST_ROWS = 20
MOST_COLUMNS = 6
LONGEST_CELL = 200
"""Characters of one text on a card."""

BAR_CELLS = 10

_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}

CARD_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "title": _TEXT,
        "rows": {"type": "array", "items": _TEXTS, "description": "[label, value] pairs"},
        "bars": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"label": _TEXT, "value": {"type": "number"}, "max": {"type": "number"}},
            },
        },
        "table": {
            "type": "object",
            "properties": {"columns": _TEXTS, "rows": {"type": "array", "items": _TEXTS}},
        },
    },
    "required": ["title"],
}


@dataclass(frozen=True, slots=True)
class Bar:
    """value: from 0 to most."""

    label: str
    value: float
    most: float

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.value / self.most


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows. table: its rows, each as long as `columns`."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    bars: tuple[Bar, ...] = ()
    columns: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()

    @property
    def part(self) -> WidgetPart:
        document: dict[str, Any] = {"title": self.title}
        if self.rows:
            document["rows"] = [list(row) for row in self.rows]
        if self.bars:
            document["bars"] = [{"label": b.label, "value": b.value, "max": b.most} for b in self.bars]
        if self.table:
            document["table"] = {"columns": list(self.columns), "rows": [list(row) for row in self.table]}
        document["lines"] = list(card_lines(self))
        return WidgetPart(CARD, json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def read_card(arguments: Mapping[str, Any]) -> Card:
    """The card that a call asks for. Raises EditError."""
    given = Arguments("show_widget", arguments)
    given.check(("title",), ("rows", "bars", "table"))
    columns, table = _table(given)
    card = Card(_cell(given.line("title")), _rows(given), _bars(given), columns, table)
    if not (card.rows or card.bars or card.table):
        raise given.missing("rows, bars or table", ("title", "one of these"))
    return card


def card_lines(card: Card) -> Iterator[str]:
    """The card below its title as plain lines; columns stand under each other in cells."""
    yield from (f"{label}: {value}" if value else label for label, value in card.rows)
    wide = max((cell_width(bar.label) for bar in card.bars), default=0)
    for bar in card.bars:
        full = round(bar.share * BAR_CELLS)
        drawn = "█" * full + "░" * (BAR_CELLS - full)
        yield f"{pad(bar.label, wide)} {drawn} {bar.value:g}/{bar.most:g}"
    yield from _table_lines([card.columns, *card.table] if card.columns else card.table)


def _table_lines(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        return
    widths = [min(24, max(cell_width(row[place]) for row in rows)) for place in range(len(rows[0]))]
    for row in rows:
        cells = (pad(cut(text, width), width) for text, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _rows(given: Arguments) -> tuple[tuple[str, str], ...]:
    value = given.values.get("rows") or []
    if isinstance(value, dict):
        value = list(value.items())
    return tuple(_row(given, item) for item in _list(given, "rows", value))


def _row(given: Arguments, item: Any) -> tuple[str, str]:
    match item:
        case str():
            return _cell(item), ""
        case [label]:
            return _cell(label), ""
        case [label, second] | (label, second):
            return _cell(label), _cell(second)
        case {"label": label, "value": second}:
            return _cell(label), _cell(second)
    raise given.bad("rows", "a list of [label, value]")


def _bars(given: Arguments) -> tuple[Bar, ...]:
    return tuple(_bar(given, item) for item in _list(given, "bars", given.values.get("bars") or []))


def _bar(given: Arguments, item: Any) -> Bar:
    if not isinstance(item, dict):
        raise given.bad("bars", "a list of {label, value, max}")
    value, most = _number(item.get("value")), _number(item.get("max", 100))
    if value is None or most is None or most <= 0:
        raise given.bad("bars", "a list of {label, value, max} with numbers, max above 0")
    return Bar(_cell(item.get("label", "")), min(max(value, 0), most), most)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value if abs(value) <= 1e12 else None


def _table(given: Arguments) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    value = given.values.get("table")
    if not value:
        return (), ()
    if not isinstance(value, dict):
        raise given.bad("table", "an object with columns and rows")
    rows = _list(given, "table", value.get("rows") or [])
    if not all(isinstance(row, list) for row in rows) or not isinstance(value.get("columns") or [], list):
        raise given.bad("table", "an object with columns and rows, rows a list of lists")
    columns = tuple(_cell(cell) for cell in value.get("columns") or [])
    width = max([len(columns), *(len(row) for row in rows)])
    if width > MOST_COLUMNS:
        raise EditError("too_long", f"The table has more than {MOST_COLUMNS} columns.", "Show fewer.")
    made = tuple(_padded(tuple(_cell(cell) for cell in row), width) for row in rows)
    return (_padded(columns, width) if columns else ()), made


def _padded(row: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*row, *([""] * (width - len(row))))


def _list(given: Arguments, name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise given.bad(name, "a list")
    if len(value) > MOST_ROWS:
        raise EditError("too_long", f"{name} has more than {MOST_ROWS} items.", "Show fewer.")
    return value


def _cell(value: Any) -> str:
    """A text of the card: cleaned, on one line, cut to its longest."""
    text = clean_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
