"""`rpg lore eval`: evaluates a case file. Source: docs/lorebook.md §7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rpg.lore.casework.mixed import MixedCase, is_mixed
from rpg.lore.casework.rounds import RoundsCase, is_rounds
from rpg.lore.casework.tavern import TavernCase
from rpg.lore.memory import LoreMemory


def evaluate_case(case: Mapping[str, Any], seed: str = "lore eval") -> dict[str, Any]:
    """{"turns": [...]} for a case; one turn when it lists none.

    seed: of the dice where the case gives no `random`. Fields of the wrong type are read as missing.
    """
    run = _case(case, seed, LoreMemory())
    turns = case.get("turns")
    listed = [turn for turn in turns if isinstance(turn, Mapping)] if isinstance(turns, list) else [{}]
    return {"turns": [run.turn(turn) for turn in listed or [{}]]}


def _case(case: Mapping[str, Any], seed: str, memory: LoreMemory) -> MixedCase | RoundsCase | TavernCase:
    if is_mixed(case):
        return MixedCase(case, seed, memory)
    return RoundsCase(case, seed, memory) if is_rounds(case) else TavernCase(case, seed, memory)
