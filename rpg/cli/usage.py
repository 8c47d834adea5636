"""What is wrong with the words of a command line, in the player's language: argparse speaks English only."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from difflib import get_close_matches

from rpg.cli.commands import COMMANDS
from rpg.text.messages import joined, message

_TOLD = (
    (re.compile(r"the following arguments are required: (?P<what>.+)"), "missing"),
    (re.compile(r"one of the arguments (?P<what>.+) is required"), "one_of"),
    (
        re.compile(r"argument (?P<what>.+?): invalid choice: (?P<value>.+?) \(choose from (?P<known>.+)\)"),
        "choice",
    ),
    (re.compile(r"argument (?P<what>.+?): invalid whole value: (?P<value>.+)"), "number"),
    (re.compile(r"argument (?P<what>.+?): expected (?:at least )?(?:one|\d+) arguments?"), "value"),
    (re.compile(r"argument (?P<what>.+?): not allowed with argument (?P<other>.+)"), "not_with"),
    (re.compile(r"ambiguous option: (?P<what>.+?) could match (?P<known>.+)"), "ambiguous"),
)


def sentence(told: str, acts: Sequence[str] = ()) -> str:
    """What argparse has told, with what to do; its own words where they are not known.

    acts: what may follow the command, where one of them has to.
    """
    if acts and told.endswith(": ACT"):
        return _say("missing_act", known=tuple(acts))
    for pattern, code in _TOLD:
        found = pattern.fullmatch(told)
        if found is not None:
            values = {name: value.replace("'", "") for name, value in found.groupdict().items()}
            near = get_close_matches(values.get("value", ""), values.get("known", "").split(", "), 1)
            hint = _say("did_you_mean", nearest=near[0]) if near and code == "choice" else ""
            return _say(code, hint=hint, **values)
    return told


def too_many(left: Sequence[str]) -> str:
    """What is said of words that a command does not take."""
    options = [word for word in left if word.startswith("-")]
    return _say("unknown_option" if options else "too_many", what=" ".join(options or left))


def no_command(word: str) -> str:
    """What is said of a first word that is no command, when more follows than a world or a save."""
    near = get_close_matches(word, COMMANDS, 1)
    return _say("no_command", word=word, hint=_say("did_you_mean", nearest=f"rpg {near[0]}") if near else "")


def with_usage(text: str, prog: str, usage: str) -> str:
    """A sentence with where to read more, and how the command is written below it."""
    return f"{joined(text, _say('see', prog=prog))}\n{usage.rstrip()}"


def _say(key: str, **values: str | tuple[str, ...]) -> str:
    return message(language(), f"usage.{key}", **values)


def language() -> str:
    """The language of help and usage: of the configuration, else of the locale. A command line that is wrong has opened no desk yet."""
    from pathlib import Path

    from rpg.cli.output import locale_language
    from rpg.config.config import ConfigError, load_config
    from rpg.config.paths import find_paths
    from rpg.text.messages import catalogue_language

    environ = dict(os.environ)
    try:
        chosen = load_config(find_paths(environ, Path.cwd()).config_file).values.get("language")
    except (ConfigError, OSError):
        chosen = None
    return catalogue_language(str(chosen)) if chosen else locale_language(environ)
