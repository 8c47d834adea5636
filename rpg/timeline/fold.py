"""The fold: what is true at a node, from what happened on its path. Source: docs/design.md §3, §5, §7.

`fold_node` is the rule for one node. `Fold` remembers states it has been asked for, so that the work of
`state_at` follows the distance to the nearest remembered or stored state and not the length of the story.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rpg.runtime.apply import begin_turn
from rpg.runtime.carry import Outcome, carry
from rpg.runtime.state import State
from rpg.timeline.adopt import adopt
from rpg.timeline.bounded import Bounded
from rpg.timeline.nodes import TURN_KINDS, Content
from rpg.timeline.snapshot import Resolve, Snapshot, state_from_snapshot
from rpg.timeline.tree import CHUNK, NodeSource

STATES_KEPT = 256
"""States a `Fold` remembers. They share what they have in common."""


class FoldSource(NodeSource, Protocol):
    def snapshot(self, node: int) -> Snapshot | None:
        """The state stored for `node`, if there is one."""
        ...


@dataclass(frozen=True, slots=True)
class Folded:
    """A state with what became of each edit of the node. lost: ids without footing in an adopted world."""

    state: State
    outcomes: tuple[Outcome, ...] = ()
    lost: tuple[str, ...] = ()


def fold_node(state: State, content: Content, resolve: Resolve) -> Folded:
    """The state after a node: total, whatever the edits meet."""
    if content.kind == "adopt":
        adopted = adopt(state, resolve(content.detail["world"]))
        return Folded(adopted.state, (), adopted.lost)
    if content.kind in TURN_KINDS:
        state = begin_turn(state)
    outcomes: list[Outcome] = []
    for edit in content.edits:
        state, outcome = carry(state, edit)
        outcomes.append(outcome)
    return Folded(state, tuple(outcomes))


class Fold:
    """States by node, folded over `initial` and remembered.

    initial: the state before all nodes. kept: how many states are remembered.
    """

    def __init__(self, source: FoldSource, initial: State, resolve: Resolve, kept: int = STATES_KEPT) -> None:
        self._source = source
        self._initial = initial
        self._resolve = resolve
        self._known: Bounded[int, State] = Bounded(kept)

    def state_at(self, node: int | None) -> State:
        """The state at `node`; None: before all nodes. Raises KeyError for an unknown node."""
        state, todo = self._nearest(node)
        for id in reversed(todo):
            state = fold_node(state, self._source.node(id).content, self._resolve).state
            self.remember(id, state)
        return state

    def folded(self, node: int) -> Folded:
        """The state at `node` with what became of its edits."""
        content = self._source.node(node).content
        folded = fold_node(self.state_at(self._source.link(node).parent), content, self._resolve)
        self.remember(node, folded.state)
        return folded

    def remember(self, node: int, state: State) -> None:
        """Takes a state that is known already, such as the one a turn has just committed."""
        self._known.put(node, state)

    def _nearest(self, node: int | None) -> tuple[State, list[int]]:
        """The nearest known state at or above `node`, and the nodes under it, lowest first."""
        todo: list[int] = []
        while node is not None:
            for link in self._source.lineage(node, CHUNK if todo else 4):
                state = self._at_hand(link.id)
                if state is not None:
                    return state, todo
                todo.append(link.id)
                node = link.parent
        return self._initial, todo

    def _at_hand(self, node: int) -> State | None:
        known = self._known.get(node)
        if known is not None:
            return known
        snapshot = self._source.snapshot(node)
        state = None if snapshot is None else state_from_snapshot(snapshot, self._resolve)
        if state is not None:
            self.remember(node, state)
        return state
