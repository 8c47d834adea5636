"""Plain mode: read a line, play it, say what changed. For screen readers, pipes and slow links."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import IO, cast

from rpg.narrator.protocol import NarratorError
from rpg.plain.commands import ALIASES, BY_NAME
from rpg.plain.console import Console
from rpg.plain.printer import show_turn
from rpg.plain.sentence import sentence
from rpg.plain.table import Game, Leave, Shell, Table, Unclear
from rpg.plain.title import choose_story, open_target
from rpg.plain.watching import look_at_world
from rpg.plain.wrapping import WrappedOutput
from rpg.session.errors import SessionError
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.text.nearest import nearest
from rpg.text.placeholders import written
from rpg.text.spoken import spoken

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C ended."""


def run_plain(
    services: Services,
    target: str | None,
    input: IO[str],
    output: IO[str],
    shell: Shell,
    *,
    author: bool = False,
) -> int:
    """Plays until the input ends or the player quits; returns the exit code.

    target: a world or a save to open at once. author: whether what the game keeps back is shown. Raises
    WorldNotFound, WorldError and SaveError for a target that cannot be opened.
    """
    shown = cast(IO[str], WrappedOutput(output)) if output.isatty() else output
    console = Console(input, shown, services.language, input.isatty())
    return asyncio.run(_run(Game(services, console, shell, author), target))


async def _run(game: Game, target: str | None) -> int:
    _end_on_interrupt(game)
    session = await (choose_story(game) if target is None else open_target(game, target))
    while session is not None:
        if not await _story(game, session):
            break
        session = await choose_story(game)
    return 0


async def _story(game: Game, session: Session) -> bool:
    """Plays one story; whether the player went back to the list."""
    async with session:
        game.session = session
        _resume(game, session)
        try:
            while (line := await game.console.ask_long()) is not None:
                await look_at_world(game, session)
                await _line(Table(game, session), line)
            return False
        except Leave:
            return True
        except EOFError:
            return False
        finally:
            game.session = game.watched = None
            game.console.tell("plain.bye", name=session.name)


def _resume(game: Game, session: Session) -> None:
    """The last message, who tells the story, whether the world's files have changed, and the draft."""
    console = game.console
    for entry in session.log(max(0, session.log_length - 1), session.log_length):
        console.say(spoken(entry.text))
    try:
        offline = session.narrator.traits.offline
        name = console.text("plain.the_storyteller") if offline else session.narrator_name
        console.tell("plain.ready", narrator=name)
        if said := session.cramped():
            console.say(said)
    except (SessionError, NarratorError) as error:
        console.say(sentence(error, console.language))
        console.tell("plain.no_narrator")
    if session.changed_world() is not None:
        console.tell("plain.world_changed")
    if session.draft:
        console.tell("plain.restored", text=session.draft)


async def _line(table: Table, line: str) -> None:
    """One line: a command behind a slash, or the player's words. Errors are said and play goes on."""
    text = line.strip()
    if not text:
        return
    try:
        if text.startswith("/"):
            await _command(table, text[1:])
        else:
            await show_turn(table.console, table.session, table.session.play(text))
    except (EOFError, Leave):
        raise
    except Exception as error:
        table.console.say(sentence(error, table.console.language))


async def _command(table: Table, text: str) -> None:
    typed, _, rest = text.partition(" ")
    name = ALIASES.get(typed.lower(), typed.lower())
    command = BY_NAME.get(name)
    if command is None:
        await _outside(table, name, text)
        return
    try:
        await command.run(table, rest.strip())
    except Unclear:
        table.console.tell("plain.usage", usage=written(table.console.language, command.usage))


async def _outside(table: Table, name: str, text: str) -> None:
    if name in table.game.shell.names:
        await table.game.outside(text)
    else:
        near = nearest(name, [*BY_NAME, *table.game.shell.names])
        hint = table.console.text("plain.did_you_mean", nearest=near) if near else ""
        table.console.tell("plain.no_command", name=name, hint=hint)


def _end_on_interrupt(game: Game) -> None:
    """Ctrl-C stops a reply; between turns it closes the story and ends the program."""
    loop = asyncio.get_running_loop()
    running: set[asyncio.Task[None]] = set()

    async def leave() -> None:
        if game.session is not None:
            await game.session.close()
            game.console.say()
            game.console.tell("plain.bye", name=game.session.name)
        # the thread that waits for a line cannot be ended, and the interpreter would wait for it
        os._exit(INTERRUPTED)

    def interrupt() -> None:
        playing = game.session is not None and game.session.turn_running
        running.add(loop.create_task(game.session.cancel() if playing and game.session else leave()))

    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, interrupt)
