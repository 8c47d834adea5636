"""Which derived things hold at a head: those whose node is on its path. Source: docs/design.md §2 "Note"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from rpg.timeline.tree import Links, at_depth


class Attached(Protocol):
    """Anything that stands on a node."""

    @property
    def node(self) -> int: ...


T = TypeVar("T", bound=Attached)


def valid_at(source: Links, attached: Iterable[T], head: int | None) -> Iterator[T]:
    """Those of `attached` that hold at `head`, in their order, as they are asked for.

    Each is looked for from where the path was reached last, so that a row from the deepest upwards takes short steps.
    """
    if head is None:
        return
    deepest = here = source.link(head)
    for one in attached:
        depth = source.link(one.node).depth
        if depth > deepest.depth:
            continue
        here = at_depth(source, (here if depth <= here.depth else deepest).id, depth)
        if here.id == one.node:
            yield one
