"""Whether a node stands where its row says, told from the rows of the nodes above it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rpg.store.forms import to_hash
from rpg.timeline.nodes import STORY_KINDS, chain_hash

NODE_ROWS = (
    "SELECT node.id, parent, jump, chain, depth, message, last_child, content.hash, content.kind"
    " FROM node LEFT JOIN content ON content.id = node.content ORDER BY node.id"
)
"""The columns of a `Place`, parents before children."""


@dataclass(frozen=True, slots=True)
class Place:
    """A row of `NODE_ROWS` as it was read; on damage any value may be of any type."""

    id: int
    parent: int | None
    jump: int | None
    chain: Any
    depth: Any
    message: Any
    last_child: int | None
    hash: Any
    kind: Any


def place_problem(place: Place, above: Mapping[int, Place]) -> Literal["parent", "chain", "derived"] | None:
    """What is wrong with `place`; above: the nodes before it."""
    try:
        return _problem(place, above)
    except TypeError:  # a value of another type than was written
        return "derived"


def _problem(place: Place, above: Mapping[int, Place]) -> Literal["parent", "chain", "derived"] | None:
    parent = None if place.parent is None else above.get(place.parent)
    if place.parent is not None and parent is None:
        return "parent"
    if not _chains(place, parent):
        return "chain"
    depth, message = (-1, 0) if parent is None else (parent.depth, parent.message)
    if (place.depth, place.message) != (depth + 1, message + (place.kind in STORY_KINDS)):
        return "derived"
    return None if place.jump == _expected_jump(parent, above) else "derived"


def _chains(place: Place, parent: Place | None) -> bool:
    try:
        above = "" if parent is None else to_hash(parent.chain)
        return chain_hash(above, to_hash(place.hash)) == to_hash(place.chain)
    except (AttributeError, TypeError):
        return False


def _expected_jump(parent: Place | None, above: Mapping[int, Place]) -> int | None:
    """As `rpg.timeline.tree.jump_above`, over what has been read."""
    if parent is None:
        return None
    first = above.get(parent.jump or 0)
    second = None if first is None else above.get(first.jump or 0)
    if first is None or second is None:
        return parent.id
    return second.id if parent.depth - first.depth == first.depth - second.depth else parent.id
