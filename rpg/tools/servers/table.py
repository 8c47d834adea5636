"""The player's `[mcp.servers.NAME]` tables. Source: docs/tools.md.

Secrets are named by environment variable and never stood in the file's values or a save.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.tools.commands.table import ToolProblem

NAME = re.compile(r"[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*\Z")
"""Letters, digits, hyphens and single underscores: two stand between a server and its tool."""

_LOGIN = re.compile(r"://[^/\s@]{1,300}@")

LONGEST_NAME = 24

KEYS = frozenset(
    {"command", "url", "environment", "headers", "folder", "use", "connect_timeout", "timeout", "output"}
)

CONNECT = 10.0
CALL = 30.0
LONGEST = 600.0
OUTPUT = 256 * 1024
MOST_OUTPUT = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server as the player wrote it.

    command: argument list of a program that speaks over its standard streams, or url: of streamable HTTP;
    the other is empty. environment: names of variables handed on. headers: HTTP header by the name of the
    variable that holds its value. connect, call: seconds. output: characters of one result.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    environment: tuple[str, ...] = ()
    headers: Mapping[str, str] | None = None
    folder: Path | None = None
    connect: float = CONNECT
    call: float = CALL
    output: int = OUTPUT

    @property
    def address(self) -> str:
        """Where it is, for people; no login and no values of variables."""
        import shlex

        from rpg.narrator.addresses import shown_address

        return shown_address(self.url) if self.url else shlex.join(self.command)


class _Wrong(Exception):
    def __init__(self, key: str, code: str, value: str = "") -> None:
        super().__init__(code)
        self.problem = ToolProblem(key, code, value)


def server_entries(
    table: Mapping[str, Any], folder: Path
) -> tuple[tuple[ServerEntry, ...], tuple[ToolProblem, ...]]:
    """The servers of `[mcp.servers]`, and what is wrong with the others. folder: of the configuration file."""
    made: list[ServerEntry] = []
    problems: list[ToolProblem] = []
    for name, values in table.items():
        try:
            made.append(_read(name, values, folder))
        except _Wrong as wrong:
            problems.append(wrong.problem)
    return tuple(made), tuple(problems)


def _read(name: str, values: Any, folder: Path) -> ServerEntry:
    place = f"mcp.servers.{name}"
    if not NAME.match(name) or len(name) > LONGEST_NAME:
        raise _Wrong(place, "bad_server_name", name)
    if not isinstance(values, dict):
        raise _Wrong(place, "no_server")
    for key in values:
        if key not in KEYS:
            raise _Wrong(f"{place}.{key}", "unknown_key", ", ".join(sorted(KEYS)))
    command, url = _texts(values, place, "command"), values.get("url", "")
    if not isinstance(url, str) or (url and not url.startswith(("http://", "https://"))):
        raise _Wrong(f"{place}.url", "bad_url", _LOGIN.sub("://", str(url)))
    if bool(command) == bool(url):
        raise _Wrong(place, "no_server")
    return ServerEntry(
        name,
        _beside(command, folder),
        url,
        _texts(values, place, "environment"),
        _headers(values, place),
        folder / str(values["folder"]) if values.get("folder") else None,
        _number(values, place, "connect_timeout", CONNECT, LONGEST),
        _number(values, place, "timeout", CALL, LONGEST),
        int(_number(values, place, "output", OUTPUT, MOST_OUTPUT)),
    )


def _beside(command: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    if command and command[0].startswith(("./", "../")):
        return (str(folder / command[0]), *command[1:])
    return command


def _texts(values: Mapping[str, Any], place: str, key: str) -> tuple[str, ...]:
    value = values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(word, str) and "\0" not in word for word in value):
        raise _Wrong(f"{place}.{key}", "not_a_list", str(value))
    return tuple(value)


def _headers(values: Mapping[str, Any], place: str) -> Mapping[str, str]:
    value = values.get("headers", {})
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value.values()):
        raise _Wrong(f"{place}.headers", "bad_headers")
    return dict(value)


def _number(values: Mapping[str, Any], place: str, key: str, default: float, high: float) -> float:
    value = values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.1 <= value <= high:
        raise _Wrong(f"{place}.{key}", "bad_number", f"0.1–{high:g}")
    return float(value)
