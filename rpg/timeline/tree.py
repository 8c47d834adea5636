"""The tree of nodes: how it is read, and the questions one can ask of it.

Nothing here walks a whole story unless it is asked for a whole path: ancestors come in chunks, and a place
far above is reached over `Link.jump` in logarithmic steps. Source: docs/design.md §2, §7, §8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rpg.timeline.nodes import STORY_KINDS, Link, NewNode, Node, NodeKind, chain_hash

CHUNK = 64
"""Ancestors read at a time."""


class Links(Protocol):
    """Where places in the tree are read from. Unknown ids raise KeyError."""

    def link(self, id: int) -> Link: ...


class NodeSource(Links, Protocol):
    """Where nodes are read from. Unknown ids raise KeyError."""

    def node(self, id: int) -> Node: ...

    def children(self, id: int | None) -> tuple[int, ...]:
        """Ids of the nodes that stand on `id` (None: the roots), oldest first."""
        ...

    def last_child(self, id: int) -> int | None:
        """The child the player last went on to; None where they stopped or came back to."""
        ...

    def lineage(self, id: int, count: int) -> Sequence[Link]:
        """`id` and its ancestors, nearest first, `count` at most."""
        ...


# -- growing ------------------------------------------------------------------------------------


def grown(source: Links, id: int, new: NewNode, kind: NodeKind, content: str, parent: int | None) -> Link:
    """The link of a node `new` that is added as `id`; content: its content's hash; parent: resolved."""
    said = 1 if kind in STORY_KINDS else 0
    if parent is None:
        return Link(id, None, kind, content, chain_hash("", content), 0, said, None, new.carried, new.made)
    above = source.link(parent)
    chain = chain_hash(above.chain, content)
    depth, message = above.depth + 1, above.message + said
    return Link(
        id, parent, kind, content, chain, depth, message, jump_above(source, above), new.carried, new.made
    )


def jump_above(source: Links, parent: Link) -> int:
    """Where a child of `parent` jumps to: as far as two equal jumps in a row reach, else the parent.

    This is the skew-binary rule, which bounds the way to any ancestor by twice the logarithm of the depth.
    """
    if parent.jump is None:
        return parent.id
    first = source.link(parent.jump)
    if first.jump is None:
        return parent.id
    second = source.link(first.jump)
    if parent.depth - first.depth == first.depth - second.depth:
        return second.id
    return parent.id


# -- upwards ------------------------------------------------------------------------------------


def ancestors(source: NodeSource, id: int | None) -> Iterator[Link]:
    """`id` and everything above it, nearest first, read in chunks as they are asked for."""
    while id is not None:
        links = source.lineage(id, CHUNK)
        yield from links
        id = links[-1].parent


def path(source: NodeSource, head: int | None) -> tuple[int, ...]:
    """Ids from the root to `head`. Costs the whole length."""
    return tuple(link.id for link in ancestors(source, head))[::-1]


def between(source: NodeSource, above: int | None, below: int | None) -> list[Link]:
    """The nodes under `above` down to and with `below`, topmost first; above: an ancestor, None for all.

    Raises ValueError when `above` is not on the path of `below`.
    """
    found: list[Link] = []
    for link in ancestors(source, below):
        if link.id == above:
            return found[::-1]
        found.append(link)
    if above is not None:
        raise ValueError(f"node {above} is not on the path of node {below}")
    return found[::-1]


def at_depth(source: Links, head: int, depth: int) -> Link:
    """The node of the path of `head` at `depth`. Raises IndexError when the path is shorter."""
    link = source.link(head)
    if not 0 <= depth <= link.depth:
        raise IndexError(depth)
    while link.depth > depth:
        far = source.link(link.jump) if link.jump is not None else link
        link = far if depth <= far.depth < link.depth else source.link(_parent(link))
    return link


def is_on_path(source: Links, node: int | None, head: int | None) -> bool:
    """Whether `node` is `head` or above it. None, the place before all nodes, is on every path."""
    if node is None:
        return True
    if head is None:
        return False
    depth = source.link(node).depth
    return depth <= source.link(head).depth and at_depth(source, head, depth).id == node


def common_ancestor(source: Links, one: int | None, other: int | None) -> int | None:
    """The lowest node on both paths; None when they share none."""
    if one is None or other is None:
        return None
    depth = min(source.link(one).depth, source.link(other).depth)
    left, right = at_depth(source, one, depth), at_depth(source, other, depth)
    while left.id != right.id:
        if left.parent is None or right.parent is None:
            return None
        leap = left.jump != right.jump and left.jump is not None and right.jump is not None
        up = (left.jump, right.jump) if leap else (left.parent, right.parent)
        left, right = source.link(_known(up[0])), source.link(_known(up[1]))
    return left.id


