"""A session with a narrator that is told what to say, turn by turn."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.bench.services import bench_services, new_session
from rpg.narrator.protocol import Request
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.events import Event
from rpg.world.model import World

LEFT_OVER = Turn(text="The rain goes on.")
"""What is told when nothing was prepared."""


@dataclass(frozen=True, slots=True)
class Took:
    """What one turn took: its events, and the requests as they were sent."""

    events: tuple[Event, ...]
    requests: tuple[Request, ...]


class Playing:
    """A story of `world` in `folder`. values: configuration by key."""

    def __init__(
        self, world: World, folder: Path, values: Mapping[str, Any], *, seed: int = 0, name: str = "story"
    ) -> None:
        self._next: deque[Turn] = deque()
        self._narrator = ScriptedNarrator(self._told)
        self.session = new_session(
            bench_services(folder, self._narrator, values), world, seed=seed, name=name
        )

    async def say(self, text: str, *replies: Turn) -> Took:
        """A message of the player; each of `replies` answers one request."""
        self._next = deque(replies)
        return await self._take(self.session.play(text))

    async def travel(self, place: str, *replies: Turn, companions: Sequence[str] = ()) -> Took:
        """A travel and its arrival. Raises EditError."""
        self._next = deque(replies)
        return await self._take(self.session.travel(place, companions))

    async def retry(self, *replies: Turn) -> Took:
        """Another reply to the last turn."""
        self._next = deque(replies)
        return await self._take(self.session.retry())

    async def close(self) -> None:
        await self.session.close()

    async def _take(self, events: AsyncIterator[Event]) -> Took:
        self._narrator.requests.clear()
        return Took(tuple([event async for event in events]), tuple(self._narrator.requests))

    def _told(self, request: Request) -> Turn:
        return self._next.popleft() if self._next else LEFT_OVER
