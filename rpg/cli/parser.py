"""The commands and their arguments, declared once. Handlers are imported when they run."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter, Namespace, _SubParsersAction
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from rpg.cli.output import USAGE, CommandError, Desk

Commands = "_SubParsersAction[ArgumentParser]"


def handler(module: str, name: str) -> Callable[[Desk], int | None]:
    """A command's function, imported from `rpg.cli.<module>` only when the command runs."""

    def run(desk: Desk) -> int | None:
        result: int | None = getattr(import_module(f"rpg.cli.{module}"), name)(desk)
        return result

    return run


def common_options() -> ArgumentParser:
    """Options that every command takes."""
    common = ArgumentParser(add_help=False)
    group = common.add_argument_group("common options")
    group.add_argument("--json", action="store_true", help="print JSON")
    group.add_argument("--worlds", metavar="DIR", help="look for worlds here first")
    group.add_argument("--saves", metavar="DIR", help="where saves are")
    group.add_argument("--language", choices=("en", "zh"), help="language of the interface")
    group.add_argument("--debug", action="store_true", help="show tracebacks")
    return common


def build_parser() -> ArgumentParser:
    """The parser of the whole command line."""
    from rpg.cli import arguments

    parser = _Parser(
        prog="rpg",
        description="A terminal role-playing game that keeps the scene alive.",
        epilog="Without a command: the title screen. `rpg WORLD` or `rpg SAVE` plays it.",
        formatter_class=_Wide,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.set_defaults(debug=False, run=handler("play", "title"))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    arguments.add_all(commands, common_options())
    return parser


class _Parser(ArgumentParser):
    """Wrong usage is an error like any other. Parsers of commands are made of this class too."""

    def error(self, message: str) -> NoReturn:
        """Raises CommandError with the usage on the lines below."""
        text = f"{message}. See `{self.prog} --help`.\n{self.format_usage().rstrip()}"
        raise CommandError(text, code="usage", exit=USAGE)


class _Wide(HelpFormatter):
    def __init__(self, prog: str):
        super().__init__(prog, max_help_position=30)


def command_names() -> frozenset[str]:
    """Every command of the first level."""
    parser = build_parser()
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            return frozenset(action.choices)
    return frozenset()


def with_default_command(words: Sequence[str]) -> list[str]:
    """`words` with `play` put in front when they do not begin with a command: `rpg`, `rpg WORLD`, `rpg --plain`."""
    if words and words[0] in {"-h", "--help", "--version"}:
        return ["version"] if words[0] == "--version" else list(words)
    if words and words[0] in command_names():
        return list(words)
    return ["play", *words]


def namespace(**values: object) -> Namespace:
    """Arguments as a value, for callers that do not come from a command line."""
    return Namespace(**values)
