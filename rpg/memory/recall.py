"""When somebody is met again: how long it has been, what was then, and what changed meanwhile.

Source: docs/context.md §3 (departure and return).
"""

from __future__ import annotations

from collections.abc import Sequence

from rpg.text.messages import catalogue_language, message

MINUTES_PER_HOUR = 60
MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR


def since_last_met(
    language: str,
    *,
    turns: int,
    parted_at: str,
    note: str = "",
    came_from: Sequence[str] = (),
    minutes: int | None = None,
) -> tuple[str, ...]:
    """Lines for the sheet of somebody who is back.

    turns: from their leaving to their return. minutes: of the story's time since, None where it has none.
    parted_at, came_from: names of places, "" for unknown; came_from is where they were meanwhile, told as far
    as it is elsewhere. note: their departure digest.
    """
    language = catalogue_language(language)
    where = parted_at or message(language, "memory.nowhere")
    lines = [message(language, "memory.met_again", time=_time(language, turns, minutes), place=where)]
    if elsewhere := [place for place in came_from if place and place != parted_at]:
        places = message(language, "memory.then").join(elsewhere)
        lines.append(message(language, "memory.meanwhile", place=places))
    if note:
        lines.append(message(language, "memory.parted", text=note))
    return tuple(lines)


def duration_text(language: str, minutes: int) -> str:
    """A length of time in words, to the minute below an hour, to the hour below two days, else to the day."""
    if minutes < MINUTES_PER_HOUR:
        return message(language, "memory.minutes", count=minutes)
    if minutes < 2 * MINUTES_PER_DAY:
        return message(language, "memory.hours", count=round(minutes / MINUTES_PER_HOUR))
    return message(language, "memory.days", count=round(minutes / MINUTES_PER_DAY))


def _time(language: str, turns: int, minutes: int | None) -> str:
    """Turns and the story's time; what was shorter than a turn is a moment."""
    key = {0: "moment", 1: "turn"}.get(turns, "turns")
    told = message(language, f"memory.{key}", count=turns)
    if not minutes:
        return told
    return message(language, "memory.turns_and_time", turns=told, time=duration_text(language, minutes))
