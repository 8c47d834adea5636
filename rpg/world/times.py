"""Clock times as authors write them and as players read them.

A moment is minutes since the start of day 1, a time of day minutes since midnight.
"""

from __future__ import annotations

import re

from rpg.text.folding import fold
from rpg.text.messages import catalogue_language, message
from rpg.world.model import MINUTES_PER_DAY

LAST_DAY = 100_000

_MOMENT = re.compile(
    r"(?:day ?(?P<en>\d{1,6})|第 ?(?P<zh>\d{1,6}|[一二三四五六七八九十]{1,3}) ?[天日])?[ ,，]{0,3}(?P<time>\d{1,2}:\d{2})?"
)
_DAYTIME = re.compile(r"(\d{1,2}):(\d{2})")
_NUMERALS = {numeral: value for value, numeral in enumerate("一二三四五六七八九", start=1)}


def parse_moment(text: str) -> int | None:
    """Minutes of "Day 1 08:00", "第1天 08:00", "Day 2" (its midnight) or "08:00" (of day 1); None when it is none."""
    match = _MOMENT.fullmatch(fold(text).strip())
    if match is None or not match[0]:
        return None
    day = int(match["en"]) if match["en"] else _number(match["zh"]) if match["zh"] else 1
    minutes = parse_daytime(match["time"]) if match["time"] else 0
    if minutes is None or not 1 <= day <= LAST_DAY:
        return None
    return (day - 1) * MINUTES_PER_DAY + minutes


def parse_daytime(text: str, *, midnight_ends: bool = False) -> int | None:
    """Minutes of "08:00"; None when it is no time of day.

    midnight_ends: whether "24:00" is allowed, as the end of a day.
    """
    match = _DAYTIME.fullmatch(fold(text).strip())
    if match is None:
        return None
    hours, minutes = int(match[1]), int(match[2])
    if midnight_ends and (hours, minutes) == (24, 0):
        return MINUTES_PER_DAY
    return hours * 60 + minutes if hours < 24 and minutes < 60 else None


def moment_text(minutes: int, language: str) -> str:
    """The moment as "Day 1 08:00" or "第1天 08:00". language: of the prose or of the player."""
    day, rest = divmod(minutes, MINUTES_PER_DAY)
    return message(catalogue_language(language), "world.moment", day=day + 1, time=daytime_text(rest))


def daytime_text(minutes: int) -> str:
    """The time of day as "08:00"; the end of a day as "24:00"."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _number(numeral: str) -> int:
    """The value of a Chinese numeral up to 99, or of plain digits; 0 when it is neither."""
    if numeral.isdecimal():
        return int(numeral)
    tens, ten, ones = numeral.partition("十")
    if not ten:
        return _NUMERALS.get(numeral, 0)
    if any(one and one not in _NUMERALS for one in (tens, ones)):
        return 0
    return (_NUMERALS.get(tens, 0) if tens else 1) * 10 + (_NUMERALS.get(ones, 0) if ones else 0)
