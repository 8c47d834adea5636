"""A condition in words, in the world's language: for sheets, where the narrator reads it."""

from __future__ import annotations

from collections.abc import Iterator

from rpg.text.messages import catalogue_language, message
from rpg.world.beats import Condition
from rpg.world.model import World
from rpg.world.times import daytime_text, moment_text

_NAMED = ("location", "present", "absent", "company", "visited", "not_visited")
_AS_WRITTEN = ("tag", "flag", "not_flag", "told", "not_told", "asked", "beat", "not_beat", "said")


def condition_text(condition: Condition, world: World) -> str:
    """What must hold, as "while Mira is here; flag lamp_lit"; "" for a condition that asks nothing."""
    language = catalogue_language(world.language)
    gap = message(language, "world.sheet_semicolon")
    return gap.join(
        message(language, f"world.when_{key}", what=what) for key, what in _parts(condition, world)
    )


def _parts(condition: Condition, world: World) -> Iterator[tuple[str, str]]:
    comma = message(catalogue_language(world.language), "world.sheet_comma")
    for key in _NAMED:
        if ids := getattr(condition, key):
            yield key, comma.join(_name(world, id) for id in ids)
    for key in ("after", "before"):
        if (moment := getattr(condition, key)) is not None:
            yield key, moment_text(moment, world.language)
    if condition.starts is not None or condition.ends is not None:
        start, end = daytime_text(condition.starts or 0), daytime_text(condition.ends or 0)
        yield "hours", f"{start}-{end}"
    for key in _AS_WRITTEN:
        if words := getattr(condition, key):
            yield key, comma.join(words)
    for key in ("wait", "turn"):
        if count := getattr(condition, key):
            yield key, str(count)


def _name(world: World, id: str) -> str:
    thing = world.locations.get(id) or world.characters.get(id)
    return thing.name if thing is not None else id
