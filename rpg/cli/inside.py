"""The commands of the command line in plain mode: behind a slash, and about the story that is open."""

from __future__ import annotations

import shlex
from argparse import SUPPRESS, ArgumentParser, _SubParsersAction
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rpg.cli.commands import COMMANDS, HELP
from rpg.cli.errors import CommandError
from rpg.cli.output import Desk
from rpg.cli.parser import build_parser, command_of, too_many
from rpg.cli.topics import topic_names
from rpg.config.config import load_config
from rpg.session.library import renewed
from rpg.text.placeholders import slashed

if TYPE_CHECKING:
    from rpg.plain.console import Console
    from rpg.session.services import Services
    from rpg.session.session import Session

ELSEWHERE = {
    "play": "plain mode is it; /new and /leave lead to other stories",
    "new": "/new asks for everything",
    "say": "what is typed without a slash",
    "bench": "measures the machine, which must not be busy with a game",
    "serve": "another game, for a browser",
    "completion": "for a shell",
}
"""Commands that have no place in plain mode, and why."""

COMMON = frozenset({"json", "worlds", "saves", "language", "debug"})
"""Options of every command, which plain mode has settled when it began."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The commands that plain mode takes from the command line."""

    @property
    def names(self) -> Sequence[str]:
        """In the order of the help."""
        return tuple(name for name in COMMANDS if name not in ELSEWHERE)

    @property
    def topics(self) -> Sequence[str]:
        """The pages of the manual by name."""
        return topic_names()

    def renewed(self, services: Services) -> Services:
        """The edges of the same player after the configuration has changed."""
        return renewed(services)

    def words(self, line: str) -> list[str]:
        """The words of a line; those in double quotation marks are one."""
        return words_of(line)

    async def run(
        self, words: Sequence[str], services: Services, console: Console, session: Session | None
    ) -> Services:
        """Runs a command; what goes wrong is told. Returns the player's edges as they are afterwards."""
        from rpg.session.explain import explain

        try:
            await _run(list(words), services, console, session)
        except CommandError as error:
            console.say(slashed(error.text))
        except Exception as error:
            console.say(slashed(explain(error, console.language)[1]))
        config = load_config(services.paths.config_file)
        if dict(config.values) == dict(services.config.values):
            return services
        return self.renewed(replace(services, config=config))


async def _run(words: list[str], services: Services, console: Console, session: Session | None) -> None:
    if not words or words[0] not in COMMANDS or words[0] in ELSEWHERE:
        console.tell("plain.no_command", name=words[0] if words else "", hint="")
        return
    parser = build_parser(words[0])
    in_terms_of_slashes(parser, session is not None)
    if session is not None:
        words = with_save(parser, words, str(session.save.path))
    if HELP & set(words):
        console.say(command_of(parser, words)[0].format_help())
        return
    args, left = parser.parse_known_args(words)
    if left:
        raise too_many(command_of(parser, words)[0], left)
    marks = console.text("plain.mark_on"), console.text("plain.mark_off")
    desk = Desk(
        args,
        services.paths,
        services.config,
        console.language,
        console.output,
        console.output,
        session,
        marks,
    )
    result = args.run(desk)
    if isinstance(result, Awaitable):
        await result
    console.output.flush()


def in_terms_of_slashes(parser: ArgumentParser, in_story: bool) -> None:
    """Usage and help as plain mode takes the commands: behind a slash, about the story that is open, without what
    belongs to a command line.

    in_story: whether a story is open, whose save is then never typed.
    """
    hidden = {*COMMON, "save"} if in_story else COMMON
    for action in parser._actions:
        if action.dest in hidden and (action.dest != "save" or not action.option_strings):
            action.help = SUPPRESS
        if isinstance(action, _SubParsersAction):
            for name, below in action.choices.items():
                below.prog = f"{parser.prog} {name}" if parser.prog.startswith("/") else f"/{name}"
                in_terms_of_slashes(below, in_story)


def words_of(line: str) -> list[str]:
    """The words of a line; those in double quotation marks are one. A mark that is not closed stands for itself."""
    reader = shlex.shlex(line, posix=True)
    reader.whitespace_split = True
    reader.commenters = reader.escape = ""
    reader.quotes = '"'
    try:
        return list(reader)
    except ValueError:
        return line.split()


def with_save(parser: ArgumentParser, words: Sequence[str], save: str) -> list[str]:
    """`words` with the save put behind the name of the command, where it takes one."""
    command, depth = command_of(parser, words)
    takes = any(action.dest == "save" and not action.option_strings for action in command._actions)
    return [*words[:depth], save, *words[depth:]] if takes else list(words)
