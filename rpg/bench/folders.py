"""The folders of a bench's player."""

from __future__ import annotations

from pathlib import Path

from rpg.config.paths import Paths


def bench_paths(folder: Path) -> Paths:
    """All below one folder."""
    return Paths(folder / "config", folder / "data", folder / "cache", folder / "saves", (folder / "worlds",))
