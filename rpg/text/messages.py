"""Message catalogues: every sentence the player sees, by language and key.

A key is "area.name"; the area is the file `catalogue/<language>/<area>.toml`. A key that a language
lacks falls back to English, and a key that nobody has shows itself, so that a missing string is seen
and never breaks play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

FALLBACK = "en"
LANGUAGES = ("en", "zh")
_WIDE_ENDS = frozenset("。！？；：，、）》」』")


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
    read as templates themselves; a tuple or a list is told as a list of words.
    """
    area, _, name = key.partition(".")
    template = _area(language, area).get(name) or _area(FALLBACK, area).get(name)
    if template is None:
        return key
    shown = {name: _shown(language, value) for name, value in values.items()}
    return template.format_map(shown) if shown else template


def _shown(language: str, value: Any) -> str:
    return listed(language, value) if isinstance(value, tuple | list) else str(value)


def listed(language: str, words: Iterable[object]) -> str:
    """Words one after the other, as the language sets them apart."""
    return ("、" if language == "zh" else ", ").join(map(str, words))


def aside(language: str, text: str) -> str:
    """A text in the brackets of the language, with the space that it puts before them; "" for none."""
    if not text:
        return ""
    return f"（{text}）" if language == "zh" else f" ({text})"


def joined(*sentences: str) -> str:
    """Sentences one after the other, empty ones left out: with a space between them, and with none after a
    full-width mark, which brings its own."""
    text = ""
    for one in filter(None, sentences):
        text += one if not text or text[-1].isspace() or _brings_space(text) else f" {one}"
    return text


def _brings_space(text: str) -> bool:
    """Whether a text ends in full-width punctuation, closing quotation marks after it apart."""
    return text.rstrip("”’")[-1:] in _WIDE_ENDS
