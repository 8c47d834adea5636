"""Plain mode: read a line, play it, say what changed. For screen readers, pipes and slow links."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import IO

from rpg.plain.begin import open_target
from rpg.plain.commands import BY_NAME
from rpg.plain.console import Console
from rpg.plain.printer import show_turn
from rpg.plain.table import Table, Unclear
from rpg.session.services import Services
from rpg.session.session import Session


def run_plain(
    services: Services, target: str | None, input: IO[str], output: IO[str], *, author: bool = False
) -> int:
    """Plays until the input ends or the player quits; returns the exit code."""
    console = Console(input, output, services.language, input.isatty())
    return asyncio.run(_run(console, services, target))


async def _run(console: Console, services: Services, target: str | None) -> int:
    session = await open_target(console, services, target)
    if session is None:
        return 0
    async with session:
        _cancel_on_interrupt(session)
        _resume(console, session)
        with suppress(EOFError):
            while (line := await console.ask()) is not None:
                await _line(Table(console, session), line)
    console.tell("plain.bye", name=session.name)
    return 0


def _resume(console: Console, session: Session) -> None:
    """The last message, who tells the story, whether the world's files have changed, and the draft."""
    for entry in session.log(max(0, session.log_length - 1), session.log_length):
        console.say(entry.text)
    console.tell("plain.ready", narrator=session.narrator_name)
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
    except EOFError:
        raise
    except Exception as error:
        table.console.say(_sentence(error, table.console.language))


async def _command(table: Table, text: str) -> None:
    name, _, rest = text.partition(" ")
    command = BY_NAME.get(name.lower())
    if command is None:
        table.console.tell("plain.no_command", name=name)
        return
    try:
        await command.run(table, rest.strip())
    except Unclear:
        table.console.tell("plain.usage", usage=command.usage)


def _sentence(error: Exception, language: str) -> str:
    from rpg.session.explain import explain

    return explain(error, language)[1]


def _cancel_on_interrupt(session: Session) -> None:
    """Ctrl-C stops a reply; between turns it ends the program as usual."""
    loop = asyncio.get_running_loop()

    stopping: set[asyncio.Task[None]] = set()

    def interrupt() -> None:
        if session.turn_running:
            stopping.add(loop.create_task(session.cancel()))
        else:
            signal.raise_signal(signal.SIGTERM)

    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, interrupt)
