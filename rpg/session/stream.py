"""A turn as a task whose events a face reads as they come.

The task belongs to the session and not to its reader: a reader that goes away does not stop the turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from rpg.session.events import Event

Emit = Callable[[Event], None]


class TurnTask:
    """Runs `work` as a task. `events` yields what it emits until it ends, then raises what it raised."""

    def __init__(self, work: Callable[[Emit], Awaitable[None]]) -> None:
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._task = asyncio.ensure_future(self._run(work))

    @property
    def running(self) -> bool:
        return not self._task.done()

    async def _run(self, work: Callable[[Emit], Awaitable[None]]) -> None:
        try:
            await work(self._queue.put_nowait)
        finally:
            self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[Event]:
        """Everything that is emitted. Raises what the work raised, except its cancellation."""
        while (event := await self._queue.get()) is not None:
            yield event
        if not self._task.cancelled():
            with suppress(asyncio.CancelledError):
                await self._task

    async def cancel(self) -> None:
        """Stops the work and waits until it has kept what there was to keep."""
        if self._task.done():
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self._task
