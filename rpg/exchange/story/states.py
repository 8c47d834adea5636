"""The states of a story that is being built: folded from the root, each state dropped when it has served."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rpg.exchange.story.saveshape import SaveDocument
from rpg.runtime.index import WorldIndex, index_world
from rpg.runtime.state import State, initial_state
from rpg.timeline.fold import fold_node
from rpg.timeline.snapshot import SNAPSHOT_EVERY, Snapshot, snapshot_of


def folded(document: SaveDocument) -> Iterator[tuple[int, Snapshot | None]]:
    """For each node how many are done and, now and then along a line, its state to be stored.

    Raises KeyError for a world version or a content that is not there.
    """
    indexes = {version: index_world(world) for version, world in document.worlds.items()}
    waiting = Counter(node.parent for node in document.nodes)
    states: dict[int | None, tuple[int, State]] = {None: (-1, initial_state(indexes[document.base]))}
    for done, node in enumerate(document.nodes):
        depth, state = states[node.parent]
        state = fold_node(state, document.contents[node.content], indexes.__getitem__).state
        waiting[node.parent] -= 1
        if not waiting[node.parent] and node.parent is not None:
            del states[node.parent]
        if waiting[node.id]:
            states[node.id] = (depth + 1, state)
        due = (depth + 1) % SNAPSHOT_EVERY == 0 and depth >= 0
        yield done, snapshot_of(node.id, state) if due else None


def last_state(document: SaveDocument) -> State:
    """The state at the head of the document."""
    parents = {node.id: node for node in document.nodes}
    line, at = [], document.head
    while at is not None:
        line.append(parents[at])
        at = parents[at].parent
    indexes: dict[str, WorldIndex] = {v: index_world(world) for v, world in document.worlds.items()}
    state = initial_state(indexes[document.base])
    for node in reversed(line):
        state = fold_node(state, document.contents[node.content], indexes.__getitem__).state
    return state
