"""Plays turns until it is killed: the child of the kill test. Prints a line before and after each act."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from rpg.narrator.scripted import ScriptedNarrator, Turn
from tests.session.stories import moves, new_session, played


async def main(folder: Path, turns: int) -> None:
    places = ("market", "quay")
    script = [
        turn for n in range(turns) for turn in (Turn(calls=[moves(places[n % 2])]), Turn(text=f"reply {n}"))
    ]
    session = new_session(folder, ScriptedNarrator(script))
    for number in range(turns):
        print(f"say {number}", flush=True)
        await played(session.play(f"words {number}"))
        print(f"done {number} {session.head_state.hash}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
