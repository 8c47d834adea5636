"""The real app without a terminal: a play screen that is driven by keys and read as a player would."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from rpg.session.services import Services
from rpg.session.session import Session

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from rpg.tui.play.screen import PlayScreen

WAITING = frozenset({"dialog", "wizard", "approval"})
"""Groups of workers that wait for the player and not for the machine."""

SIZE = (120, 40)
PATIENCE = 20
"""How often the pilot's half a minute may pass before the app is taken to hang."""

MOST_PAUSES = 2_000


class Driver:
    """An open app with a play screen on it."""

    def __init__(self, app: Any, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> PlayScreen:
        """The play screen. Raises LookupError when another one is shown."""
        from rpg.tui.play.screen import PlayScreen

        for screen in reversed(self.app.screen_stack):
            if isinstance(screen, PlayScreen):
                return screen
        raise LookupError("no story is open")

    async def _wait(self, act: Awaitable[object]) -> None:
        """Waits for an act of the pilot; on a busy machine longer than the pilot does."""
        from textual.pilot import WaitForScreenTimeout

        for _ in range(PATIENCE):
            try:
                await act
                return
            except WaitForScreenTimeout:
                act = self.pilot.pause()
        await act

    async def pause(self) -> None:
        """Waits until every widget has seen to its messages."""
        await self._wait(self.pilot.pause())

    async def settle(self) -> None:
        """Waits until no turn runs, no worker works and everything is drawn."""
        for _ in range(MOST_PAUSES):
            await self.pause()
            working = [worker for worker in self.app.workers if worker.group not in WAITING]
            if working:
                await self.app.workers.wait_for_complete(working)
            elif not self.screen.running:
                break
        await self.pause()

    async def say(self, text: str, *, settle: bool = True) -> None:
        """Types the text into the prompt and sends it."""
        self.screen.prompt.put(text)
        await self.press("enter", settle=settle)

    async def press(self, key: str, *, settle: bool = True) -> None:
        """Presses a key."""
        await self._wait(self.pilot.press(key))
        if settle:
            await self.settle()

    async def go(self, place: str) -> None:
        """Travels as from the map."""
        self.screen.go(place)
        await self.settle()

    async def reopen(self) -> None:
        """Leaves the story and opens its save again."""
        path = self.screen.session.save.path
        await self.press("f10", settle=False)
        await self.pause()
        self.app.open_save(path)
        await self.pause()
        await self.settle()


@asynccontextmanager
async def driven(
    services: Services, session: Session | None, size: tuple[int, int] = SIZE
) -> AsyncIterator[Driver]:
    """The app with `session` on its play screen; with none, its title."""
    from rpg.tui.application import RpgApp

    app = RpgApp(services)
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await pilot.pause()
        if session is not None:
            app.play(session)
            await pilot.pause()
            await driver.settle()
        yield driver
