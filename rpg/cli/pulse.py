"""`rpg pulse`: a short briefing of where a story stands, from the save alone."""

from __future__ import annotations

from rpg.cli.opening import open_session
from rpg.cli.output import Desk
from rpg.session.pulse import pulse_lines


async def pulse(desk: Desk) -> int:
    """The briefing as lines, as JSON, or told by the model."""
    async with open_session(desk, desk.args.save, write=False) as session:
        made = session.pulse()
        if desk.json:
            desk.document(made.document)
            return 0
        told = False
        if desk.args.prose:
            async for piece in session.pulse_as_prose():
                desk.write(piece)
                told = True
        if told:
            desk.say()
            return 0
        for line in pulse_lines(made, desk.language):
            desk.say(line)
        return 0
