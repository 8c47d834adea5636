"""Sessions for benches: a player whose folders are all below one folder, a narrator of the bench's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from rpg.bench.folders import bench_paths
from rpg.config.config import Config
from rpg.narrator.protocol import Narrator
from rpg.session.begin import Opening
from rpg.session.events import Event
from rpg.session.library import with_narrator
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.world.model import World

REGISTRY = "edit_location_registry"

NOW = 1_000_000.0
"""The clock of the wall stands still, in seconds since 1970."""


def bench_services(folder: Path, narrator: Narrator, values: Mapping[str, Any]) -> Services:
    """The edges of a player. values: configuration by key; the model writes nothing in the background unasked."""
    paths = bench_paths(folder)
    config = Config(paths.config_file, {"background": "off", **values})
    return Services(paths, config, "en", {}, lambda *asked: narrator, {}, now=lambda: NOW)


def new_session(services: Services, world: World, *, seed: int = 0, name: str = "story") -> Session:
    """A story of `world` that has just begun."""
    return Session.create(services.paths.saves / f"{name}.rpg", world, Opening(seed=seed), services)


def reopened(session: Session, narrator: Narrator | None = None) -> Session:
    """The same save opened again, as after a restart."""
    session.save.close()
    services = session.services if narrator is None else with_narrator(session.services, narrator)
    return Session.open(session.save.path, services)


async def played(events: AsyncIterator[Event]) -> list[Event]:
    """All events of a turn."""
    return [event async for event in events]
