"""What commands open: services, saves and sessions."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rpg.cli.output import Desk
from rpg.session.library import save_path, services_for
from rpg.session.services import Services
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
    """A session by the name or path of its save. Raises SaveError."""
    services = services_of(desk)
    session = Session.open(save_path(services, name), services, write=write)
    try:
        yield session
    finally:
        await session.close()
