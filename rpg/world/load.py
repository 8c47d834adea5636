"""Loading a world from its files: read, merge, type, resolve references.

Source: docs/world-format.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rpg.text.nearest import nearest
from rpg.world.files import SUFFIX, world_files
from rpg.world.ids import PLAYER
from rpg.world.kinds import Field
from rpg.world.model import World
from rpg.world.problem import Problem, WorldError
from rpg.world.reader import Reader, Reference
from rpg.world.report import Report
from rpg.world.schema import CLOCK, FILE, FORBIDDEN, WORLD
from rpg.world.sources import Source, Sources, parse, read_sources
from rpg.world.values import Wrong

DAWN = 8 * 60
"""Where a clock starts that gives no start: 08:00 of day 1, in minutes."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A world that can be played, and what is doubtful about it (warnings only)."""

    world: World
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a world.

    world: None when it cannot be played. partial: what could be read of it all the same, for further checks;
    None when a file is unreadable, because everything after that would be guesswork.
    """

    world: World | None
    partial: World | None
    problems: tuple[Problem, ...]
    sources: Sources


def load_world(path: Path | str) -> Loaded:
    """The world of a folder or file, for play.

    Raises WorldError with every problem found when it cannot be played.
    """
    reading = read_world(Path(path))
    if reading.world is None:
        raise WorldError(reading.problems)
    return Loaded(reading.world, reading.problems)


def read_world(path: Path, *, strict: bool = False) -> Reading:
    """Reads a world without raising. strict: what play forgives (unknown keys, say) is an error."""
    return _reading(read_sources(world_files(path), str(path)), world_id(path), strict)


def read_text_world(
    text: str, *, id: str = "world", file: str = "world.toml", strict: bool = False
) -> Reading:
    """Reads a world that is one text. file: the name under which places in it are told."""
    sources = Sources()
    parsed = parse(text, file)
    if isinstance(parsed, Source):
        sources.merge(parsed)
    else:
        sources.problems.append(parsed)
        sources.unread = True
    return _reading(sources, id, strict)


def world_id(path: Path) -> str:
    """The id of a world at `path`: the name of its folder or file, without suffix."""
    name = os.path.basename(os.path.abspath(path))
    return name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else name or "world"


def _reading(sources: Sources, id: str, strict: bool) -> Reading:
    if sources.unread:
        return Reading(None, None, tuple(sources.problems), sources)
    report = Report(sources, strict=strict)
    partial = _world(sources.values, id, Reader(report))
    fatal = report.fatal or any(problem.severity == "error" for problem in sources.problems)
    return Reading(None if fatal else partial, partial, (*sources.problems, *report.problems()), sources)


def _world(raw: Mapping[str, Any], id: str, reader: Reader) -> World:
    _top_level(raw, reader.report)
    parts = {
        one.key: _part(one, raw[one.key], reader)
        for one in FILE.fields
        if one.key in raw and one.key != "world"
    }
    parts = {key: value for key, value in parts.items() if value is not None}
    head = _head(raw, reader)
    first = next(iter(parts.get("locations", ())), "")
    _resolve(raw, reader)
    return World(**{"id": id, "name": id, "start": first, **parts, **head})


def _head(raw: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    try:
        return reader.values(WORLD, raw.get("world", {}), ("world",))
    except Wrong:
        return {}


def _part(one: Field, raw: Any, reader: Reader) -> Any:
    """The value of a top-level table; None when it is wrong as a whole."""
    try:
        if one.key == "clock":
            return reader.record(CLOCK, raw, (one.key,), start=DAWN)
        return reader.value(one.kind, raw, (one.key,))
    except Wrong:
        return None


def _top_level(raw: Mapping[str, Any], report: Report) -> None:
    """Notes unknown and forbidden tables, and a world without any location."""
    meant = set()
    for key in raw:
        if key in FORBIDDEN:
            report.add("forbidden_table", (key,), fix="forbidden_table_fix", key=key)
        elif key not in FILE.keys:
            near = nearest(key, FILE.keys)
            meant.add(near)
            stands_for_locations = near == "locations" and "locations" not in raw
            report.add(
                "unknown_table",
                (key,),
                forgiven=not stands_for_locations,
                fix="unknown_table_fix",
                among=FILE.keys,
                meant=key,
                key=key,
                words=tuple(FILE.keys),
            )
    if raw.get("locations", {}) == {} and "locations" not in meant:
        report.add("no_location", ("locations",), fix="no_location_fix")


def _resolve(raw: Mapping[str, Any], reader: Reader) -> None:
    """Notes every reference that names nothing of the world. A thing that is there but wrong counts as there."""
    known = {
        "location": _ids(raw.get("locations")),
        "character": _ids(raw.get("characters")),
        "player": {PLAYER: PLAYER},
        "beat": _ids(raw.get("beats")),
    }
    for reference in reader.references:
        if not any(reference.id in known[kind] for kind in reference.refers.to):
            _dangling(reference, known, reader.report)


def _ids(raw: Any) -> Mapping[str, Any]:
    return raw if isinstance(raw, dict) else {}


def _dangling(reference: Reference, known: Mapping[str, Mapping[str, Any]], report: Report) -> None:
    report.add(
        reference.refers.code,
        reference.path,
        forgiven=not reference.refers.fatal,
        fix=f"{reference.refers.code}_fix",
        among=[id for kind in sorted(reference.refers.to) for id in known[kind]],
        meant=reference.id,
        id=reference.id,
    )
