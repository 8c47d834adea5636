"""How long, and until when: "an hour", "until evening", 半个小时, 等到天黑."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rpg.text.folding import fold

_MORNING, _NOON, _AFTERNOON, _DUSK, _EVENING, _NIGHT, _MIDNIGHT, _DAWN = 8, 12, 15, 18, 19, 22, 0, 6

_HOURS: tuple[tuple[str, int], ...] = (
    ("midnight|午夜|(?<!后)半夜", _MIDNIGHT),
    ("dawn|sunrise|daybreak|first light|天亮|天明|日出|拂晓|凌晨|清晨", _DAWN),
    ("morning|早上|早晨|上午", _MORNING),
    (r"\bnoon|midday|lunch|正午|中午", _NOON),
    ("afternoon|下午", _AFTERNOON),
    ("dusk|sunset|傍晚|黄昏|日落", _DUSK),
    ("evening|nightfall|dark|晚上|天黑|入夜", _EVENING),
    ("night|夜里|深夜|夜晚|后半夜", _NIGHT),
)
_DAYS: tuple[tuple[str, int], ...] = (
    ("大后[天日]", 3),
    ("(?:the )?day after tomorrow|后[天日]", 2),
    ("tomorrow|the next day|the following day|明[天日早晚]|第二[天日]|次日", 1),
    (r"today|this(?= (?:morning|afternoon|evening))|tonight|今[天日早晚]", 0),
)
_DAY = re.compile(
    "|".join(f"(?:{names})" for names, _ in _DAYS)
    + r"|(?:the )?(?:day (?P<number>\d{1,3})|第(?P<date>\d{1,3}|[三四五六七八九十]{1,3})[天日])"
)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:星期|礼拜|周)[一二三四五六日天末]|week-?end"
)
_PART_OF_DAY = (("tonight", "evening"), ("早", "早上"), ("晚", "晚上"))
_UNTIL = re.compile(r"\b(?:until|till|til|to)\b|到|直到")
_AT = re.compile(
    r"(?P<hour>\d{1,2})(?:[:：](?P<minute>\d{2}))?\s*(?:o'?clock)?\s*(?P<half>am|pm|a\.m\.|p\.m\.)?$"
)
_HALVES = re.compile(
    r"(?P<at>.+?)(?: (?:in|at) (?:the )?| on the next | the next | )?(?P<half>morning|afternoon|evening|night)$"
)
_CLOCK = re.compile(r"\d{1,2}[:：]\d{2}$")
_SPOKEN = re.compile(
    r"\b(?:(?P<part>half|(?:a )?quarter|five|ten|twenty(?:[- ]five)?) (?P<side>past|to) )?"
    r"(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?: o'?clock)?$"
)
_PARTS = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_ZH_AT = re.compile(
    r"(?P<hour>\d{1,2}|[一二两三四五六七八九十]{1,3})点钟?(?:(?P<half>半)|零?(?P<minute>\d{1,2}|[一二三四五六七八九十]{1,3})(?P<unit>[分刻])?)?"
)
_AMOUNT = re.compile(
    r"(?<!第)(?P<number>\d{1,4}|an?|one|two|three|four|five|six|eight|ten|twelve|fifteen|twenty|thirty|half an?|(?:a )?couple of|another|a few"
    r"|some|[半一二两三四五六七八九十]{1,3})\s*(?:个|of an)?(?P<and>半)?\s*"
    r"(?P<unit>minutes?|mins?|hours?|h|days?|moments?|bit|while|分钟|分|小时|钟头|刻钟|时辰|天)(?P<more>半)?"
)
_NUMBERS = {
    word: value
    for value, row in {
        1: "a an one another 一",
        2: "two 二 两",
        3: "three 三",
        4: "four 四",
        5: "five 五",
        6: "six 六",
        7: "seven 七",
        8: "eight 八",
        9: "nine 九",
        10: "ten 十",
        11: "eleven",
        12: "twelve",
        15: "fifteen",
        20: "twenty",
        30: "thirty",
    }.items()
    for word in row.split()
}
_UNITS: tuple[tuple[str, int], ...] = (
    ("min|分", 1),
    ("刻", 15),
    ("hour|^h$|小时|钟头", 60),
    ("时辰", 120),
    ("day|天", 24 * 60),
)
MORNING = _MORNING * 60
"""Minutes since midnight when whoever sleeps a night gets up."""

LONGEST = 7 * 24 * 60
"""Minutes the storyteller lets pass at most in one go."""


@dataclass(frozen=True, slots=True)
class Span:
    """minutes: how long. until: minutes since midnight. Both None: a while.

    either: `until` stands for that hour of either half of the day, as "seven" does. ahead: the day of `until`, in
    days from today. date: its number in the story. weekday: a day of the week is named, which no clock of a
    story knows. part: `until` stands for a part of the day, such as the evening.
    """

    minutes: int | None = None
    until: int | None = None
    either: bool = False
    ahead: int | None = None
    date: int | None = None
    weekday: bool = False
    part: bool = field(default=False, compare=False)


def read_span(text: str) -> Span:
    """What a phrase says about how long; an empty or unclear one means a while."""
    folded = fold(text).strip(" .!。！")
    if _WEEKDAY.search(folded):
        return Span(weekday=True)
    ahead, date = _day(folded)
    if ahead is None and date is None:
        return _read(folded)
    span = _read(" ".join(_DAY.sub(_hour_of_day, folded).split()))
    hour = _MORNING * 60 if span.until is None else span.until
    return Span(until=hour, either=span.either, ahead=ahead, date=date, part=span.part)


def _day(folded: str) -> tuple[int | None, int | None]:
    """The day that a phrase names: in days from today, or by its number in the story."""
    match = _DAY.search(folded)
    if match is None:
        return None, None
    number = match["number"] or match["date"]
    if number:
        return None, int(number) if number.isdecimal() else _number(number)
    return next(days for names, days in _DAYS if re.fullmatch(names, match[0])), None


def _hour_of_day(day: re.Match[str]) -> str:
    """What a word for a day says about the hour: "tonight", 明早."""
    return next((hour for end, hour in _PART_OF_DAY if day[0].endswith(end)), " ")


def _read(folded: str) -> Span:
    halved = _halved(folded)
    if halved is not None:
        return Span(until=halved)
    named = next((hour for names, hour in _HOURS if re.search(names, folded)), None)
    amount = None if _ZH_AT.search(folded) else _AMOUNT.search(folded)
    if named is not None and amount is None:
        until = _clock(folded, named)
        return Span(until=until, part=until == named * 60)
    if amount is not None and not _UNTIL.search(folded):
        return Span(minutes=_minutes(amount))
    tells_hour = (
        _UNTIL.search(folded) or _ZH_AT.search(folded) or _CLOCK.search(folded) or "o'clock" in folded
    )
    until = (_spoken(folded) or _hour(folded)) if tells_hour else None
    return Span(until=until, either=until is not None and _is_spoken(folded, until))


def _halved(folded: str) -> int | None:
    """Minutes since midnight of "7 in the morning", "half past five in the afternoon", "ten at night"."""
    match = _HALVES.match(folded)
    if match is None:
        return None
    at = _spoken(match["at"])
    if at is None:
        return None
    late = match["half"] in ("afternoon", "evening") or (match["half"] == "night" and 360 <= at < 720)
    return (at % (12 * 60) + 12 * 60 * late) % (24 * 60)


def _is_spoken(folded: str, until: int) -> bool:
    """Whether an hour is told as people say it: "seven" and 七点 may be in the morning or in the evening."""
    return (
        60 <= until < 13 * 60
        and bool(_ZH_AT.search(folded) or _SPOKEN.search(folded))
        and not _CLOCK.search(folded)
    )


def _spoken(folded: str) -> int | None:
    """Minutes since midnight of "seven", "half past seven", "quarter to eight"."""
    at = _SPOKEN.search(folded)
    if at is None or _CLOCK.search(folded) or _number(at["hour"]) > 12:
        return None
    part = sum(_PARTS[word] for word in re.findall("half|quarter|five|ten|twenty", at["part"] or ""))
    return (_number(at["hour"]) * 60 + (-part if at["side"] == "to" else part)) % (24 * 60)


def _clock(folded: str, named: int) -> int | None:
    """ "下午三点" is three in the afternoon; "until evening" the hour that evening stands for."""
    at = _ZH_AT.search(folded)
    if at is None:
        return _spoken(folded) or (_hour(folded) if _CLOCK.search(folded) else named * 60)
    hour = _number(at["hour"])
    after_noon = named >= _NOON and hour < 12 and not (named == _NIGHT and hour < _DAWN)
    return ((hour + 12 * after_noon) % 24) * 60 + _past(at)


def _past(at: re.Match[str]) -> int:
    """Minutes past the hour in "八点半", "八点四十", "八点一刻"."""
    if at["half"]:
        return 30
    return _number(at["minute"] or "0") * (15 if at["unit"] == "刻" else 1) % 60


def _hour(folded: str) -> int | None:
    at = _ZH_AT.search(folded)
    if at is not None:
        return (_number(at["hour"]) % 24) * 60 + _past(at)
    at = _AT.search(folded)
    if at is None:
        return None
    hour = int(at["hour"]) % 24
    if at["half"]:
        hour = hour % 12 + (12 if at["half"].startswith("p") else 0)
    return hour * 60 + int(at["minute"] or 0) % 60


def _minutes(amount: re.Match[str]) -> int | None:
    unit = next((size for names, size in _UNITS if re.search(names, amount["unit"])), None)
    if unit is None:
        return None
    number = amount["number"]
    if number == "半" or number.startswith("half"):
        return unit // 2
    if number in ("some", "a few"):
        return 3 * unit
    if number.endswith("couple of"):
        return 2 * unit
    count = int(number) if number.isdecimal() else _number(number)
    return min(count * unit + (unit // 2 if amount["more"] or amount["and"] else 0), LONGEST)


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text in _NUMBERS:
        return _NUMBERS[text]
    if len(text) > 1 and "十" not in text:
        return _number(text[-1])
    tens, _, ones = text.partition("十")
    return (_NUMBERS.get(tens, 0) if tens else 1) * 10 + _NUMBERS.get(ones, 0)
