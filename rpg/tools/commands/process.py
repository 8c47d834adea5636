"""Child processes of tools: started without a shell, in a group of their own that never outlives its use."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rpg.tools.commands.table import Limits

BASE_VARIABLES = ("PATH", "SYSTEMROOT")
"""What every program gets of the environment: enough to find its interpreter."""

LOOK = 0.02
"""Seconds between two looks whether a program has ended."""

ERROR_TAIL = 2_000
"""Bytes kept of the end of what a program writes to its error stream."""

PIECE = 65_536


class NeverStarted(Exception):
    """The program could not be started at all; nothing has happened."""


class TooMuch(Exception):
    """The program wrote more than it may."""


class TooLong(Exception):
    """The program took longer than it may."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A program that ran to its end. error: the end of its error stream."""

    code: int
    output: bytes
    error: bytes


def reduced_environment(environ: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """Only what a program needs to start and what the player named."""
    return {name: environ[name] for name in (*BASE_VARIABLES, *names) if name in environ}


async def start(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    errors: int = DEVNULL,
    line: int = PIECE,
) -> Process:
    """Starts a program in its own group. line: bytes of its longest line. Raises NeverStarted."""
    try:
        _make(folder)
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=errors,
            cwd=folder,
            env=dict(environment),
            start_new_session=True,
            limit=line,
        )
    except (OSError, ValueError) as error:
        raise NeverStarted(str(error)) from error


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def kill_group(process: Process) -> None:
    """Ends a program and everything it started."""
    if sys.platform == "win32":
        with suppress(ProcessLookupError):
            process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def end(process: Process) -> None:
    """Ends a program with its group and gives its pipes back at once.

    The transport has no public name; left open it would wait for whoever inherited a pipe.
    """
    kill_group(process)
    close = getattr(getattr(process, "_transport", None), "close", None)
    if callable(close):
        close()


async def run_program(
    command: Sequence[str], given: bytes, folder: Path, environment: Mapping[str, str], limits: Limits
) -> Ended:
    """Runs a program once with `given` on its standard input.

    Raises NeverStarted, TooLong and TooMuch. However it ends, by cancelling too, its group is killed.
    """
    process = await start(command, folder, environment, errors=PIPE)
    try:
        async with asyncio.timeout(limits.seconds):
            return await _through(process, given, limits)
    except TimeoutError:
        raise TooLong from None
    except ExceptionGroup as group:
        raise group.exceptions[0] from None
    finally:
        end(process)


async def _through(process: Process, given: bytes, limits: Limits) -> Ended:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.TaskGroup() as group:
        output = group.create_task(_read(process.stdout, limits.output))
        error = group.create_task(_tail(process.stderr))
        group.create_task(_feed(process.stdin, given))
        group.create_task(_end(process))
    code = process.returncode
    return Ended(-1 if code is None else code, output.result(), error.result())


async def _end(process: Process) -> None:
    """Waits for the program itself, then ends what it left behind, so that its pipes close.

    `Process.wait` would also wait for pipes that a grandchild keeps open.
    """
    while process.returncode is None:  # noqa: ASYNC110
        await asyncio.sleep(LOOK)
    kill_group(process)


async def _feed(stream: asyncio.StreamWriter, given: bytes) -> None:
    with suppress(ConnectionError):
        stream.write(given)
        await stream.drain()
        stream.close()


async def _read(stream: asyncio.StreamReader, limit: int) -> bytes:
    read = bytearray()
    while piece := await stream.read(PIECE):
        read += piece
        if len(read) > limit:
            raise TooMuch
    return bytes(read)


async def _tail(stream: asyncio.StreamReader) -> bytes:
    end = b""
    while piece := await stream.read(PIECE):
        end = (end + piece)[-ERROR_TAIL:]
    return end
