"""Random play in the harbour, by the machine that the rollback bench runs at length."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from rpg.bench.agreement import prompt_of, refolded_hash
from rpg.bench.machine import ACTS, Player
from tests.runtime.worlds import harbour

__all__ = ["ACTS", "Player", "harbour_player", "prompt_of", "refolded_hash"]


def harbour_player(folder: Path, seed: int, **settings: Any) -> Player:
    """A player in the harbour; `seed` repeats a run."""
    return Player(folder, harbour(), Random(seed), **settings)
