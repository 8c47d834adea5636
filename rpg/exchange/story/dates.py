"""Times as chats of the tavern program write them, in seconds since 1970. Times without a zone count as UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

_MILLISECONDS = 100_000_000_000
"""Numbers from here on count milliseconds."""

_LATEST = 253_402_300_799
"""The last second of the year 9999."""

_STAMP = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2}) {0,2}@ ?(\d{1,2})h ?(\d{1,2})m ?(?:(\d{1,2})s)?(?: ?\d{1,3}ms)?"
)
_SPOKEN = re.compile(r"([A-Za-z]{3,9}) (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2}) ?([AaPp])[Mm]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONGEST = 64


def parse_date(value: Any) -> int | None:
    """The time of a `send_date` in any of its forms; None when it is none."""
    try:
        return _parsed(value)
    except (ValueError, OverflowError, OSError):
        return None


def _parsed(value: Any) -> int | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(float(value))
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST:
        return None
    text = value.strip()
    if re.fullmatch(r"\d{9,16}", text):
        return _number(float(text))
    if stamp := _STAMP.fullmatch(text):
        year, month, day, hour, minute, second = (int(part or 0) for part in stamp.groups())
        return _seconds(datetime(year, month, day, hour, minute, second, tzinfo=UTC))
    if spoken := _SPOKEN.fullmatch(text):
        return _seconds(_spoken(*spoken.groups()))
    found = datetime.fromisoformat(text)
    return _seconds(found if found.tzinfo else found.replace(tzinfo=UTC))


def _spoken(month: str, day: str, year: str, hour: str, minute: str, half: str) -> datetime:
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    number = _MONTHS.index(month[:3].lower()) + 1
    return datetime(int(year), number, int(day), hours, int(minute), tzinfo=UTC)


def _number(value: float) -> int | None:
    seconds = value / 1000 if value >= _MILLISECONDS else value
    return int(seconds) if 0 <= seconds <= _LATEST else None


def _seconds(moment: datetime) -> int | None:
    seconds = int(moment.timestamp())
    return seconds if 0 <= seconds <= _LATEST else None


def date_text(made: int) -> str:
    """The time as the tavern program writes it today; "" for one beyond the year 9999."""
    if made > _LATEST:
        return ""
    return datetime.fromtimestamp(made, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
