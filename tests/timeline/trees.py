"""A tree in memory that counts what is read of it, random trees, and a small world to fold over."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from rpg.timeline.nodes import (
    Content,
    Link,
    NewNode,
    Node,
    NodeKind,
    content_hash,
    resolve_ref,
    text_content,
)
from rpg.timeline.snapshot import Snapshot
from rpg.timeline.tree import grown
from rpg.world.model import Character, Clock, Exit, Location, World

KINDS: tuple[NodeKind, ...] = ("player", "narration", "travel", "edit", "narration", "player")


class MemoryTree:
    """A `FoldSource` over lists. reads: how many links and nodes were asked for."""

    def __init__(self) -> None:
        self.links: dict[int, Link] = {}
        self.contents: dict[str, Content] = {}
        self.latest: dict[int, int | None] = {}
        self.snapshots: dict[int, Snapshot] = {}
        self.reads = 0

    def add(self, parent: int | None, content: Content | str, carried: bool = False) -> int:
        return self.add_all([NewNode(parent, content, carried)])[0]

    def add_all(self, nodes: Sequence[NewNode]) -> list[int]:
        ids: list[int] = []
        for node in nodes:
            hash = node.content if isinstance(node.content, str) else content_hash(node.content)
            if isinstance(node.content, Content):
                self.contents[hash] = node.content
            id, parent = len(self.links) + 1, resolve_ref(node.parent, ids)
            self.links[id] = grown(self, id, node, self.contents[hash].kind, hash, parent)
            ids.append(id)
        return ids

    def say(self, parent: int | None, kind: NodeKind, text: str = "") -> int:
        return self.add(parent, text_content(kind, text or f"{kind} {len(self.links) + 1}"))

    def link(self, id: int) -> Link:
        self.reads += 1
        return self.links[id]

    def node(self, id: int) -> Node:
        self.reads += 1
        link = self.links[id]
        return Node(link, self.contents[link.content_hash])

    def children(self, id: int | None) -> tuple[int, ...]:
        return tuple(link.id for link in self.links.values() if link.parent == id)

    def last_child(self, id: int) -> int | None:
        return self.latest.get(id)

    def lineage(self, id: int, count: int) -> Sequence[Link]:
        found = [self.link(id)]
        while len(found) < count and found[-1].parent is not None:
            found.append(self.link(found[-1].parent))
        return found

    def snapshot(self, node: int) -> Snapshot | None:
        return self.snapshots.get(node)

    # -- slow and plainly right -------------------------------------------------------------

    def path(self, id: int | None) -> list[int]:
        return [] if id is None else [*self.path(self.links[id].parent), id]

    def texts(self, id: int | None) -> list[str]:
        return [self.contents[self.links[node].content_hash].text for node in self.path(id)]


@st.composite
def trees(draw: st.DrawFn, largest: int = 40) -> MemoryTree:
    """A forest of 1 to `largest` nodes of all kinds, long lines likely."""
    tree = MemoryTree()
    for number in range(1, draw(st.integers(1, largest)) + 1):
        back = draw(st.integers(0, 3)) if draw(st.booleans()) else 0
        parent = None if number == 1 or draw(st.integers(0, 30)) == 30 else max(1, number - 1 - back)
        tree.say(parent, draw(st.sampled_from(KINDS)))
    return tree


def line(tree: MemoryTree, length: int, parent: int | None = None) -> int:
    """Adds `length` nodes one on the other, player and narration in turn; gives the last."""
    for number in range(length):
        parent = tree.say(parent, "narration" if number % 2 else "player")
    assert parent is not None
    return parent


def small_world(
    summary: str = "A street of doors.", places: tuple[str, ...] = ("inn", "street", "mill")
) -> World:
    """Places in a row, each open to the next, and two people at the first."""
    locations = {
        id: Location(
            id,
            id.title(),
            summary=summary,
            exits=tuple(Exit(end, minutes=5) for end in places[at + 1 : at + 2]),
        )
        for at, id in enumerate(places)
    }
    people = {
        id: Character(id, id.title(), location=places[0], summary=f"{id} of the {places[0]}")
        for id in ("ana", "bo")
    }
    return World("small", "Small", places[0], clock=Clock(480), locations=locations, characters=people)
