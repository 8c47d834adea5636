"""What a flag says in words."""

from __future__ import annotations

from rpg.runtime.state import State
from rpg.text.clean import clean_line
from rpg.world.macros import expand


def flag_meaning(state: State, flag: str) -> str:
    """What the author says that a flag means; "" for one that nobody gave words."""
    declared = state.world.flags.get(flag)
    return "" if declared is None else expand(declared.means, {"user": state.world.player.name})


def flag_name(state: State, flag: str) -> str:
    """What a flag is called where all are listed: its meaning, else its name without joining marks."""
    return clean_line(flag_meaning(state, flag)).rstrip(".。") or clean_line(flag.replace("_", " "))
