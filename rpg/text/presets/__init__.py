"""Presets that come with the game: ways of telling, in the language of the prose."""

from __future__ import annotations

from importlib import resources

SHIPPED = ("plain", "slow", "brisk")
"""Their ids, in the order in which they are offered."""


def shipped_text(language: str, id: str) -> str:
    """The TOML of a shipped preset, English where the language has none. Raises FileNotFoundError for no such id."""
    for folder in (language, "en"):
        file = resources.files("rpg.text.presets").joinpath(folder, f"{id}.toml")
        if file.is_file():
            return file.read_text("utf-8")
    raise FileNotFoundError(f"no preset named {id}")
