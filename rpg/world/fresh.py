"""Writing a new world to start from: small, commented, playable."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from rpg.text.messages import catalogue_language
from rpg.world.files import FIRST

_NAME = '"NAME"'


def fresh_world(name: str, language: str) -> str:
    """The text of a new world file with that name, in a catalogue language."""
    file = resources.files("rpg.world").joinpath("templates", f"{catalogue_language(language)}.toml")
    quoted = json.dumps(" ".join(name.split()), ensure_ascii=False).replace("\x7f", "")
    return file.read_text("utf-8").replace(_NAME, quoted, 1)


def write_fresh_world(folder: Path, name: str, language: str) -> Path:
    """Writes a new world into `folder`, which must not exist yet, and returns its file.

    Raises FileExistsError when something is there already, OSError when it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=False)
    file = folder / FIRST
    file.write_text(fresh_world(name, language), encoding="utf-8")
    return file
