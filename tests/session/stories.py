"""Sessions to test with: a small world, a scripted narrator, a save in a temporary folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from rpg.config.config import Config
from rpg.config.paths import Paths
from rpg.narrator.protocol import Narrator
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.begin import Opening
from rpg.session.events import Event
from rpg.session.library import with_narrator
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.world.model import World
from tests.runtime.worlds import harbour

REGISTRY = "edit_location_registry"


def services(folder: Path, narrator: Narrator, **values: Any) -> Services:
    """Services of a player whose folders are all below `folder`; values: configuration by key."""
    paths = Paths(
        folder / "config", folder / "data", folder / "cache", folder / "saves", (folder / "worlds",)
    )
    config = Config(paths.config_file, values)
    plain = Services(
        paths, config, "en", {}, lambda spec, settings, language: narrator, {}, now=lambda: 1_000_000.0
    )
    return with_narrator(plain, narrator)


def new_session(folder: Path, narrator: Narrator, world: World | None = None, **values: Any) -> Session:
    """A session that has just begun."""
    made = services(folder, narrator, **values)
    return Session.create(folder / "saves" / "story.rpg", world or harbour(), Opening(seed=7), made)


def reopened(session: Session, narrator: Narrator | None = None) -> Session:
    """The same save opened again, as after a restart."""
    session.save.close()
    made = session.services if narrator is None else with_narrator(session.services, narrator)
    return Session.open(session.save.path, made)


async def played(events: AsyncIterator[Event]) -> list[Event]:
    """All events of a turn."""
    return [event async for event in events]


def moves(to: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """A call that moves the player."""
    return REGISTRY, {"operations": [{"op": "move_player", "to": to, **more}]}


def telling(*turns: Turn) -> ScriptedNarrator:
    return ScriptedNarrator(list(turns))
