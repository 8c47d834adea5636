"""The tree of nodes as rows: the line that is played goes straight down, side branches stand beside it."""

from __future__ import annotations

from dataclasses import dataclass

from rpg.store.save import Save
from rpg.timeline.tree import path

DEEPEST = 8
"""Branches of branches that are set in; deeper ones stand below each other."""


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A node. column: how many side branches deep. begins: whether a side branch begins here. on_path: whether
    the head stands on it or below it."""

    node: int
    column: int
    begins: bool
    on_path: bool

    @property
    def rails(self) -> str:
        """The lines of the branches beside the row."""
        column = min(self.column, DEEPEST)
        return "│ " * (column - 1) + ("├─" if self.begins else "│ ") if column else ""


def tree_rows(save: Save) -> tuple[TreeRow, ...]:
    """Every node, parents first, side branches before the line goes on. Reads no node's content."""
    played = frozenset(path(save, save.head))
    waiting = _branching(save, None, 0, played)
    rows: list[TreeRow] = []
    while waiting:
        row = waiting.pop()
        rows.append(row)
        waiting.extend(_branching(save, row.node, row.column, played))
    return tuple(rows)


def _branching(save: Save, node: int | None, column: int, played: frozenset[int]) -> list[TreeRow]:
    """What follows a node, in the order in which a stack gives it back."""
    children = save.children(node)
    if not children:
        return []
    straight = _straight(save, node, children, played)
    beside = [child for child in children if child != straight]
    rows = [TreeRow(straight, column, False, straight in played)]
    return rows + [TreeRow(child, column + 1, True, child in played) for child in reversed(beside)]


def _straight(save: Save, node: int | None, children: tuple[int, ...], played: frozenset[int]) -> int:
    """The child that goes on in the same column: the played one, else the one last used, else the newest."""
    on_path = next((child for child in children if child in played), None)
    last = save.last_child(node) if node is not None else None
    return next(child for child in (on_path, last, children[-1]) if child is not None)
