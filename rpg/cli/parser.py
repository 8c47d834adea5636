"""The commands and their arguments, declared once. Handlers are imported when they run."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, NoReturn

from rpg.cli.commands import COMMANDS, HEAD, HELP, help_text
from rpg.cli.errors import USAGE, CommandError

if TYPE_CHECKING:
    from rpg.cli.output import Desk

Result = int | Awaitable[int | None] | None
"""What a command's function returns: its exit code, at once or when it has run to its end; None is 0."""


def handler(module: str, name: str) -> Callable[[Desk], Result]:
    """A command's function, imported from `rpg.cli.<module>` only when the command runs."""

    def run(desk: Desk) -> Result:
        result: Result = getattr(import_module(f"rpg.cli.{module}"), name)(desk)
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


def build_parser(only: str | None = None) -> ArgumentParser:
    """The parser of the whole command line. only: a command of the first level; no other is then known."""
    from rpg.cli.arguments import add_commands

    parser = _Top(prog="rpg", description=HEAD)
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.set_defaults(debug=False, run=handler("play", "title"))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    add_commands(commands, common_options(), only)
    return parser


class _Parser(ArgumentParser):
    """Wrong usage is an error like any other. Parsers of commands are made of this class too."""

    strange: tuple[str, ...] = ()
    """Options of the line that is read which this parser does not know."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        self.strange = self._unknown(args or ())
        return super().parse_known_args(args, namespace)

    def _unknown(self, words: Sequence[str]) -> tuple[str, ...]:
        if _below(self):
            return ()
        known = [option for action in self._actions for option in action.option_strings]
        return tuple(
            word
            for word in takewhile(lambda word: word != "--", words)
            if word.startswith("--") and " " not in word and not _begins(word.partition("=")[0], known)
        )

    def format_usage(self) -> str:
        return self._spoken(super().format_usage)

    def format_help(self) -> str:
        return self._spoken(super().format_help)

    def _spoken(self, text: Callable[[], str]) -> str:
        """A text of argparse's in the player's language."""
        from rpg.cli.usage import language

        if language() != "zh":
            return text()
        from rpg.cli.chinese import spoken, translate

        translate(self)
        return spoken(text())

    def error(self, message: str) -> NoReturn:
        """Raises CommandError with the usage on the lines below; an option that there is not counts first."""
        from rpg.cli import usage

        if self.strange:
            raise too_many(self, self.strange)
        text = usage.with_usage(usage.sentence(message, tuple(_below(self))), self.prog, self.format_usage())
        raise CommandError(text, code="usage", exit=USAGE)


def _begins(word: str, known: Sequence[str]) -> bool:
    return any(option.startswith(word) for option in known)


class _Top(_Parser):
    """The parser of the first level, whose help needs no parser."""

    def format_help(self) -> str:
        return help_text()


def parse(words: Sequence[str]) -> Namespace:
    """The arguments of a command line, read by the parser of its command alone. Raises CommandError."""
    line = with_default_command(words)
    parser = build_parser(line[0])
    args, left = parser.parse_known_args(line)
    if not left:
        return args
    if line[0] == words[0]:
        raise too_many(command_of(parser, line)[0], left)
    from rpg.cli.usage import no_command

    raise CommandError(no_command(words[0]), code="usage", exit=USAGE)


def too_many(parser: ArgumentParser, left: Sequence[str]) -> CommandError:
    """The error for words that a command does not take."""
    from rpg.cli import usage

    text = usage.with_usage(usage.too_many(left), parser.prog, parser.format_usage())
    return CommandError(text, code="usage", exit=USAGE)


def command_of(parser: ArgumentParser, words: Sequence[str]) -> tuple[ArgumentParser, int]:
    """The parser that reads what follows a command's name, and how many words that name has."""
    for depth, word in enumerate(words):
        below = _below(parser).get(word)
        if below is None:
            return parser, depth
        parser = below
    return parser, len(words)


def _below(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            return dict(action.choices)
    return {}


def with_default_command(words: Sequence[str]) -> list[str]:
    """`words` with `play` put in front when they do not begin with a command: `rpg`, `rpg WORLD`, `rpg --plain`."""
    if words and words[0] == "--version":
        return ["version"]
    if words and (words[0] in COMMANDS or words[0] in HELP):
        return list(words)
    return ["play", *words]
