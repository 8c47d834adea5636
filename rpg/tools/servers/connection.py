"""One MCP server: a task in the background that owns its connection from entering to leaving it.

Whoever calls only waits for an answer with a time limit; nothing that goes wrong in the connection reaches
the caller as anything but `ServerFailed`. Source: docs/tools.md, docs/libraries.md (MCP).
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, Literal

from rpg.text.clean import clean_line
from rpg.tools.servers.table import ServerEntry
from rpg.tools.servers.tools import ServerTool

Status = Literal["idle", "connecting", "online", "offline"]

FIRST_PAUSE = 2.0
"""Seconds before the first try to reconnect; each further one waits twice as long."""

LONGEST_PAUSE = 120.0

GRACE = 1.0
"""Seconds a call may take beyond its limit before the caller gives up on the connection."""

SIGN_OF_LIFE = 3.0
"""Seconds in which a server must answer a ping after a call broke off, or the connection is given up."""

LEAVING = 3.0
"""Seconds a connection may take to end."""

LONGEST_PROBLEM = 300


_LOGIN = re.compile(r"://[^/\s@]{1,300}@")
"""User name and password in an address."""


class ServerFailed(Exception):
    """A call that has no answer. code: "server_offline", "too_slow", "too_large" or "broke_off"; detail: its words."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class _Call:
    name: str
    arguments: Mapping[str, Any]
    answer: asyncio.Future[tuple[str, bool]]


class Connection:
    """Connects when it is first wanted, and again, ever more patiently, when the server goes away.

    listed: called with the tools whenever the server has told them.
    """

    def __init__(
        self,
        entry: ServerEntry,
        environ: Mapping[str, str],
        listed: Callable[[ServerEntry, tuple[ServerTool, ...]], None],
    ) -> None:
        self.entry = entry
        self.status: Status = "idle"
        self.problem = ""
        self.tools: tuple[ServerTool, ...] = ()
        self.tried = asyncio.Event()
        self._environ = environ
        self._listed = listed
        self._calls: asyncio.Queue[_Call] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def want(self) -> None:
        """Begins to connect in the background, unless that is under way. Needs a running loop."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._live())

    async def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """What a tool answers, and whether the server calls it an error. Raises ServerFailed."""
        if self.status != "online":
            raise ServerFailed("server_offline", self.problem)
        answer: asyncio.Future[tuple[str, bool]] = asyncio.get_running_loop().create_future()
        self._calls.put_nowait(_Call(name, arguments, answer))
        try:
            async with asyncio.timeout(self.entry.call + GRACE):
                return await answer
        except TimeoutError:
            raise ServerFailed("too_slow") from None

    async def close(self) -> None:
        """Ends the connection and its program."""
        task, self._task = self._task, None
        if task is None or task.done():
            return
        task.cancel()
        await asyncio.wait({task}, timeout=LEAVING)

    # -- the task ---------------------------------------------------------------------------

    async def _live(self) -> None:
        pause = FIRST_PAUSE
        while True:
            self.status = "connecting"
            began = asyncio.get_running_loop().time()
            try:
                await self._connection()
            except asyncio.CancelledError:
                if _really_cancelled():
                    raise
                self.problem = self.problem or "the connection was closed"
            except BaseExceptionGroup as group:
                self.problem = problem_text(group)
                if _really_cancelled():
                    raise asyncio.CancelledError from group
            except Exception as error:
                self.problem = problem_text(error)
            finally:
                self.status = "offline"
                self.tried.set()
                self._fail_waiting()
            if asyncio.get_running_loop().time() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _connection(self) -> None:
        """One connection, from beginning to end."""
        wire = await asyncio.to_thread(_wire)
        with _nowhere() as errors:
            async with asyncio.timeout(self.entry.connect) as limit:
                async with wire.connected(self.entry, self._environ, errors) as session:
                    self.tools = await wire.listed_tools(session)
                    limit.reschedule(None)
                    self.status, self.problem = "online", ""
                    self._listed(self.entry, self.tools)
                    self.tried.set()
                    await self._serve(session, wire)

    async def _serve(self, session: Any, wire: Any) -> None:
        """Answers calls until the connection breaks; each in a task of its own, none in the way of another."""
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._one(session, wire, await self._calls.get()))

    async def _one(self, session: Any, wire: Any, call: _Call) -> None:
        try:
            answer = await wire.call(session, call.name, call.arguments, self.entry.call)
        except asyncio.CancelledError:
            _fail(call, "broke_off")
            if _really_cancelled():
                raise
            raise ConnectionError("the connection was closed") from None
        except Exception as error:
            slow = "timed out" in str(error).lower()
            large = wire.is_too_large(error)
            _fail(call, "too_slow" if slow else "too_large" if large else "broke_off", problem_text(error))
            if not slow and (_is_closed(error) or not await wire.alive(session, SIGN_OF_LIFE)):
                raise
        else:
            if not call.answer.done():
                call.answer.set_result(answer)

    def _fail_waiting(self) -> None:
        while not self._calls.empty():
            _fail(self._calls.get_nowait(), "server_offline", self.problem)


def _nowhere() -> IO[str]:
    """Where servers' error streams go: the terminal belongs to the game."""
    return open(os.devnull, "w", encoding="utf-8")


def _wire() -> Any:
    """The module that knows the SDK, imported late and off the loop. Raises ImportError without the extra."""
    from rpg.tools.servers import wire

    return wire


def _fail(call: _Call, code: str, detail: str = "") -> None:
    if not call.answer.done():
        call.answer.set_exception(ServerFailed(code, detail))


def _is_closed(error: Exception) -> bool:
    """Whether an error means that the connection is gone, and not only that this call failed."""
    return type(error).__name__ in {"ClosedResourceError", "BrokenResourceError", "EndOfStream"} or (
        "closed" in str(error).lower()
    )


def _really_cancelled() -> bool:
    """Whether the task itself was cancelled: a dying HTTP connection also raises CancelledError."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def problem_text(error: BaseException) -> str:
    """The innermost error of nested groups, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, ImportError):
        return "needs the extra rpg[mcp]"
    words = _LOGIN.sub("://", clean_line(str(error))) or type(error).__name__
    with suppress(ValueError):
        words = words[: LONGEST_PROBLEM - 1]
    return words
