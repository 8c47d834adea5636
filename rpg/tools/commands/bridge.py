"""A bridge: one long-running program that answers the calls of several tools, one JSON object a line.

A request is `{"id", "tool", "arguments"}`; its reply has the same id and `result` or `error`. Replies may come
in any order. A second reply to one id, a reply to an unknown id and lines that are no JSON are passed over.
Source: docs/tools.md.
"""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.tools.commands.process import TooLong, TooMuch, end, kill_group, start

LONGEST_LINE = 1024 * 1024
"""Bytes of one reply; a longer one ends the bridge."""


class BridgeDied(Exception):
    """The program ended, or broke off, before it answered."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bridge answered. error: "" when it has a result."""

    result: Any
    error: str = ""


class Bridge:
    """The running program, started when it is first needed and started anew when it has ended."""

    def __init__(self, command: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> None:
        self._command = command
        self._folder = folder
        self._environment = environment
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        self._sent = 0
        self._flooded = False
        self._starting = asyncio.Lock()

    async def call(self, tool: str, arguments: Mapping[str, Any], seconds: float) -> Reply:
        """One call. Raises NeverStarted when no program could be started, else TooLong, TooMuch, BridgeDied."""
        process = await self._running()
        self._sent += 1
        id = str(self._sent)
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[id] = future
        try:
            async with asyncio.timeout(seconds):
                await self._send(process, {"id": id, "tool": tool, "arguments": dict(arguments)})
                return await future
        except TimeoutError:
            raise TooLong from None
        finally:
            self._waiting.pop(id, None)

    async def close(self) -> None:
        """Ends the program and everything it started."""
        if self._process is not None:
            kill_group(self._process)
        if self._reading is not None:
            with suppress(asyncio.CancelledError):
                await self._reading

    async def _running(self) -> Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None or self._ended():
                self._flooded = False
                self._process = await start(self._command, self._folder, self._environment, line=LONGEST_LINE)
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    def _ended(self) -> bool:
        return self._reading is not None and self._reading.done()

    async def _send(self, process: Process, request: Mapping[str, Any]) -> None:
        assert process.stdin is not None
        line = json.dumps(request, ensure_ascii=False, separators=(",", ":")) + "\n"
        try:
            process.stdin.write(line.encode("utf-8", "replace"))
            await process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise BridgeDied(str(error)) from error

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self._take(line)
        except (ValueError, ConnectionError):
            self._flooded = True
        finally:
            end(process)
            self._fail_all()

    def _take(self, line: bytes) -> None:
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(reply, dict):
            return
        future = self._waiting.get(str(reply.get("id")))
        if future is not None and not future.done():
            error = reply.get("error")
            future.set_result(Reply(reply.get("result"), "" if error is None else _error_text(error)))

    def _fail_all(self) -> None:
        error: Exception = TooMuch() if self._flooded else BridgeDied("the program ended")
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)


def _error_text(error: Any) -> str:
    if isinstance(error, dict) and isinstance(error.get("message"), str):
        return str(error["message"]) or "failed"
    return str(error) or "failed"
