"""Options as rows with their values and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from textual.content import Content

from rpg.config.config import Config, ConfigError
from rpg.config.options import OPTIONS, Option, OptionError, allowed
from rpg.text.cells import cut, pad
from rpg.text.clean import clean_line
from rpg.text.messages import message

KEY_CELLS, VALUE_CELLS, NARROW_VALUE_CELLS = 24, 20, 10
WIDE = 90
"""Cells from which a long value has its room in the row; below, what the option is for needs it more."""

Origin = Literal["story", "player", "default"]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """An option. value: in force, as text. origin: who set it."""

    option: Option
    value: str
    origin: Origin


def listed_options() -> tuple[Option, ...]:
    """Options with a fixed name; the others belong to tools, servers and models."""
    return tuple(option for option in OPTIONS if "NAME" not in option.key)


def setting_rows(config: Config, own: Mapping[str, Any] | None) -> tuple[SettingRow, ...]:
    """Every option with its value. own: the settings of a story, None without one."""
    return tuple(_row(option, config, own or {}) for option in listed_options())


def _row(option: Option, config: Config, own: Mapping[str, Any]) -> SettingRow:
    in_story = option.scope == "session" and own.get(option.key) is not None
    origin: Origin = "story" if in_story else "player" if option.key in config.values else "default"
    try:
        value = config.get(option.key, own)
    except (OptionError, ConfigError):  # a value that a hand wrote into the file and no option has
        value = config.values.get(option.key)
    return SettingRow(option, shown(value), origin)


def shown(value: object) -> str:
    """A value as text, "—" for none."""
    match value:
        case None | "":
            return "—"
        case bool():
            return "on" if value else "off"
        case _:
            return clean_line(str(value))


def about(option: Option, language: str) -> str:
    """What the option is for."""
    return message(language, f"options.{option.key}")


def values_text(option: Option, language: str) -> str:
    """What values an option takes, in the player's words."""
    if option.kind == "text":
        return message(language, "tui.value_text")
    unit = message(language, f"tui.unit_{option.unit.replace(' ', '_')}") if option.unit else ""
    return f"{allowed(replace(option, unit=''))} {unit}".strip()


def row_content(row: SettingRow, width: int, language: str) -> Content:
    """An option in one line: what it is for, its value."""
    key_cells = min(KEY_CELLS, width // 3)
    value_cells = VALUE_CELLS if width >= WIDE else NARROW_VALUE_CELLS
    looks = {"story": "bold $text-success", "player": "bold $text-accent", "default": "dim"}
    value = pad(cut(row.value, value_cells), value_cells)
    room = max(4, width - key_cells - value_cells - 2)
    return Content.assemble(
        pad(cut(row.option.key, key_cells), key_cells),
        Content.styled(f" {value} ", looks[row.origin]),
        Content.styled(cut(about(row.option, language), room), "dim"),
    )


def detail_content(row: SettingRow, language: str) -> Content:
    """An option in several lines."""
    scope = message(language, f"tui.setting_from_{row.origin}")
    values = values_text(row.option, language)
    return Content("\n").join(
        [
            Content.styled(f"{row.option.key} = {row.value}", "$text-primary"),
            Content(about(row.option, language)),
            Content.styled(f"{scope} · {values}", "dim"),
        ]
    )
