"""The world's files while a story is played: taken over when the player says so, or as soon as they change."""

from __future__ import annotations

import asyncio
from pathlib import Path

from rpg.plain.table import Game, Table
from rpg.runtime.names import meaning, resolve_location
from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.world.files import world_files
from rpg.world.find import WorldNotFound, find_world
from rpg.world.names import Resolved
from rpg.world.watching import stamp


async def adopt(table: Table, rest: str) -> None:
    """The world as its files are now."""
    await _adopt(table)


async def _adopt(table: Table) -> None:
    console, session = table.console, table.session
    world = session.changed_world()
    if world is None:
        console.tell("plain.world_unchanged")
        return
    adopted = await session.adopt(world)
    console.tell("cli.adopted")
    if adopted.lost:
        console.tell("cli.adopted_lost", names=tuple(adopted.lost))


async def watch(table: Table, rest: str) -> None:
    """Watches the world's files, or stops: while they are watched, changes come into the story by themselves."""
    path = _path(table.session)
    if path is None:
        table.console.tell("tui.lore_no_file")
        return
    table.game.watched = None if table.game.watched is not None else stamp(path)
    table.console.tell("tui.watch_on" if table.game.watched is not None else "tui.watch_off", path=path)


async def look_at_world(game: Game, session: Session) -> None:
    """Before a line of the player is played: what has changed of the watched files since the last one."""
    path = _path(session) if game.watched is not None else None
    if path is None:
        return
    now = await asyncio.to_thread(stamp, path)
    if now == game.watched:
        return
    game.watched = now
    reading = find_world(str(path), ()).read()
    errors = [one for one in reading.problems if one.severity == "error"]
    if not errors:
        await _adopt(Table(game, session))
        return
    game.console.tell("tui.watch_problems")
    for one in errors:
        game.console.say(clean_line(f"{one.place}: {one.sentence(game.console.language)}"))


async def file(table: Table, rest: str) -> None:
    """[NAME]: where the sheet of somebody or of a place stands in the world's files, to be opened there."""
    from rpg.world.entrytext import spot_of

    state = table.session.state
    found = meaning(state, rest, "character") if rest else None
    person = found.id if isinstance(found, Resolved) else None
    keys = (
        ("characters", person)
        if person
        else ("locations", resolve_location(state, rest) if rest else state.player_location)
    )
    path = _path(table.session)
    spot = spot_of(world_files(path).files, keys) if path is not None else None
    if spot is None:
        table.console.tell("tui.lore_no_file")
    else:
        table.console.say(f"{spot.file}:{spot.line}")


def _path(session: Session) -> Path | None:
    try:
        return find_world(session.world.id, session.services.paths.worlds).path
    except WorldNotFound:
        return None
