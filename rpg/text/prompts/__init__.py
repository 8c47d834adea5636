"""Prompt texts for the model: plain files, one per language and purpose."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def prompt(language: str, name: str) -> str:
    """The text of `prompts/<language>/<name>.txt`, English where the language has none, without outer blank lines.

    Raises FileNotFoundError when no language has it.
    """
    for folder in (language, "en"):
        file = resources.files("rpg.text.prompts").joinpath(folder, f"{name}.txt")
        if file.is_file():
            return file.read_text("utf-8").strip()
    raise FileNotFoundError(f"no prompt text named {name}")
