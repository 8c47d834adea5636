"""`rpg completion SHELL`: a completion script made from the parser's own declarations.

Names of saves and worlds are asked for when they are wanted: the script calls `rpg completion --names`.
"""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from dataclasses import dataclass

from rpg.cli.errors import USAGE, CommandError
from rpg.cli.output import Desk
from rpg.cli.parser import build_parser
from rpg.text.clean import clean_line

NAMED = {
    "SAVE": ("saves",),
    "WORLD": ("worlds",),
    "WORLD|SAVE": ("saves", "worlds"),
    "PATH": ("worlds",),
}
"""What is known by name, by the word that the usage has for an argument."""

FILES = frozenset({"PATH", "FILE", "DIR", "CASE.json", "SERVER"})


@dataclass(frozen=True, slots=True)
class Words:
    """What may follow a command line. names: kinds of names that may be first. files: whether a path may."""

    plain: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    files: bool = False


Tree = dict[str, Words]
"""By the words of a command; what follows an option by the line that ends with it."""


def completion(desk: Desk) -> int:
    """Prints the script for a shell, or names. Raises CommandError when neither is asked for."""
    if desk.args.names:
        for name in _names(desk, desk.args.names):
            desk.out.write(f"{clean_line(name)}\n")
        return 0
    if not desk.args.shell:
        raise CommandError(desk.text("cli.which_shell"), code="usage", exit=USAGE)
    from rpg.cli.shells import SCRIPTS

    desk.out.write(SCRIPTS[desk.args.shell](tree(build_parser())))
    return 0


def _names(desk: Desk, kind: str) -> tuple[str, ...]:
    if kind == "saves":
        from rpg.store.library import save_names

        return save_names(desk.paths.saves)
    from rpg.world.find import world_ids

    return world_ids(desk.paths.worlds)


def tree(parser: ArgumentParser, prefix: str = "") -> Tree:
    """Sub-commands, choices, options and their values of every command of a parser."""
    plain, options, below = list(_known(prefix)), list[str](), Tree()
    given: list[Words] = []
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            plain.extend(action.choices)
            for name, command in action.choices.items():
                below |= tree(command, f"{prefix} {name}".strip())
        elif action.option_strings:
            mine = [option for option in action.option_strings if option.startswith("--")]
            options.extend(mine)
            if action.nargs != 0:
                below |= {f"{prefix} {option}".strip(): _values(action) for option in mine}
        else:
            given.append(_values(action))
            plain.extend(given[-1].plain)
    names = given[0].names if given else ()
    files = any(one.files for one in given)
    return {prefix: Words(tuple(dict.fromkeys(plain)), tuple(options), names, files), **below}


def _values(action: Action) -> Words:
    """What an argument may be."""
    word = str(action.metavar or "")
    return Words(_choices(action), (), NAMED.get(word, ()), word in FILES)


def _choices(action: Action) -> tuple[str, ...]:
    return tuple(str(choice) for choice in action.choices or ())


def _known(prefix: str) -> tuple[str, ...]:
    """Words that a command takes and its parser does not check."""
    match prefix:
        case "help":
            from rpg.cli.topics import TOPICS

            return tuple(TOPICS)
        case "config":
            from rpg.config.options import OPTIONS

            return tuple(option.key for option in OPTIONS if "NAME" not in option.key)
        case "set":
            from rpg.session.handkinds import KINDS

            return tuple(KINDS)
    return ()
