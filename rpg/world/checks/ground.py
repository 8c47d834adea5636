"""Checks of the ground: can every place be reached, and left again?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rpg.world.checks.base import Finding, Subject
from rpg.world.model import Exit

Graph = Mapping[str, Iterable[str]]


def unreachable(subject: Subject) -> Iterator[Finding]:
    """Places to which no chain of ways leads from the start, hidden and locked ones included."""
    near = _reached(_forward(subject), subject.world.start)
    for place in subject.locations():
        if place.id not in near:
            yield Finding(("locations", place.id), {"id": place.id, "start": subject.world.start})


def no_way_out(subject: Subject) -> Iterator[Finding]:
    """Places that can be entered and have no way out at all."""
    near = _reached(_forward(subject), subject.world.start)
    for place in subject.locations():
        if place.id in near and not _ends(subject, place.id) and len(subject.world.locations) > 1:
            yield Finding(("locations", place.id), {"id": place.id})


def one_way_trap(subject: Subject) -> Iterator[Finding]:
    """One-way exits into a part of the map from which the start cannot be reached any more."""
    forward = _forward(subject)
    near = _reached(forward, subject.world.start)
    home = _reached(_backward(forward), subject.world.start)
    for place in subject.locations():
        if place.id not in home or place.id not in near:
            continue
        for index, exit in enumerate(place.exits):
            if exit.to in subject.world.locations and exit.to not in home and _ends(subject, exit.to):
                path = ("locations", place.id, "exits", index)
                yield Finding(path, {"id": place.id, "to": exit.to})


def exit_to_itself(subject: Subject) -> Iterator[Finding]:
    for place in subject.locations():
        for index, exit in enumerate(place.exits):
            if exit.to == place.id:
                yield Finding(("locations", place.id, "exits", index, "to"), {"id": place.id})


def exit_twice(subject: Subject) -> Iterator[Finding]:
    """Two exits of one place to the same end: only the last of them counts."""
    for place in subject.locations():
        seen: set[str] = set()
        for index, exit in enumerate(place.exits):
            if exit.to in seen:
                yield Finding(("locations", place.id, "exits", index, "to"), {"id": place.id, "to": exit.to})
            seen.add(exit.to)


def _ends(subject: Subject, place: str) -> list[Exit]:
    return [
        exit
        for exit in subject.exits.get(place, {}).values()
        if exit.to != place and exit.to in subject.world.locations
    ]


def _forward(subject: Subject) -> Graph:
    return {place.id: [exit.to for exit in _ends(subject, place.id)] for place in subject.locations()}


def _backward(graph: Graph) -> Graph:
    turned: dict[str, list[str]] = {}
    for place, ends in graph.items():
        for end in ends:
            turned.setdefault(end, []).append(place)
    return turned


def _reached(graph: Graph, start: str) -> set[str]:
    seen = {start}
    waiting = [start]
    while waiting:
        for end in graph.get(waiting.pop(), ()):
            if end not in seen:
                seen.add(end)
                waiting.append(end)
    return seen
