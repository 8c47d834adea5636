"""What plain mode works on: the player's edges and streams, and the playthrough that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rpg.plain.console import Console
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.text.messages import catalogue_language
from rpg.world.watching import Stamp


class Unclear(Exception):
    """The words behind a command are not what it takes; how it is written is told."""


class Leave(Exception):
    """Back to the list of stories."""


class Shell(Protocol):
    """Commands that plain mode does not make itself: those of the command line, on the streams of plain mode."""

    @property
    def names(self) -> Sequence[str]:
        """Their names, in the order of the help."""
        ...

    @property
    def topics(self) -> Sequence[str]:
        """The pages of the manual by name."""
        ...

    def words(self, line: str) -> list[str]:
        """The words of a line; those in double quotation marks are one."""
        ...

    async def run(
        self, words: Sequence[str], services: Services, console: Console, session: Session | None
    ) -> Services:
        """Runs a command by its words; what goes wrong is told. One about a save is about that of
        `session`, where there is one. Returns the player's edges as they are afterwards."""
        ...

    def renewed(self, services: Services) -> Services:
        """The edges of the same player after the configuration has changed."""
        ...


@dataclass(slots=True)
class Game:
    """One run of plain mode. author: whether what the game keeps back is shown. session: while one is open.
    watched: the stamp of the world's files, None: they are not watched."""

    services: Services
    console: Console
    shell: Shell
    author: bool = False
    session: Session | None = None
    watched: Stamp | None = None

    def take(self, services: Services) -> None:
        """Other settings of the player, at once: for what is told, and for the story that is open."""
        if services is self.services:
            return
        before = self.services.config.values.get("language")
        wanted = services.config.values.get("language")
        if wanted != before:
            services = replace(services, language=catalogue_language(str(wanted or services.language)))
        self.services = services
        self.console = replace(self.console, language=services.language)
        if self.session is not None:
            self.session.reconfigure(services)

    async def outside(self, line: str) -> None:
        """Runs a command of the command line as it was typed."""
        await self.run(self.shell.words(line))

    async def run(self, words: Sequence[str]) -> None:
        """Runs a command of the command line by its words."""
        self.take(await self.shell.run(words, self.services, self.console, self.session))


@dataclass(frozen=True, slots=True)
class Table:
    """The game, and its open playthrough."""

    game: Game
    session: Session

    @property
    def console(self) -> Console:
        return self.game.console


def whole(text: str) -> int:
    """A number of the player's. Raises Unclear."""
    word = text.strip()
    if not word.isdecimal() or len(word) > 15:
        raise Unclear
    return int(word)
