"""What commands open: services, saves and sessions."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rpg.cli.output import Desk
from rpg.session.library import save_path, services_for
from rpg.session.services import Services
from rpg.text.messages import joined

if TYPE_CHECKING:
    from rpg.session.session import Session


def services_of(desk: Desk, *, asks: bool = False) -> Services:
    """The services for a command's arguments."""
    args: Namespace = desk.args
    return services_for(
        desk.paths,
        desk.config,
        desk.language,
        dict(os.environ),
        spec=getattr(args, "narrator", None),
        approve=frozenset(getattr(args, "approve", ())),
        asks=asks,
    )


@asynccontextmanager
async def open_session(desk: Desk, name: str, *, write: bool) -> AsyncIterator[Session]:
    """A session by the name or path of its save; the one that is open, where it is of that save. Raises SaveError."""
    from rpg.session.session import Session

    services = services_of(desk)
    path = save_path(services, name)
    if desk.session is not None and is_open(desk.session, path):
        yield desk.session
        return
    session = Session.open(path, services, write=write)
    try:
        yield session
    finally:
        await session.close()


def is_open(session: Session, path: Path) -> bool:
    """Whether a session is that of the save at `path`."""
    return session.save.path.resolve() == path.resolve()


def tell_changed(desk: Desk, session: Session) -> None:
    """Says once that the world's files have changed and that the story goes on with the old text."""
    if session.untold_world() is None:
        return
    text = desk.text("cli.world_changed")
    if desk.json:
        desk.line({"event": "notice", "code": "world_changed", "text": text, "action": "adopt", "values": {}})
    else:
        desk.err.write(f"{text}\n")


async def adopt_changed(desk: Desk, session: Session) -> None:
    """Takes up the world as its files are now, where they have changed, and tells what is no longer there."""
    world = session.changed_world()
    if world is None:
        return
    adopted = await session.adopt(world)
    text = desk.text("cli.adopted")
    if adopted.lost:
        text = joined(text, desk.text("cli.adopted_lost", names=tuple(adopted.lost)))
    if desk.json:
        values = {"node": adopted.node, "lost": list(adopted.lost)}
        desk.line({"event": "notice", "code": "adopted", "text": text, "action": "", "values": values})
    else:
        desk.say(f"[{text}]")
