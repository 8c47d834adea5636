"""Files of the player's own that hold one kind of sheet in the form it has in a world, `[presets.ID]` or
`[lorebooks.ID]`, so that one can be moved between a world and the player's library as it is.

Source: docs/world-format.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rpg.text.nearest import nearest
from rpg.world.kinds import Keyed, Shape
from rpg.world.model import EMPTY
from rpg.world.problem import Problem
from rpg.world.reader import Reader
from rpg.world.report import Report
from rpg.world.sources import Source, Sources, parse
from rpg.world.values import Wrong

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class SheetFile(Generic[S]):
    """What a file holds, by id. problems: errors leave out what they are about, warnings do not."""

    sheets: Mapping[str, S] = field(default_factory=lambda: EMPTY)
    problems: tuple[Problem, ...] = ()


def read_sheets(text: str, file: str, table: str, shape: Shape) -> SheetFile[Any]:
    """The sheets under `table` in a file's text. file: the name under which places in it are told."""
    parsed = parse(text, file)
    if not isinstance(parsed, Source):
        return SheetFile(EMPTY, (parsed,))
    sources = Sources()
    sources.merge(parsed)
    report = Report(sources)
    _unknown_tables(sources, table, report)
    found: Mapping[str, Any] = EMPTY
    try:
        found = Reader(report).value(Keyed(shape), sources.values.get(table, {}), (table,))
    except Wrong:
        pass
    return SheetFile(MappingProxyType(dict(found)), (*sources.problems, *report.problems()))


def _unknown_tables(sources: Sources, table: str, report: Report) -> None:
    for key in sources.values:
        if key != table:
            fix = "did_you_mean" if nearest(key, (table,)) else "unknown_table_fix"
            report.add("unknown_table", (key,), forgiven=True, fix=fix, key=key, words=table, nearest=table)
