"""Worlds and saves as a player names them: listed, found, loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rpg.config.config import Config
from rpg.config.learned import Learned
from rpg.config.paths import Paths
from rpg.session.services import Services
from rpg.store.errors import SaveError
from rpg.store.library import Entry, find_save, list_saves

if TYPE_CHECKING:
    from rpg.narrator.protocol import Narrator
    from rpg.world.find import FoundWorld
    from rpg.world.model import World


def services_for(
    paths: Paths,
    config: Config,
    language: str,
    environ: Mapping[str, str],
    *,
    spec: str | None = None,
    approve: frozenset[str] = frozenset(),
    asks: bool = False,
) -> Services:
    """The edges of a real player on this machine."""
    learned = Learned(paths.config / "learned.json")

    def narrator(spec: str | None, settings: Mapping[str, Any], language: str) -> Narrator:
        from rpg.session.narrators import build_narrator, chosen_spec

        chosen = chosen_spec(spec, config, settings, environ)
        return build_narrator(chosen, config, settings, environ, learned, language)

    return Services(paths, config, language, environ, narrator, learned, spec, approve=approve, asks=asks)


def renewed(services: Services) -> Services:
    """The edges of the same player after the configuration has changed."""
    return services_for(
        services.paths,
        services.config,
        services.language,
        services.environ,
        spec=services.spec,
        approve=services.approve,
        asks=services.asks,
    )


def with_narrator(services: Services, narrator: Narrator) -> Services:
    """The services with one narrator for every session: for tests and tools."""
    return replace(services, narrator=lambda spec, settings, language: narrator)


def worlds(services: Services) -> tuple[FoundWorld, ...]:
    """Every world that can be found, each once, in the order of the folders; before them those that teach the
    game, the player's language first."""
    from rpg.world.find import find_worlds

    found = find_worlds(services.paths.worlds)
    teaching = [world for world in found if world.tutorial]
    teaching.sort(key=lambda world: world.language != services.language)
    return (*teaching, *(world for world in found if not world.tutorial))


def saves(services: Services) -> tuple[Entry, ...]:
    """The saves of the player's folder, latest first."""
    return list_saves(services.paths.saves)


def save_path(services: Services, name: str) -> Path:
    """The path of a save by name or path. Raises SaveError."""
    return find_save(services.paths.saves, name)


def world_named(services: Services, name: str) -> World:
    """A world by id, name or path. Raises WorldNotFound and WorldError."""
    from rpg.world.find import find_world
    from rpg.world.load import load_world

    return load_world(find_world(name, services.paths.worlds).path).world


def has_story(services: Services) -> bool:
    """Whether there is a save that can be opened; False where the folder cannot be read."""
    try:
        return any(entry.error is None for entry in saves(services))
    except (SaveError, OSError):
        return False
