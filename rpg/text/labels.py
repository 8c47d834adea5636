"""The short labels inside prompt blocks, from the prompt file `labels.txt` of the prose's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from rpg.text.messages import catalogue_language
from rpg.text.prompts import prompt

Say = Callable[..., str]


@cache
def labels(language: str) -> Mapping[str, str]:
    """Label templates by name. language: a catalogue language."""
    lines = (line.partition("=") for line in prompt(language, "labels").splitlines())
    return {
        name.strip(): _text(text.strip()) for name, mark, text in lines if mark and not name.startswith("#")
    }


def _text(written: str) -> str:
    """A label as it is written; a last `_` stands for a space."""
    return f"{written[:-1]} " if written.endswith("_") else written


def speaker(language: str) -> Say:
    """A function that says a label with its `{placeholders}` filled in, in the prose's language."""
    own = labels(catalogue_language(language))

    def say(label: str, /, **values: object) -> str:
        return own[label].format_map({key: str(value) for key, value in values.items()})

    return say


def instructions(language: str, name: str) -> str:
    """The prompt text `name` in the prose's language, English where there is none."""
    return prompt(catalogue_language(language), name)
