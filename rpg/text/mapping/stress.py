"""Positions in the plane whose distances are near the number of steps between places."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Neighbours = Mapping[str, Sequence[str]]

ROUNDS = 40
"""Passes of stress majorization; positions hardly move after that."""


def steps_from(start: str, neighbours: Neighbours) -> dict[str, int]:
    """Steps from a place to every place that can be reached from it."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        for other in neighbours[place]:
            if other not in steps:
                steps[other] = steps[place] + 1
                queue.append(other)
    return steps


def stress_layout(ids: Sequence[str], neighbours: Neighbours) -> dict[str, Point]:
    """A point for each place, one unit a step; the same for the same order of `ids`."""
    far = max(2, round(len(ids) ** 0.5) + 1)  # steps assumed between places without a way
    steps = {place: steps_from(place, neighbours) for place in ids}
    points = _start(ids, steps[ids[0]], far)
    for _ in range(ROUNDS if len(ids) > 1 else 0):
        points = {place: _pulled(place, points, steps[place], far) for place in ids}
    return points


def _start(ids: Sequence[str], steps: Mapping[str, int], far: int) -> dict[str, Point]:
    """Rings around the first place."""
    points: dict[str, Point] = {}
    for index, place in enumerate(ids):
        angle = 2 * pi * index * 0.381966  # the golden angle keeps neighbours in the list apart
        radius = steps.get(place, far)
        points[place] = (radius * cos(angle), radius * sin(angle))
    return points


def _pulled(place: str, points: Mapping[str, Point], steps: Mapping[str, int], far: int) -> Point:
    """Where the other places, each at its wanted distance, would have this one."""
    x, y = points[place]
    sum_x = sum_y = weights = 0.0
    for other, (ox, oy) in points.items():
        if other == place:
            continue
        wanted = steps.get(other, far)
        weight = 1.0 / (wanted * wanted)
        distance = hypot(x - ox, y - oy) or 1e-6
        sum_x += weight * (ox + wanted * (x - ox) / distance)
        sum_y += weight * (oy + wanted * (y - oy) / distance)
        weights += weight
    return (sum_x / weights, sum_y / weights)
