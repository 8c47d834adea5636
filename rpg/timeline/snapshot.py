"""Stored states: a cache by which a long story is folded from near its end. Source: docs/design.md §8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rpg.runtime.facts import Facts
from rpg.runtime.index import WorldIndex
from rpg.runtime.state import State

SNAPSHOT_EVERY = 64
"""Nodes between two stored states of a line."""

Resolve = Callable[[str], WorldIndex]
"""The index of a world version. Raises KeyError for an unknown one."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stored state: its hash and its facts as `Facts.document()`."""

    node: int
    hash: str
    facts: Sequence[Any]


def snapshot_due(before: int, after: int) -> bool:
    """Whether a line that grew from depth `before` to `after` (before: -1 from nothing) gets a stored state."""
    return after // SNAPSHOT_EVERY > max(before, 0) // SNAPSHOT_EVERY


def snapshot_of(node: int, state: State) -> Snapshot:
    return Snapshot(node, state.hash, state.facts.document())


def state_from_snapshot(snapshot: Snapshot, resolve: Resolve) -> State | None:
    """The stored state; None when it is not what its hash says or its world version is unknown."""
    try:
        facts = Facts.from_document(snapshot.facts)
        index = resolve(facts.get(("world",)))
    except (KeyError, TypeError, ValueError):
        return None
    return State.from_facts(index, facts) if facts.hash == snapshot.hash else None
