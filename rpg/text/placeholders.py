"""Words that stand for what is typed there, in how a command is written: `say SAVE TEXT`."""

from __future__ import annotations

import re

from rpg.text.messages import message

_WORD = re.compile(r"[A-Za-z]+")


_RUN = re.compile(r"`rpg (?P<words>[^`]+)`")
_SAVE = re.compile(r" (?:SAVE|存档)(?= |$)")


def slashed(text: str) -> str:
    """A sentence that names commands of the command line, in terms of plain mode: `/goto NODE` for `rpg goto SAVE NODE`."""
    return _RUN.sub(_slash, text)


def _slash(run: re.Match[str]) -> str:
    words = _SAVE.sub("", run["words"])
    return "`/tree`" if words == "log --tree" else f"`/{words}`"


def written(language: str, usage: str) -> str:
    """How a command is written, its placeholders in the player's language; what is typed as it stands stays."""
    return _WORD.sub(lambda word: placeholder(language, word.group()), usage)


def placeholder(language: str, word: str) -> str:
    """A placeholder in the player's language; the word itself where it is none."""
    key = f"placeholders.{word}"
    told = message(language, key)
    return word if told == key or not word.isupper() else told


def argument(language: str, name: str) -> str:
    """The name of an argument as usage and errors show it, also of one that has no placeholder but its values."""
    key = f"placeholders.{name}"
    told = message(language, key)
    return written(language, name) if told == key else told
