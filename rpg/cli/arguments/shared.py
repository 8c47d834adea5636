"""What arguments of several commands have in common."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rpg.cli.commands import COMMANDS
from rpg.cli.parser import handler

FUNCTIONS = {"continue": "go_on"}
"""Commands whose function has another name, because theirs is a word of the language."""


LARGEST = 2**53
"""A number beyond which no node, memory or seed lies: what JSON keeps exact everywhere."""


def whole(text: str) -> int:
    """A whole number of the command line. Raises ValueError."""
    number = int(text)
    if abs(number) > LARGEST:
        raise ValueError(text)
    return number


def command(commands: Any, common: ArgumentParser, name: str, module: str) -> ArgumentParser:
    """The parser of a command of the first level, which runs the function of its name in `rpg.cli.<module>`."""
    about = COMMANDS[name]
    parser: ArgumentParser = commands.add_parser(name, help=about, description=about, parents=[common])
    parser.set_defaults(run=handler(module, FUNCTIONS.get(name, name.replace("-", "_"))))
    return parser


def narrator(parser: ArgumentParser) -> None:
    """Who tells the story, for one command."""
    parser.add_argument(
        "--narrator", metavar="N", help="storyteller | openai[:MODEL] | gguf:FILE | script:FILE"
    )
    parser.add_argument("--approve", metavar="TOOL", action="append", default=[], help="let this tool run")


def turn(parser: ArgumentParser) -> None:
    """What every command takes that plays a turn."""
    narrator(parser)
    parser.add_argument(
        "--world", choices=("keep", "adopt"), default="keep", help="when the world's files have changed since"
    )


def node(parser: ArgumentParser, name: str = "node") -> None:
    """A node by its number."""
    parser.add_argument(name, type=whole, metavar="NODE", help="a node's number, as `rpg log` shows it")
