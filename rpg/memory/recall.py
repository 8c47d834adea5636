"""When somebody is met again: how long it has been, what was then, and what changed meanwhile.

Source: docs/context.md §3 (departure and return).
"""

from __future__ import annotations

from rpg.text.messages import catalogue_language, message


def since_last_met(
    language: str, *, turns: int, parted_at: str, note: str = "", came_from: str = ""
) -> tuple[str, ...]:
    """Lines for the sheet of somebody who is back.

    turns: since they left. parted_at, came_from: names of places, "" for unknown; came_from is where they
    were meanwhile, told when it is another place. note: their departure digest.
    """
    language = catalogue_language(language)
    where = parted_at or message(language, "memory.nowhere")
    lines = [message(language, "memory.met_again", turns=turns, place=where)]
    if came_from and came_from != parted_at:
        lines.append(message(language, "memory.meanwhile", place=came_from))
    if note:
        lines.append(message(language, "memory.parted", text=note))
    return tuple(lines)