def child_toward(source: Links, above: int | None, head: int) -> int | None:
    """The node of the path of `head` right under `above`; None when `above` is `head`."""
    depth = -1 if above is None else source.link(above).depth
    return None if depth == source.link(head).depth else at_depth(source, head, depth + 1).id


def _parent(link: Link) -> int:
    return _known(link.parent)


def _known(id: int | None) -> int:
    if id is None:
        raise ValueError("a root has nothing above it")
    return id


# -- messages of the story ----------------------------------------------------------------------


def message_count(source: Links, head: int | None) -> int:
    return 0 if head is None else source.link(head).message


def message_at(source: Links, head: int, number: int) -> Link:
    """The `number`-th story message (from 1) of the path of `head`. Raises IndexError when there is none."""
    link = source.link(head)
    if not 1 <= number <= link.message:
        raise IndexError(number)
    while not (link.message == number and link.is_story):
        far = source.link(link.jump) if link.jump is not None else link
        link = far if far is not link and far.message >= number else source.link(_parent(link))
    return link


def messages(source: NodeSource, head: int | None, first: int, last: int) -> list[Node]:
    """Story messages `first` to `last` (from 1, both included, cut to what there is) in reading order.

    Touches what it returns, what stands between, and a logarithmic way down from `head`.
    """
    first, last = max(first, 1), min(last, message_count(source, head))
    if head is None or first > last:
        return []
    found: list[Node] = []
    for link in ancestors(source, message_at(source, head, last).id):
        if link.is_story:
            found.append(source.node(link.id))
            if link.message == first:
                break
    return found[::-1]


# -- turns and replies --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn on one path. start: its player or travel node. reply: its last narration, None: unanswered.

    nodes: from the start to the reply, with the edits between; without a reply, the start and the edits
    after it.
    """

    start: int
    reply: int | None
    nodes: tuple[int, ...]


def turn_of(source: NodeSource, node: int, head: int) -> Turn | None:
    """The turn that `node`, on the path of `head`, belongs to; None for what comes before the first turn.

    A hand edit after a reply belongs to the turn it follows.
    """
    start = next((link for link in ancestors(source, node) if link.begins_turn), None)
    return None if start is None else _turn_from(source, start.id, head)


def _turn_from(source: NodeSource, start: int, head: int) -> Turn:
    nodes, reply_at = [start], 0
    step = child_toward(source, start, head)
    while step is not None:
        link = source.link(step)
        if link.begins_turn:
            break
        nodes.append(step)
        if link.kind == "narration":
            reply_at = len(nodes) - 1
        step = child_toward(source, step, head)
    if reply_at == 0:
        return Turn(start, None, tuple(nodes))
    return Turn(start, nodes[reply_at], tuple(nodes[: reply_at + 1]))


def last_turn(source: NodeSource, head: int | None) -> Turn | None:
    """The turn that `head` stands in or behind."""
    return None if head is None else turn_of(source, head, head)


def alternatives(source: NodeSource, reply: int) -> tuple[int, ...]:
    """All replies on the very node that `reply` stands on, itself included, oldest first."""
    parent = source.link(reply).parent
    return tuple(id for id in source.children(parent) if source.link(id).kind == source.link(reply).kind)


def replies(source: NodeSource, start: int) -> tuple[int, ...]:
    """All replies that follow a message, oldest first; hand edits may stand between."""
    found: list[int] = []
    waiting = [start]
    while waiting:
        for child in source.children(waiting.pop()):
            kind = source.link(child).kind
            if kind == "narration":
                found.append(child)
            elif kind in ("edit", "adopt"):
                waiting.append(child)
    return tuple(sorted(found))


def message_above(source: NodeSource, node: int | None) -> Link | None:
    """The nearest story message at or above `node`; changes by hand may stand between."""
    return next((link for link in ancestors(source, node) if link.is_story), None)


def replies_beside(source: NodeSource, reply: int) -> tuple[int, ...]:
    """All replies to the message that `reply` follows, itself included, oldest first; their number is from 1."""
    above = message_above(source, source.link(reply).parent)
    return alternatives(source, reply) if above is None else replies(source, above.id)


def tip(source: NodeSource, node: int) -> int:
    """The end of the line the player last used beyond `node`; `node` itself where they stopped there."""
    below = source.last_child(node)
    while below is not None:
        node, below = below, source.last_child(below)
    return node


def tips(source: NodeSource) -> Iterator[int]:
    """The ends of all branches. Costs the whole tree."""
    waiting = list(reversed(source.children(None)))
    while waiting:
        node = waiting.pop()
        below = source.children(node)
        if not below:
            yield node
        waiting.extend(reversed(below))
