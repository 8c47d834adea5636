"""Checks of length: does every scene fit the window of a model?

The shares and reserves are those of docs/context.md §1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from rpg.world.checks.base import Finding, Subject
from rpg.world.checks.forecast import Forecaster
from rpg.world.model import MINUTES_PER_DAY, Character, World
from rpg.world.problem import Value
from rpg.world.sheets import character_sheet, location_sheet

SMALL_WINDOW = 8_192
LARGE_WINDOW = 32_768
SYSTEM_RESERVE = 256
REPLY_RESERVE = 1_024
LONG_LOCATION = 700
LONG_CHARACTER = 900
"""Advice: tokens from which a sheet crowds its scene."""

LONGEST_PRESET = 10_000


@dataclass(frozen=True, slots=True)
class SceneSize:
    """The largest cast a place may have at once.

    tokens: of everything that scene puts into the setting. least: of what is left when lore, the name list and
    whatever else gives way to a scene has done so; with more than that a scene is refused.
    """

    location: str
    cast: tuple[str, ...]
    tokens: int
    least: int


def setting_cap(window: int) -> int:
    """Tokens of setting that a window of that many tokens has room for."""
    available = window - SYSTEM_RESERVE - REPLY_RESERVE - ceil(window * 0.03)
    return max(0, available * 60 // 100)


def scene_sizes(subject: Subject) -> list[SceneSize]:
    """The worst case of every place, largest first: who can be there at one time by home and schedule."""
    sheets = {
        person.id: subject.count(character_sheet(person, subject.world)) for person in subject.characters()
    }
    casts, forecaster = _casts(subject.world, sheets), Forecaster(subject)
    sizes = []
    for place in subject.locations():
        cast = casts.get(place.id, ())
        forecast = forecaster.scene(place, cast)
        sizes.append(SceneSize(place.id, cast, forecast.whole, forecast.least))
    return sorted(sizes, key=lambda size: -size.tokens)


def scene_over_small_window(subject: Subject) -> Iterator[Finding]:
    cap = setting_cap(SMALL_WINDOW)
    large = setting_cap(LARGE_WINDOW)
    yield from (_scene(size, cap) for size in scene_sizes(subject) if cap < size.least <= large)


def scene_over_large_window(subject: Subject) -> Iterator[Finding]:
    cap = setting_cap(LARGE_WINDOW)
    yield from (_scene(size, cap) for size in scene_sizes(subject) if size.least > cap)


def _scene(size: SceneSize, cap: int) -> Finding:
    values: dict[str, Value] = {
        "id": size.location,
        "tokens": size.least,
        "cap": cap,
        "cast": tuple(size.cast) or "-",
    }
    return Finding(("locations", size.location), values)


def long_sheet(subject: Subject) -> Iterator[Finding]:
    for place in subject.locations():
        tokens = subject.count(location_sheet(place, subject.world, exits=()))
        if tokens > LONG_LOCATION:
            yield Finding(
                ("locations", place.id), {"id": place.id, "tokens": tokens, "advice": LONG_LOCATION}
            )
    for person in subject.characters():
        tokens = subject.count(character_sheet(person, subject.world))
        if tokens > LONG_CHARACTER:
            yield Finding(
                ("characters", person.id), {"id": person.id, "tokens": tokens, "advice": LONG_CHARACTER}
            )


def long_preset(subject: Subject) -> Iterator[Finding]:
    for preset in subject.world.presets.values():
        tokens = sum(subject.count(entry.text) for entry in preset.entries)
        if tokens > LONGEST_PRESET:
            yield Finding(("presets", preset.id), {"id": preset.id, "tokens": tokens, "most": LONGEST_PRESET})


def _casts(world: World, sheets: dict[str, int]) -> dict[str, tuple[str, ...]]:
    """For each place, the people of its heaviest moment of the day."""
    visits: dict[str, list[tuple[int, int, str]]] = {}
    for person in world.characters.values():
        for place, start, end in _day(person, world):
            visits.setdefault(place, []).append((start, end, person.id))
    return {place: _heaviest(times, sheets) for place, times in visits.items()}


def _heaviest(times: list[tuple[int, int, str]], sheets: dict[str, int]) -> tuple[str, ...]:
    """The people of the moment at which the sheets of those present are longest, by one sweep over the day."""
    changes = sorted(
        change for start, end, id in times for change in ((start, 1, sheets[id]), (end, 0, -sheets[id]))
    )
    most = total = moment = 0
    for when, _, tokens in changes:
        total += tokens
        if total > most:
            most, moment = total, when
    return tuple(dict.fromkeys(id for start, end, id in times if start <= moment < end))


def _day(person: Character, world: World) -> Iterator[tuple[str, int, int]]:
    """Where someone is through a day, as (place, from, to) in minutes; the first block that holds wins."""
    if not person.schedule or world.clock is None:
        if person.location is not None:
            yield person.location, 0, MINUTES_PER_DAY
        return
    day = [person.location] * MINUTES_PER_DAY
    for block in reversed(person.schedule):
        for start, end in _halves(block.start, block.end):
            day[start:end] = [block.location] * (end - start)
    start = 0
    for minute in range(1, MINUTES_PER_DAY + 1):
        if minute == MINUTES_PER_DAY or day[minute] != day[start]:
            place = day[start]
            if place is not None:
                yield place, start, minute
            start = minute


def _halves(start: int, end: int) -> list[tuple[int, int]]:
    return [(start, end)] if start < end else [(start, MINUTES_PER_DAY), (0, end)]
