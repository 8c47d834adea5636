"""Presets in files of their own: the form they have in a world, `[presets.ID]`, so that one can be moved
between a world and the player's library as it is. Source: docs/world-format.md, docs/context.md §4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rpg.world.kinds import Keyed
from rpg.world.model import EMPTY, Preset, World
from rpg.world.nearest import nearest
from rpg.world.problem import Problem
from rpg.world.reader import Reader
from rpg.world.report import Report
from rpg.world.schema import PRESET
from rpg.world.sources import Source, Sources, parse
from rpg.world.values import Wrong
from rpg.world.writing import world_tables

TABLE = "presets"


@dataclass(frozen=True, slots=True)
class PresetFile:
    """What a file holds. problems: errors leave out what they are about, warnings do not."""

    presets: Mapping[str, Preset]
    problems: tuple[Problem, ...] = ()


def read_presets(text: str, file: str) -> PresetFile:
    """The presets of a file's text. file: the name under which places in it are told."""
    parsed = parse(text, file)
    if not isinstance(parsed, Source):
        return PresetFile(EMPTY, (parsed,))
    sources = Sources()
    sources.merge(parsed)
    report = Report(sources)
    _unknown_tables(sources, report)
    found: Mapping[str, Preset] = EMPTY
    try:
        found = Reader(report).value(Keyed(PRESET), sources.values.get(TABLE, {}), (TABLE,))
    except Wrong:
        pass
    return PresetFile(MappingProxyType(dict(found)), (*sources.problems, *report.problems()))


def presets_text(presets: Iterable[Preset]) -> str:
    """The text of a file that holds `presets`; `read_presets` gives equal ones back."""
    import tomli_w

    keyed = {preset.id: preset for preset in presets}
    tables = world_tables(World("", "", "", presets=keyed))
    return tomli_w.dumps({TABLE: tables.get(TABLE, {})}, multiline_strings=True)


def _unknown_tables(sources: Sources, report: Report) -> None:
    for key in sources.values:
        if key != TABLE:
            fix = "did_you_mean" if nearest(key, (TABLE,)) else "unknown_table_fix"
            report.add("unknown_table", (key,), forgiven=True, fix=fix, key=key, words=TABLE, nearest=TABLE)
