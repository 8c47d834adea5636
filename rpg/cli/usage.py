"""What is wrong with the words of a command line, in the player's language: argparse speaks English only."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence

from rpg.cli.commands import COMMANDS
from rpg.text.messages import joined, message
from rpg.text.placeholders import argument, written

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

CALLED: Mapping[str, str] = {
    "tree": "log SAVE --tree",
    "look": "show SAVE",
    "who": "show SAVE",
    "place": "show SAVE",
    "places": "show SAVE",
    "person": "show SAVE",
    "send": "say SAVE TEXT",
    "replies": "log SAVE --tree",
    "next": "pick SAVE N",
    "previous": "pick SAVE N",
    "settings": "config",
    "narrator": "config narrator",
    "language": "config language",
    "adopt": "say SAVE TEXT --world adopt",
    "watch": "world watch PATH",
    "stop": "config background off",
    "map": "world map PATH",
    "go": "travel SAVE PLACE",
}
"""Words of plain mode for what the command line has by another name, and how that is written."""


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
            return _say(code, **_shown(code, values))
    return told


def _shown(code: str, values: dict[str, str]) -> dict[str, str | tuple[str, ...]]:
    """The values of a sentence: lists as such, and the choice that was probably meant."""
    from rpg.text.nearest import nearest

    shown: dict[str, str | tuple[str, ...]] = dict(values)
    if "known" in values:
        shown["known"] = tuple(values["known"].split(", "))
    if "what" in values:
        shown["what"] = tuple(argument(language(), name) for name in values["what"].split(", "))
    near = nearest(values["value"], values["known"].split(", ")) if code == "choice" else ""
    return {**shown, "hint": _say("did_you_mean", nearest=near) if near else ""}


def too_many(left: Sequence[str]) -> str:
    """What is said of words that a command does not take."""
    options = [word for word in left if word.startswith("-")]
    return _say("unknown_option" if options else "too_many", what=" ".join(options or left))


def no_command(word: str) -> str:
    """What is said of a first word that is no command, when more follows than a world or a save."""
    near = meant(word, COMMANDS)
    return _say("no_command", word=word, hint=_say("did_you_mean", nearest=near) if near else "")


def meant(word: str, known: Iterable[str]) -> str:
    """The command line that a first word was probably to begin; "" when none is near."""
    from rpg.text.nearest import nearest

    name = CALLED.get(word) or nearest(word, known)
    return f"rpg {written(language(), name)}" if name else ""


def with_usage(text: str, prog: str, usage: str) -> str:
    """A sentence with where to read more, and how the command is written below it."""
    see = _say("see_slash", name=prog[1:]) if prog.startswith("/") else _say("see", prog=prog)
    return f"{joined(text, see)}\n{usage.rstrip()}"


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
