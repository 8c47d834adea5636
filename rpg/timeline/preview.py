"""What a change would make true, before it is committed. Source: docs/design.md §5 "On re-fold"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rpg.runtime.state import State
from rpg.timeline.fold import Fold, Folded, fold_node
from rpg.timeline.nodes import Content, NewNode
from rpg.timeline.snapshot import Resolve


def preview(
    fold: Fold, nodes: Sequence[NewNode], content_of: Callable[[str], Content], resolve: Resolve
) -> tuple[Folded, ...]:
    """The state at each node to be added, with what became of its edits.

    nodes: parents first, as in a transaction. content_of: a stored content by its hash.
    """
    made: list[Folded] = []
    for node in nodes:
        content = content_of(node.content) if isinstance(node.content, str) else node.content
        made.append(fold_node(_state_under(fold, made, node.parent), content, resolve))
    return tuple(made)


def _state_under(fold: Fold, made: Sequence[Folded], parent: int | None) -> State:
    if parent is not None and parent < 0:
        return made[-1 - parent].state
    return fold.state_at(parent)
