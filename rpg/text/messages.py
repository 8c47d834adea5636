"""Message catalogues: every sentence the player sees, by language and key.

A key is "area.name"; the area is the file `catalogue/<language>/<area>.toml`. A key that a language
lacks falls back to English, and a key that nobody has shows itself, so that a missing string is seen
and never breaks play.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

FALLBACK = "en"
LANGUAGES = ("en", "zh")


@cache
def _area(language: str, area: str) -> dict[str, str]:
    folder = resources.files("rpg.text").joinpath("catalogue", language)
    file = folder.joinpath(f"{area}.toml")
    if not file.is_file():
        return {}
    return {key: str(value) for key, value in tomllib.loads(file.read_text("utf-8")).items()}


def catalogue_language(tag: str) -> str:
    """The catalogue for a language tag or locale name such as "zh_CN.UTF-8"; English when there is none."""
    base = tag.replace("-", "_").split("_")[0].split(".")[0].lower()
    return base if base in LANGUAGES else FALLBACK


def message(language: str, key: str, /, **values: Any) -> str:
    """The sentence of `key` in `language` with `{name}` placeholders filled in from `values`.

    language: a catalogue language such as "en" or "zh". Values are inserted as they are and never
    read as templates themselves.
    """
    area, _, name = key.partition(".")
    template = _area(language, area).get(name) or _area(FALLBACK, area).get(name)
    if template is None:
        return key
    return template.format_map({name: str(value) for name, value in values.items()}) if values else template
