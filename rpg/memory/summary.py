"""The story summary: cumulative, rolled up from observations, so that the story can go on when messages leave.

It keeps the story going; it does not keep every detail. Extractive: lines that matter outlive lines that do
not, older ones go first. Source: docs/context.md §3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rpg.memory.clip import clip
from rpg.memory.cues import weight

Count = Callable[[str], int]

LIMIT = 400
"""Tokens of a summary."""

_RECENT_BONUS = 4
_LINE = 60


@dataclass(frozen=True, slots=True)
class Summary:
    """covers: the last message it tells of."""

    text: str
    covers: int


def roll_up(
    previous: Summary | None, observations: Sequence[tuple[int, str]], count: Count, *, limit: int = LIMIT
) -> Summary:
    """The summary after `observations`, each (last message it covers, text), oldest first.

    Observations that `previous` covers already are left out. At most `limit` tokens.
    """
    covered = previous.covers if previous else 0
    new = [(covers, text) for covers, text in observations if covers > covered and text.strip()]
    lines = [*(previous.text.splitlines() if previous else ()), *(_line(text, count) for _, text in new)]
    lines = [line.strip() for line in lines if line.strip()]
    return Summary("\n".join(_fitting(lines, limit, count)), max([covered, *(covers for covers, _ in new)]))


def summary_limit(dialogue: int) -> int:
    """Tokens a summary may have for a dialogue space of `dialogue` tokens: a tenth, within bounds."""
    return max(120, min(1200, dialogue // 10))


def _line(text: str, count: Count) -> str:
    return clip(" ".join(text.split()), _LINE, count)


def _fitting(lines: Sequence[str], limit: int, count: Count) -> list[str]:
    """The lines that are kept: by what they are worth, later ones more, in their order."""
    costs = [count(line) + 1 for line in lines]
    room = limit
    kept: set[int] = set()
    for place in sorted(range(len(lines)), key=lambda place: (-_worth(lines, place), -place)):
        if costs[place] <= room:
            kept.add(place)
            room -= costs[place]
    return [lines[place] for place in sorted(kept)]


def _worth(lines: Sequence[str], place: int) -> int:
    """More for what matters, and for the last quarter of the lines."""
    return weight(lines[place]) + (_RECENT_BONUS if place * 4 >= len(lines) * 3 else 0)
