"""Presets in files of their own, `[presets.ID]`. Source: docs/world-format.md, docs/context.md §4."""

from __future__ import annotations

from collections.abc import Iterable

from rpg.world.model import Preset, World
from rpg.world.schema import PRESET
from rpg.world.sheetfiles import SheetFile, read_sheets
from rpg.world.writing import world_tables

TABLE = "presets"


def read_presets(text: str, file: str) -> SheetFile[Preset]:
    """The presets of a file's text. file: the name under which places in it are told."""
    return read_sheets(text, file, TABLE, PRESET)


def presets_text(presets: Iterable[Preset]) -> str:
    """The text of a file that holds `presets`; `read_presets` gives equal ones back."""
    import tomli_w

    keyed = {preset.id: preset for preset in presets}
    tables = world_tables(World("", "", "", presets=keyed))
    return tomli_w.dumps({TABLE: tables.get(TABLE, {})}, multiline_strings=True)
