"""A child process that serves a model file on loopback, held on a leash: it never outlives this process."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import secrets
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rpg.narrator import local_child
from rpg.narrator.protocol import Failure, NarratorError
from rpg.narrator.scrubbing import detail_of

DEFAULT_WINDOW = 8192
"""Tokens, where the player sets none: the window costs memory as well as the file does."""

GOODBYE = 5.0
"""Seconds that a child gets to end by itself."""

_MAGIC = b"GGUF"
_ROOM = 256 * 2**20
_LOG_LINES = 20
_GOING = 0.5
_LOG_HEAD = re.compile(r"^[\d.]+ E ")
_ERRORS_SHOWN = 2
_MEMORY_WORDS = ("alloc", "out of memory", "insufficient memory", "buffer size")


@dataclass(frozen=True, slots=True)
class Served:
    """Where the model is served, and the key that only this process knows."""

    address: str
    key: str = field(repr=False)


def child_command() -> Sequence[str]:
    """The command that starts the child with this Python. Raises NarratorError without the extra."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise NarratorError(Failure.NO_LOCAL_EXTRA)
    return (sys.executable, "-P", local_child.__file__)


def check_file(file: Path, available: int | None) -> None:
    """Raises NarratorError for what is no model file or cannot fit. available: free memory in bytes."""
    try:
        with file.open("rb") as opened:
            magic = opened.read(len(_MAGIC))
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        raise NarratorError(Failure.MODEL_FILE, f"{file}: {error.strerror}") from None
    if magic != _MAGIC:
        raise NarratorError(Failure.MODEL_FILE, f"{file}: no GGUF")
    if available is not None and size + _ROOM > available:
        needed, free = (size + _ROOM) / 2**30, available / 2**30
        raise NarratorError(Failure.NO_MEMORY, f"{file.name}: {needed:.1f} GiB > {free:.1f} GiB")


def available_memory() -> int | None:
    """Bytes of memory that a new process can have, None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


class LocalServer:
    """Starts the child when it is first needed and ends it with `close` or with this process.

    window: in tokens. threads: of the computation. command: what to run instead of the usual child.
    """

    def __init__(
        self, file: Path, *, window: int | None = None, threads: int = 1, command: Sequence[str] | None = None
    ) -> None:
        self._file = file
        self._window = window or DEFAULT_WINDOW
        self._threads = threads
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._log: deque[str] = deque(maxlen=_LOG_LINES)
        self._reader: asyncio.Task[None] | None = None

    @property
    def alias(self) -> str:
        """The name under which the model is served."""
        return self._file.stem

    @property
    def running(self) -> bool:
        """Whether the child is there."""
        return self._process is not None and self._process.returncode is None

    @property
    def process_id(self) -> int | None:
        """Of the child, None when there is none."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> Served:
        """Load the model. Raises NarratorError when that fails."""
        check_file(self._file, available_memory())
        command = self._command or child_command()
        process = await self._spawn(command)
        key = secrets.token_hex(16)
        answer = await self._greet(process, key)
        if "address" in answer:
            return Served(str(answer["address"]), key)
        code = await process.wait()
        await self.close()
        raise self.failure(code, str(answer.get("error", "")))

    def failure(self, code: int | None, words: str = "") -> NarratorError:
        """Why the child is gone. code: its exit code, negative for a signal."""
        errors = [_LOG_HEAD.sub("", line) for line in self._log if _LOG_HEAD.match(line)]
        told = "; ".join(errors[:_ERRORS_SHOWN])
        memory = (code is not None and code < 0) or any(word in told.lower() for word in _MEMORY_WORDS)
        detail = detail_of(f"{self._file.name}: {told or words or code}")
        return NarratorError(Failure.NO_MEMORY if memory else Failure.MODEL_FILE, detail)

    async def exit_code(self) -> int | None:
        """The exit code of a child that is gone or just going, None while it runs or when there was none."""
        if self._process is None:
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOING):
                return await self._process.wait()
        return None

    async def close(self) -> None:
        """End the child: let go of the leash, then by force."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(GOODBYE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader
            self._reader = None

    async def _spawn(self, command: Sequence[str]) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        # Waiting threads of OpenMP would otherwise burn a core while the model is idle.
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
        )
        self._process = process
        self._reader = asyncio.create_task(self._read_log(process))
        return process

    async def _greet(self, process: asyncio.subprocess.Process, key: str) -> Mapping[str, Any]:
        """Tell the child what to serve and wait for its answer; an empty one when it went without."""
        assert process.stdin is not None
        assert process.stdout is not None
        wanted = {
            "path": str(self._file),
            "window": self._window,
            "threads": self._threads,
            "key": key,
            "alias": self.alias,
        }
        try:
            process.stdin.write(json.dumps(wanted).encode() + b"\n")
            await process.stdin.drain()
            answer = json.loads(await process.stdout.readline() or b"{}")
        except (OSError, ValueError):
            return {}
        return answer if isinstance(answer, dict) else {}

    async def _read_log(self, process: asyncio.subprocess.Process) -> None:
        """Keep the last lines of the child's log, so that it never waits for a reader."""
        assert process.stderr is not None
        while True:
            try:
                line = await process.stderr.readline()
            except ValueError:
                continue
            if not line:
                return
            self._log.append(line.decode("utf-8", "replace").strip())
