"""The player's configuration: a TOML file read by key, written in place with comments kept."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rpg.config.options import OptionError, find_option, parse_value


class ConfigError(Exception):
    """A configuration file that cannot be read or written: the file, the place and what is wrong."""

    def __init__(self, file: Path, detail: str):
        super().__init__(f"{file}: {detail}")
        self.file = file
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Config:
    """Values by dotted key, without defaults. `file` is where `with_value` writes."""

    file: Path
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, key: str, session: Mapping[str, Any] | None = None) -> Any:
        """The value of an option: the session's, else the player's, else the default.

        Raises OptionError for a key that no option has.
        """
        option = find_option(key)
        if option.scope == "session" and session is not None and session.get(key) is not None:
            return session[key]
        value = self.values.get(key)
        return option.default if value is None else parse_value(option, value)

    def table(self, prefix: str) -> dict[str, Any]:
        """All values below `prefix`, nested again ("tools" gives the command tools' tables)."""
        tree: dict[str, Any] = {}
        for key, value in self.values.items():
            if not key.startswith(f"{prefix}."):
                continue
            *parents, last = key[len(prefix) + 1 :].split(".")
            branch = tree
            for parent in parents:
                branch = branch.setdefault(parent, {})
            branch[last] = value
        return tree

    def with_value(self, key: str, value: Any | None) -> Config:
        """Writes one option (None takes it away) and returns the new configuration.

        Raises OptionError for a wrong key or value and ConfigError when the file cannot be written.
        """
        if value is not None:
            value = parse_value(find_option(key), value)
        _write(self.file, key, value)
        values = {name: old for name, old in self.values.items() if name != key}
        return Config(self.file, values if value is None else {**values, key: value})


def load_config(file: Path) -> Config:
    """The configuration in `file`; empty when there is none. Raises ConfigError."""
    try:
        text = file.read_text("utf-8-sig")
    except FileNotFoundError:
        return Config(file)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(file, str(error)) from error
    try:
        return Config(file, dict(_flat(tomllib.loads(text))))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(file, str(error)) from error


def config_problems(config: Config) -> Iterator[OptionError]:
    """Keys and values of the file that no option has; the tables of command tools and servers are not looked at."""
    for key, value in config.values.items():
        if key.startswith(("tools.", "mcp.", "prices.", "calibration.", "keys.")):
            continue
        try:
            parse_value(find_option(key), value)
        except OptionError as error:
            yield error


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _flat(value, f"{name}.")
        else:
            yield name, value


def _write(file: Path, key: str, value: Any | None) -> None:
    import tomlkit

    try:
        text = file.read_text("utf-8-sig") if file.exists() else ""
        document = tomlkit.parse(text)
        _set(document, key.split("."), value)
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(".new")
        temporary.write_text(tomlkit.dumps(document), "utf-8")
        os.replace(temporary, file)
    except (OSError, ValueError) as error:
        raise ConfigError(file, str(error)) from error


def _set(table: Any, path: list[str], value: Any | None) -> None:
    import tomlkit

    *parents, last = path
    for parent in parents:
        if not isinstance(table.get(parent), dict):
            table[parent] = tomlkit.table()
        table = table[parent]
    if value is None:
        table.pop(last, None)
    else:
        table[last] = value
