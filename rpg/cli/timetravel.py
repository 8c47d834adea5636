"""`rpg undo`, `redo`, `pick`, `goto`, `keep`: moving the head."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rpg.cli.opening import open_session
from rpg.cli.output import Desk
from rpg.session.acts import Act
from rpg.session.session import Session
from rpg.text.spoken import spoken


async def undo(desk: Desk) -> int:
    """Takes the last act back; the player's words go back into the draft."""
    return await _act(desk, lambda session: session.undo())


async def redo(desk: Desk) -> int:
    return await _act(desk, lambda session: session.redo())


async def pick(desk: Desk) -> int:
    return await _act(desk, lambda session: session.pick(desk.args.number, desk.args.at))


async def goto(desk: Desk) -> int:
    return await _act(desk, lambda session: session.goto(desk.args.node))


async def keep(desk: Desk) -> int:
    return await _act(desk, lambda session: session.keep_attempt(desk.args.attempt))


async def _act(desk: Desk, act: Callable[[Session], Awaitable[Act]]) -> int:
    async with open_session(desk, desk.args.save, write=True) as session:
        done = await act(session)
        state = session.head_state
        if desk.json:
            document = {
                "act": done.act,
                "head": done.head,
                "state_hash": state.hash,
                "restored": done.restored,
            }
            desk.document({**document, "location": state.player_location, "turn": state.turn})
            return 0
        last = session.log(session.log_length - 1, session.log_length)
        for entry in last:
            desk.say(spoken(entry.text))
        if done.restored:
            desk.say(desk.text("cli.restored", text=done.restored, save=desk.args.save))
        return 0
