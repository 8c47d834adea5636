"""Which derived things hold at a head: those whose node is on its path. Source: docs/design.md §2 "Note"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from rpg.timeline.tree import Links, is_on_path


class Attached(Protocol):
    """Anything that stands on a node."""

    @property
    def node(self) -> int: ...


T = TypeVar("T", bound=Attached)


def valid_at(source: Links, attached: Iterable[T], head: int | None) -> Iterator[T]:
    """Those of `attached` that hold at `head`, in their order, as they are asked for."""
    return (one for one in attached if is_on_path(source, one.node, head))
