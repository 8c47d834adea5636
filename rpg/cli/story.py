"""`rpg say`, `rpg travel`, `rpg retry`: one turn, streamed."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable

from rpg.cli.events import follow
from rpg.cli.opening import adopt_changed, open_session, tell_changed
from rpg.cli.output import Desk
from rpg.session.events import Event
from rpg.session.session import Session

Act = Callable[[Session], AsyncIterator[Event]]


async def say(desk: Desk) -> int:
    """One turn with the player's words."""
    text = sys.stdin.read() if desk.args.text == "-" else desk.args.text
    return await _turn(desk, lambda session: session.play(text))


async def travel(desk: Desk) -> int:
    """A travel by the player's rules, with its arrival unless told otherwise."""
    args = desk.args
    narrate = False if args.no_narration else None
    return await _turn(desk, lambda session: session.travel(args.place, args.companions, narrate=narrate))


async def retry(desk: Desk) -> int:
    """Another reply to the last turn."""
    return await _turn(desk, lambda session: session.retry())


async def go_on(desk: Desk) -> int:
    """Goes on with a reply that broke off."""
    return await _turn(desk, lambda session: session.go_on())


async def _turn(desk: Desk, act: Act) -> int:
    async with open_session(desk, desk.args.save, write=True) as session:
        if desk.args.world == "adopt":
            await adopt_changed(desk, session)
        elif desk.session is None:
            tell_changed(desk, session)
        await session.connect(float(desk.config.get("mcp.wait")))
        return await follow(desk, session, act(session))
