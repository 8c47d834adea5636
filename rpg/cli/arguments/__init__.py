"""Arguments of every command, a family of commands in each module, loaded when one of them runs."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from importlib import import_module
from typing import Any

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "playing.play": ("play", "version", "worlds", "saves", "new"),
    "playing.story": ("say", "travel", "continue", "retry"),
    "playing.time_travel": ("undo", "redo", "pick", "goto", "keep"),
    "past.past": ("edit", "delete", "insert", "resolve", "label", "record", "set"),
    "looking.looking": ("show", "log", "search", "context", "verify", "repair"),
    "looking.tools": ("tools", "pulse", "memory", "mcp"),
    "lore.lore": ("lore",),
    "lore.preset": ("preset",),
    "settings.settings": ("config", "serve", "completion", "help", "models"),
    "files.exchange": ("export", "import"),
    "world.world": ("world",),
    "files.bench": ("bench",),
}
"""The function that adds a family, by its module, with the commands it adds."""


def add_commands(commands: Any, common: ArgumentParser, only: str | None = None) -> None:
    """Adds commands to the `commands` of the main parser.

    only: a command; its family is added and no other, since one call runs one command. None adds all.
    """
    for family, names in FAMILIES.items():
        if only is None or only in names:
            module, _, function = family.partition(".")
            getattr(import_module(f"rpg.cli.arguments.{module}"), function)(commands, common)
