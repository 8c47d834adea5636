"""How long ago something was, in words."""

from __future__ import annotations

from rpg.text.messages import message

_UNITS = (("days", 86_400), ("hours", 3_600), ("ago_minutes", 60))
MONTH_DAYS = 60
"""Days after which the date says more than a count of days."""


def when(moment: float, now: float, language: str) -> str:
    """A moment as the player thinks of it: "just now", "3 hours ago", "2026-01-31". Both are seconds since 1970."""
    seconds = max(0.0, now - moment)
    if seconds > MONTH_DAYS * 86_400:
        from datetime import UTC, datetime

        return datetime.fromtimestamp(moment, UTC).date().isoformat()
    for name, size in _UNITS:
        if seconds >= size:
            count = int(seconds // size)
            return message(language, f"tui.{name}_one" if count == 1 else f"tui.{name}", count=count)
    return message(language, "tui.just_now")
