"""Putting rescued nodes back in their places: pure, over what could be read.

Ids stay what they were. A lost node whose words survived takes them back in the order in which contents were
written; one whose words are lost too becomes an empty place where something stands on it. A node whose parent
is not known follows the node written before it, which is right wherever the story went straight on. Where a row
contradicts its own chained hash, the content or the parent that agrees with it is looked for.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rpg.timeline.nodes import Content, chain_hash, content_hash

GAP = Content("edit", detail={"lost": True})
"""What stands in an empty place."""


@dataclass(frozen=True, slots=True)
class Found:
    """A node row that could be read. content: the row number of its content. chain: as it was stored."""

    parent: int | None
    content: int
    chain: str = ""
    carried: bool = False
    made: int | None = None


@dataclass(frozen=True, slots=True)
class Regrown:
    """A node in its place. placed: its place is a guess. empty: its words are lost."""

    parent: int | None
    content: Content
    carried: bool = False
    made: int | None = None
    placed: bool = False
    empty: bool = False


def regrow(nodes: Mapping[int, Found], contents: Mapping[int, Content]) -> dict[int, Regrown]:
    """All nodes that can be told of, by id, parents before children."""
    nodes = _mended(nodes, {id: content_hash(content) for id, content in contents.items()})
    lost = _lost_with_words(nodes, contents)
    wanted = {node.parent for node in nodes.values() if node.parent is not None}
    grown: dict[int, Regrown] = {}
    last: int | None = None
    for id in range(1, max([0, *nodes, *lost, *wanted]) + 1):
        node = nodes.get(id)
        if node is not None:
            grown[id] = _standing(id, node, contents, grown, last)
        elif id in lost:
            grown[id] = Regrown(last, contents[lost[id]], carried=True, placed=True)
        elif id in wanted:
            grown[id] = Regrown(last, GAP, placed=True, empty=True)
        else:
            continue
        last = id
    return grown


def _standing(
    id: int, node: Found, contents: Mapping[int, Content], grown: Mapping[int, Regrown], last: int | None
) -> Regrown:
    known = node.parent is None or (node.parent < id and node.parent in grown)
    content = contents.get(node.content)
    return Regrown(
        node.parent if known else last,
        GAP if content is None else content,
        node.carried,
        node.made,
        placed=not known,
        empty=content is None,
    )


def _mended(nodes: Mapping[int, Found], hashes: Mapping[int, str]) -> dict[int, Found]:
    """The rows with the content or the parent that their chained hash proves, where it proves another."""
    orphans = sorted(set(hashes) - {node.content for node in nodes.values()})
    return {id: _proven(id, node, nodes, hashes, orphans) for id, node in nodes.items()}


def _proven(
    id: int, node: Found, nodes: Mapping[int, Found], hashes: Mapping[int, str], orphans: Sequence[int]
) -> Found:
    above = "" if node.parent is None else nodes[node.parent].chain if node.parent in nodes else None
    own = hashes.get(node.content)
    if above is not None:
        if own is not None and chain_hash(above, own) == node.chain:
            return node
        for orphan in orphans:
            if chain_hash(above, hashes[orphan]) == node.chain:
                return replace(node, content=orphan)
    if own is None:
        return node
    if chain_hash("", own) == node.chain:
        return replace(node, parent=None)
    for other, parent in nodes.items():
        if other < id and chain_hash(parent.chain, own) == node.chain:
            return replace(node, parent=other)
    return node


def _lost_with_words(nodes: Mapping[int, Found], contents: Mapping[int, Content]) -> dict[int, int]:
    """Contents without a node, by the lost node they most likely belong to.

    New contents are numbered in the order of their nodes. So between two surviving nodes that brought a content
    of their own, lost nodes and contents without a node go together in order.
    """
    first: dict[int, int] = {}
    for id in sorted(nodes):
        first.setdefault(nodes[id].content, id)
    brought = sorted(first)
    given: dict[int, int] = {}
    last = 0
    for orphan in sorted(set(contents) - set(first)):
        at = bisect_left(brought, orphan)
        above = first[brought[at - 1]] if at else 0
        below = first[brought[at]] if at < len(brought) else None
        last = max(last, above) + 1
        while last in nodes:
            last += 1
        if below is None or last < below:
            given[last] = orphan
    return given
