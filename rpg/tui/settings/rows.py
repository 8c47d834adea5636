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

NAME_CELLS, VALUE_CELLS, KEY_CELLS = 26, 20, 22
"""Cells of the name, the fewest of a value beside its key, and of the longest key."""

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
    """A value as it is typed and kept, "—" for none."""
    match value:
        case None | "":
            return "—"
        case bool():
            return "on" if value else "off"
        case _:
            return clean_line(str(value))


def name(option: Option, language: str) -> str:
    """What the option is called."""
    return message(language, f"optionnames.{option.key}")


def about(option: Option, language: str) -> str:
    """What the option is for."""
    return message(language, f"options.{option.key}")


def in_words(option: Option, value: str, language: str) -> str:
    """A value in the player's words: those of the option, those of every option, or the value with its unit."""
    everywhere = () if option.kind == "text" else (f"optionvalues.{value}",)
    for key in (f"optionvalues.{option.key}.{value}", *everywhere):
        words = message(language, key)
        if words != key:
            return words
    if option.kind not in ("int", "float") or not option.unit or value == "—":
        return value
    return f"{_grouped(value)} {unit(option, language)}"


def _grouped(number: str) -> str:
    """A number with its thousands set apart."""
    whole, point, rest = number.partition(".")
    return f"{int(whole):,}{point}{rest}" if whole.isdecimal() else number


def unit(option: Option, language: str) -> str:
    """The unit of a number, "" for none."""
    return message(language, f"tui.unit_{option.unit.replace(' ', '_')}") if option.unit else ""


def values_text(option: Option, language: str) -> str:
    """What values an option takes, in the player's words."""
    match option.kind:
        case "text":
            return message(language, "tui.value_text")
        case "bool" | "choice":
            values = ("on", "off") if option.kind == "bool" else option.choices
            return " / ".join(in_words(option, value, language) for value in values)
        case "int" | "float":
            ends = "–".join(_grouped(part) for part in allowed(replace(option, unit="")).split("–"))
            return f"{ends} {unit(option, language)}".strip()


def row_content(row: SettingRow, width: int, language: str) -> Content:
    """An option in one line: its name, its value, and its key where there is room."""
    looks = {"story": "bold $text-success", "player": "bold $text-accent", "default": "dim"}
    called, key = name(row.option, language), row.option.key
    value = in_words(row.option, row.value, language)
    room = max(4, width - NAME_CELLS - 1)
    head = pad(cut(called, NAME_CELLS), NAME_CELLS) + " "
    value_cells = room - KEY_CELLS - 1
    if value_cells < VALUE_CELLS:
        return Content.assemble(head, Content.styled(cut(value, room), looks[row.origin]))
    value_cells = min(value_cells, 2 * VALUE_CELLS)
    value = pad(cut(value, value_cells), value_cells)
    return Content.assemble(head, Content.styled(value, looks[row.origin]), " ", Content.styled(key, "dim"))


def detail_content(row: SettingRow, language: str) -> Content:
    """An option in several lines."""
    scope = message(language, f"tui.setting_from_{row.origin}")
    values = message(language, "tui.setting_values", values=values_text(row.option, language))
    key = message(language, "tui.setting_key", key=row.option.key)
    value = in_words(row.option, row.value, language)
    told = message(language, "tui.setting_is", name=name(row.option, language), value=value)
    return Content("\n").join(
        [
            Content.styled(told, "$text-primary"),
            Content(about(row.option, language)),
            Content.styled(f"{scope} · {values} · {key}", "dim"),
        ]
    )
