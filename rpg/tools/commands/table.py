"""The player's `[tools.NAME]` tables, read into command tools. Source: docs/tools.md.

Only the player's own configuration is read; a world cannot define a program. A table that is wrong makes no
tool and one problem that says where and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rpg.tools.declaration import OUTSIDE_GATES, Tool
from rpg.tools.names import OWN_NAMES

Prefer = Literal["direct", "bridge"]

SETTING_KEYS = frozenset({"enabled", "approval", "custom_description"})
"""Keys of a table that are settings of any tool; a table with nothing else defines no command tool."""

KEYS = frozenset(
    {"description", "command", "bridge", "prefer", "timeout", "output", "environment", "folder", "parameters"}
)

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")

TIMEOUT = 10.0
LONGEST_TIMEOUT = 600.0
OUTPUT = 64 * 1024
MOST_OUTPUT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """seconds: one call may take. output: bytes it may write before it is stopped."""

    seconds: float = TIMEOUT
    output: int = OUTPUT


@dataclass(frozen=True, slots=True)
class CommandTool:
    """A command tool as the player wrote it.

    command: argument list of the program that is run for each call, () for none. bridge: that of the
    long-running program, () for none. environment: names of variables handed on. folder: where it runs.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    command: tuple[str, ...]
    bridge: tuple[str, ...]
    prefer: Prefer
    limits: Limits
    environment: tuple[str, ...]
    folder: Path

    @property
    def tool(self) -> Tool:
        return Tool(self.name, "command", self.description, self.parameters, OUTSIDE_GATES)


@dataclass(frozen=True, slots=True)
class ToolProblem:
    """What is wrong with a table. key: its dotted place in the file. code: of the sentence `tools.problem_*`."""

    key: str
    code: str
    value: str = ""


class _Wrong(Exception):
    def __init__(self, key: str, code: str, value: str = "") -> None:
        super().__init__(code)
        self.problem = ToolProblem(key, code, value)


def command_tools(
    table: Mapping[str, Any], folder: Path, data: Path
) -> tuple[tuple[CommandTool, ...], tuple[ToolProblem, ...]]:
    """The command tools of `[tools]`, and what is wrong with the others.

    folder: of the configuration file, where "./program" is looked for. data: below it each tool gets a
    working folder of its own.
    """
    made: list[CommandTool] = []
    problems: list[ToolProblem] = []
    for name, values in table.items():
        if not isinstance(values, dict) or not set(values) - SETTING_KEYS:
            continue
        if name in OWN_NAMES or "__" in name:
            continue
        try:
            made.append(_read(name, values, folder, data))
        except _Wrong as wrong:
            problems.append(wrong.problem)
    return tuple(made), tuple(problems)


def _read(name: str, values: Mapping[str, Any], folder: Path, data: Path) -> CommandTool:
    place = f"tools.{name}"
    if not NAME.match(name):
        raise _Wrong(place, "bad_name", name)
    for key in values:
        if key not in KEYS | SETTING_KEYS:
            raise _Wrong(f"{place}.{key}", "unknown_key", ", ".join(sorted(KEYS)))
    command = _program(values, place, "command", folder)
    bridge = _program(values, place, "bridge", folder)
    if not command and not bridge:
        raise _Wrong(place, "no_command")
    prefer: Prefer = "bridge" if values.get("prefer") == "bridge" else "direct"
    if values.get("prefer", prefer) != prefer:
        raise _Wrong(f"{place}.prefer", "bad_prefer", str(values["prefer"]))
    description = values.get("description")
    if not isinstance(description, str) or not description.strip():
        raise _Wrong(f"{place}.description", "no_description")
    return CommandTool(
        name,
        description.strip(),
        _parameters(values, place),
        command,
        bridge,
        prefer,
        Limits(_number(values, place, "timeout", TIMEOUT, 0.1, LONGEST_TIMEOUT), _output(values, place)),
        tuple(_texts(values, place, "environment")),
        _folder(values, place, folder, data / name),
    )


def _program(values: Mapping[str, Any], place: str, key: str, folder: Path) -> tuple[str, ...]:
    """An argument list; a program named by a relative path is found beside the configuration file."""
    words = tuple(_texts(values, place, key))
    if not words:
        return ()
    first = Path(words[0])
    relative = (not first.is_absolute() and len(first.parts) > 1) or words[0].startswith("./")
    return (str(folder / first), *words[1:]) if relative else words


def _texts(values: Mapping[str, Any], place: str, key: str) -> Iterator[str]:
    value = values.get(key, [])
    if not isinstance(value, list):
        raise _Wrong(f"{place}.{key}", "not_a_list", str(value))
    for word in value:
        if not isinstance(word, str) or "\0" in word:
            raise _Wrong(f"{place}.{key}", "not_a_list", str(word))
        yield word


def _number(
    values: Mapping[str, Any], place: str, key: str, default: float, low: float, high: float
) -> float:
    value = values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise _Wrong(f"{place}.{key}", "bad_number", f"{low:g}–{high:g}")
    return float(value)


def _output(values: Mapping[str, Any], place: str) -> int:
    return int(_number(values, place, "output", OUTPUT, 1, MOST_OUTPUT))


def _parameters(values: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    value = values.get("parameters", {})
    if not isinstance(value, dict) or value.get("type", "object") != "object":
        raise _Wrong(f"{place}.parameters", "bad_parameters")
    return {"type": "object", "properties": {}, **value}


def _folder(values: Mapping[str, Any], place: str, folder: Path, default: Path) -> Path:
    value = values.get("folder")
    if value is None:
        return default
    if not isinstance(value, str) or "\0" in value:
        raise _Wrong(f"{place}.folder", "bad_folder", str(value))
    return folder / Path(value).expanduser()
