"""The player's configuration: a TOML file read by key, written in place with comments kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rpg.config.options import OptionError, find_option, parse_value
from rpg.config.reading import ConfigError, read_tables

__all__ = ["Config", "ConfigError", "config_problems", "load_config"]


@dataclass(frozen=True, slots=True)
class Config:
    """Values by dotted key, without defaults. `file` is where `with_value` writes."""

    file: Path
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, key: str, session: Mapping[str, Any] | None = None) -> Any:
        """The value of an option: the session's, else the player's, else the default.

        Raises OptionError for a key that no option has, and ConfigError for a value of the file that the option
        does not take.
        """
        option = find_option(key)
        if option.scope == "session" and session is not None and session.get(key) is not None:
            return session[key]
        value = self.values.get(key)
        if value is None:
            return option.default
        try:
            return parse_value(option, value)
        except OptionError as error:
            raise ConfigError(self.file, "value", **{**error.values, "key": key}) from None

    def check(self) -> None:
        """Raises ConfigError for the first value of the file that its option does not take."""
        for key in self.values:
            with suppress(OptionError):  # a key that no option has is told elsewhere and stops nothing
                self.get(key)

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
        return Config(file, dict(_flat(read_tables(file))))
    except RecursionError:
        raise ConfigError(file, "deep") from None


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
        read_tables(file)
        document = tomlkit.parse(file.read_text("utf-8-sig") if file.exists() else "")
        _set(document, key.split("."), value)
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(".new")
        temporary.write_text(tomlkit.dumps(document), "utf-8")
        os.replace(temporary, file)
    except OSError as error:
        raise ConfigError(file, "unwritable", error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(file, "syntax", str(error)[:200]) from None


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
