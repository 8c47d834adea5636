"""Changing the past: edit, delete and insert as new nodes. Source: docs/design.md §5, §7.

A change never touches a node. It returns nodes to add: the changed one, and after it every later node of the
path again, sharing its content by hash, each with the alternative replies that stand beside it. The old line
stays as a branch. What becomes of the carried edits is for the fold to say; records of carried nodes are
marked, because another past used other things.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from rpg.timeline.nodes import CallPart, Content, Link, NewNode, Part, ResultPart, TextPart, new_ref
from rpg.timeline.tree import NodeSource, alternatives, between, is_on_path, tip, turn_of

Events = Literal["keep", "drop"]


@dataclass(frozen=True, slots=True)
class Change:
    """Nodes to add and the head after them (an id, a reference to an added node, or None).

    origins: for each added node the node it was carried from; None for a new one.
    """

    nodes: tuple[NewNode, ...]
    head: int | None
    origins: tuple[int | None, ...] = ()


def edit(source: NodeSource, head: int, node: int, content: Content, made: int | None = None) -> Change:
    """`node`, on the path of `head`, with another content.

    made: seconds since 1970. Raises ValueError when `node` is not on the path.
    """
    line = _Line(source)
    line.put(source.link(node).parent, content, made)
    line.carry(between(source, node, head), {node: new_ref(0)})
    return line.change(new_ref(0))


def insert(
    source: NodeSource, head: int, after: int | None, contents: Sequence[Content], made: int | None = None
) -> Change:
    """New nodes right after `after` (None: before all), one on the other, under what follows there.

    Raises ValueError when `after` is not on the path of `head` or there is nothing to insert.
    """
    if not contents:
        raise ValueError("nothing to insert")
    line = _Line(source)
    below: int | None = after
    for content in contents:
        below = line.put(below, content, made)
    line.carry(between(source, after, head), {after: below})
    return line.change(below)


def delete(source: NodeSource, head: int, node: int, *, only: bool = False) -> Change:
    """The path of `head` without the turn that `node` belongs to; only: without just that node.

    Adopted worlds stay, unless `node` is one. What comes before the first turn is deleted by itself. Raises ValueError when
    `node` is not on the path.
    """
    if not is_on_path(source, node, head):
        raise ValueError(f"node {node} is not on the path of node {head}")
    gone = {node} if only else _deleted_with(source, node, head)
    first = min(gone, key=lambda id: source.link(id).depth)
    parent = source.link(first).parent
    line = _Line(source)
    line.carry(between(source, parent, head), {parent: parent}, frozenset(gone))
    return line.change(parent)


def retry(
    source: NodeSource, head: int | None, reply: int, content: Content, made: int | None = None
) -> Change:
    """Another reply beside `reply`, with the hand edits that stand right after it carried onto it."""
    line = _Line(source)
    line.put(source.link(reply).parent, content, made)
    line.carry(hand_edits_after(source, reply, head), {reply: new_ref(0)})
    return line.change(new_ref(0))


def hand_edits_after(source: NodeSource, reply: int, head: int | None) -> list[Link]:
    """What was changed by hand between `reply` and the next message, on the path of `head` where it
    passes `reply`, else on the line last used beyond it."""
    try:
        below = between(source, reply, head)
    except ValueError:
        below = between(source, reply, tip(source, reply))
    return list(takewhile(lambda link: not link.is_story, below))


def with_text(content: Content, text: str, events: Events = "keep") -> Content:
    """`content` with other words. events: whether what happened stays; dropped events take the calls that
    made them along, dice stay."""
    kept = [part for part in content.parts if not isinstance(part, TextPart)]
    parts: list[Part] = [TextPart(text), *kept] if text else list(kept)
    if events == "keep":
        return replace(content, parts=tuple(parts))
    calm = tuple(part for part in parts if not isinstance(part, CallPart | ResultPart))
    return replace(content, parts=calm, edits=())


def without_edits(content: Content, dropped: Iterable[int]) -> Content:
    """`content` without the edits at these positions (from 0): how a conflict is dropped."""
    gone = frozenset(dropped)
    kept = tuple(edit for position, edit in enumerate(content.edits) if position not in gone)
    return replace(content, edits=kept)


def _deleted_with(source: NodeSource, node: int, head: int) -> set[int]:
    turn = turn_of(source, node, head)
    if turn is None or node not in turn.nodes or source.link(node).kind == "adopt":
        return {node}
    return {id for id in turn.nodes if source.link(id).kind != "adopt"}


class _Line:
    """A line being laid: nodes to add, in an order in which parents come first."""

    def __init__(self, source: NodeSource) -> None:
        self._source = source
        self._nodes: list[NewNode] = []
        self._origins: list[int | None] = []
        self._last: int | None = None

    def put(self, parent: int | None, content: Content, made: int | None) -> int:
        return self._add(NewNode(parent, content, False, made), None)

    def carry(
        self, links: Sequence[Link], laid: dict[int | None, int | None], gone: frozenset[int] = frozenset()
    ) -> None:
        """Carries `links` (a path, topmost first) but those `gone`. laid: what stands in for the nodes above."""
        for link in links:
            onto = laid[link.parent]
            if link.id in gone:
                laid[link.id] = onto
                continue
            for sibling in self._beside(link, onto):
                reference = self._add(NewNode(onto, sibling.content_hash, True, sibling.made), sibling.id)
                if sibling.id == link.id:
                    laid[link.id] = self._last = reference

    def change(self, otherwise: int | None) -> Change:
        """The change; its head is the last node of the carried path, `otherwise` when nothing was carried."""
        head = otherwise if self._last is None else self._last
        return Change(tuple(self._nodes), head, tuple(self._origins))

    def _beside(self, link: Link, onto: int | None) -> list[Link]:
        """`link` among the alternative replies to carry with it, oldest first, so that numbers stay."""
        if link.kind != "narration" or onto == link.parent:
            return [link]
        return [self._source.link(id) for id in alternatives(self._source, link.id)]

    def _add(self, node: NewNode, origin: int | None) -> int:
        self._nodes.append(node)
        self._origins.append(origin)
        return new_ref(len(self._nodes) - 1)
