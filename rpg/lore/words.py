"""The sentence for a verdict, in the player's language."""

from __future__ import annotations

from rpg.lore.why import Verdict
from rpg.text.messages import message


def sentence(language: str, verdict: Verdict) -> str:
    """One line: why the entry is there, or what stopped it; patterns that were given up are added."""
    keys = tuple(match.key for match in verdict.matched)
    line = message(
        language,
        f"lore.why_{verdict.reason}",
        keys=keys,
        detail=verdict.detail,
        group=verdict.group,
        winner=verdict.winner or "-",
        roll=_percent(verdict.roll),
        chance=_percent(verdict.chance),
    )
    if not verdict.slow:
        return line
    return f"{line} · {message(language, 'lore.why_slow', keys=tuple(verdict.slow))}"


def _percent(value: float | None) -> str:
    return "0" if value is None else f"{value:.0f}"
