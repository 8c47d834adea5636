"""Results as plain text: rows of figures in columns, goals below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg.bench.result import Result


def table_lines(result: Result) -> Iterator[str]:
    """The figures of a result: those that are rows as a table, the others one a line."""
    rows = {key: value for key, value in result.figures.items() if isinstance(value, Mapping)}
    for columns, group in _grouped(rows):
        yield from _table(columns, group)
    for key, value in result.figures.items():
        if key not in rows:
            yield f"{key}: {_cell(value)}"


def _grouped(rows: Mapping[str, Mapping[str, Any]]) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """Rows side by side that share a column stand in one table."""
    groups: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    for name, row in rows.items():
        if groups and not set(groups[-1][0]).isdisjoint(row):
            columns, group = groups[-1]
            group[name] = row
            groups[-1] = (tuple(dict.fromkeys((*columns, *row))), group)
        else:
            groups.append((tuple(row), {name: row}))
    return groups


def _table(columns: Sequence[str], rows: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    cells = [["", *columns]]
    cells += [[name, *(_cell(row.get(column, "-")) for column in columns)] for name, row in rows.items()]
    widths = [max(len(line[at]) for line in cells) for at in range(len(columns) + 1)]
    for first, *rest in cells:
        padded = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *padded]).rstrip()


def _cell(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
