"""Departure digests of a transaction: of everyone who left the scene between two states."""

from __future__ import annotations

from collections.abc import Callable

from rpg.context.values import Note
from rpg.runtime.state import State
from rpg.session.story import Story

MESSAGES_READ = 24
"""Messages before the departure that a digest is made from."""


def leavers(before: State, after: State) -> tuple[str, ...]:
    """Who left the scene between two states of a line, in the order they left."""
    seen = int(before.get(("departures",), 0))
    departures = [
        (left[1], person)
        for person in after.recent
        if (left := after.get(("left", person))) is not None and left[1] > seen
    ]
    return tuple(person for _, person in sorted(departures))


def departure_notes(
    story: Story, head: int | None, before: State, after: State, count: Callable[[str], int]
) -> tuple[Note, ...]:
    """The digests to keep with the node that brings `after` about; head: the node it stands on."""
    return ()
