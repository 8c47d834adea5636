"""What a random player has at hand: a session, a scripted narrator, draws, and ways to have a turn told."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from rpg.bench.agreement import Agreement
from rpg.bench.draws import Draws
from rpg.bench.services import REGISTRY, bench_services, new_session, played
from rpg.narrator.protocol import Request
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.runtime.errors import EditError
from rpg.runtime.routes import travel_options
from rpg.session.errors import SessionError
from rpg.session.events import Event
from rpg.session.session import Session
from rpg.timeline.tree import path
from rpg.world.model import World

WINDOW = 5_000


class Seat:
    """One playthrough of `world`, without acts of its own. dice: decides everything, so that a seed repeats a run.

    done: the acts so far. refused: those that were not possible.
    """

    def __init__(self, folder: Path, world: World, dice: Random, **settings: Any) -> None:
        self.dice = dice
        self.next: deque[Turn] = deque()
        self.narrator = ScriptedNarrator(self._turn)
        services = bench_services(folder, self.narrator, {"context.window": WINDOW, **settings})
        self.session: Session = new_session(services, world, seed=7)
        self.done: list[str] = []
        self.refused: Counter[str] = Counter()
        self._draws = Draws(dice, world)
        self._agreement = Agreement()

    # -- having a turn told -----------------------------------------------------------------

    def _play(self, words: str = "") -> AsyncIterator[Event]:
        """Says what is typed, or other words in its place."""
        said = words or (self.session.draft if self._draws.chance(0.3) else "") or self._words()
        self._agreement.typed.discard(self.session.draft)
        return self.session.play(said)

    async def _until_mid_reply(self) -> asyncio.Future[list[Event]]:
        """A telling that has come to the middle of its reply, or has ended before."""
        wait = Wait(asyncio.Event(), asyncio.Event())
        self._next(Turn(calls=[self._moves()]), Turn(text=self._words(), wait=wait, wait_after=5))
        reading = asyncio.ensure_future(played(self._telling()))
        assert wait.reached is not None
        reached = asyncio.ensure_future(wait.reached.wait())
        await asyncio.wait({reached, reading}, return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        return reading

    def _telling(self) -> AsyncIterator[Event]:
        """Any act that asks the narrator."""
        ways: tuple[Callable[[], AsyncIterator[Event]], ...] = (
            self._play,
            self._play,
            self._going,
            self.session.retry,
            self.session.go_on,
            lambda: self.session.renarrate(self._reply()),
            lambda: self.session.reread(self._reply(), self._words()),
        )
        return self.dice.choice(ways)()

    # -- small things -----------------------------------------------------------------------

    def _going(self) -> AsyncIterator[Event]:
        options = [option.location for option in travel_options(self.session.head_state)]
        if not options:
            raise SessionError("nowhere_to_go")
        return self.session.travel(self.dice.choice(options), narrate=self._draws.chance(0.7))

    def _any_node(self) -> int:
        """Any node of the save; of the path, where later nodes stand, as likely as all others together."""
        save = self.session.save
        if self._draws.chance(0.5):
            return self.dice.choice(path(save, save.head))
        return self.dice.randrange(1, save.node_count() + 1)

    def _reply(self) -> int:
        """Some reply of the path, where there is one."""
        save = self.session.save
        found = [id for id in path(save, save.head) if save.link(id).kind == "narration"]
        return self.dice.choice(found or [self._any_node()])

    def _next(self, *turns: Turn) -> None:
        self.next.extend(turns)

    def _turn(self, request: Request) -> Turn:
        return self.next.popleft() if self.next else Turn(text="The rain goes on.")

    def _words(self) -> str:
        return self._draws.words()

    def _moves(self) -> tuple[str, dict[str, Any]]:
        return REGISTRY, {"operations": self._draws.operations()}


async def over(reading: Awaitable[object]) -> None:
    """Waits for the end of a telling, which may have been refused."""
    try:
        await reading
    except (SessionError, EditError):
        return
