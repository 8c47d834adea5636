"""What a list of saves shows of one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """line: the last words of the story, cut by who makes the card."""

    world: str = ""
    place: str = ""
    line: str = ""
    turn: int = 0
