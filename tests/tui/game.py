"""A game for tests: two small worlds, a folder of its own, a fixed clock, a narrator of choice."""

from __future__ import annotations

from pathlib import Path

from rpg.config.config import Config
from rpg.config.paths import Paths
from rpg.narrator.protocol import Narrator
from rpg.narrator.storyteller import Storyteller
from rpg.session.begin import Opening
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.store.library import path_for
from rpg.world.load import load_world

WORLDS = Path(__file__).parent / "worlds"
NOON = 1_767_268_800.0
"""2026-01-01 12:00 UTC."""

WORLD_OF = {"en": "harbour", "zh": "rain"}


def services(folder: Path, language: str = "en", narrator: Narrator | None = None) -> Services:
    """Services that write below `folder` only and reach nothing outside."""
    teller = narrator or Storyteller()
    config = folder / "config"
    return Services(
        Paths(config, folder / "data", folder / "cache", folder / "saves", (WORLDS,)),
        Config(config / "config.toml"),
        language,
        {},
        lambda _spec, _settings, _language: teller,
        now=lambda: NOON,
    )


def begun(edges: Services, name: str = "first", world: str | None = None) -> Path:
    """A save that has just begun; its path."""
    loaded = load_world(WORLDS / f"{world or WORLD_OF[edges.language]}.toml").world
    path = path_for(edges.paths.saves, name)
    session = Session.create(path, loaded, Opening(seed=7), edges)
    session.save.close()
    return path
