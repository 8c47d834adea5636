"""Where active tavern entries stand. Source: docs/tavern-lorebook.md §11."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.lore.tavern.order import by_order_descending
from rpg.lore.tavern.passes import Admitted

LABELS = {
    "0": "before",
    "1": "after",
    "2": "an_top",
    "3": "an_bottom",
    "4": "at_depth",
    "5": "em_top",
    "6": "em_bottom",
    "7": "outlet",
}


@dataclass(slots=True)
class DepthBlock:
    """depth None: the source had none; it is then treated as 4."""

    depth: int | float | None
    role: int
    texts: list[str]


@dataclass(slots=True)
class TavernPlacement:
    """Texts per place, in the order they are inserted."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    an_top: list[str] = field(default_factory=list)
    an_bottom: list[str] = field(default_factory=list)
    examples: list[tuple[str, str]] = field(default_factory=list)
    depth: list[DepthBlock] = field(default_factory=list)
    outlets: dict[str, list[str]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The fields of a case's turn."""
        return {
            "before": "\n".join(self.before),
            "after": "\n".join(self.after),
            "an_top": self.an_top,
            "an_bottom": self.an_bottom,
            "em": [{"position": position, "content": text} for position, text in self.examples],
            "depth": [
                {"depth": block.depth, "role": block.role, "entries": block.texts} for block in self.depth
            ],
            "outlets": self.outlets,
        }


def insertion_order(active: Sequence[Admitted]) -> list[Admitted]:
    """Highest order first, ties in activation order: the reverse of the order in the prompt."""
    ranked = by_order_descending((at, one.entry) for at, one in enumerate(active))
    return [active[at] for at, _ in ranked]


def place(active: Sequence[Admitted]) -> TavernPlacement:
    """Each entry is put in front of its list, highest order first; outlets alone grow at the end."""
    placed = TavernPlacement()
    for one in insertion_order(active):
        if one.content:
            _place_one(placed, one)
    return placed


def _place_one(placed: TavernPlacement, one: Admitted) -> None:
    match one.entry.position:
        case 0:
            placed.before.insert(0, one.content)
        case 1:
            placed.after.insert(0, one.content)
        case 2:
            placed.an_top.insert(0, one.content)
        case 3:
            placed.an_bottom.insert(0, one.content)
        case 4:
            _at_depth(placed.depth, one)
        case 5 | 6:
            placed.examples.insert(0, ("top" if one.entry.position == 5 else "bottom", one.content))
        case 7 if one.entry.outlet:
            placed.outlets.setdefault(one.entry.outlet, []).append(one.content)


def _at_depth(blocks: list[DepthBlock], one: Admitted) -> None:
    entry = one.entry
    wanted = 4 if entry.depth is None else entry.depth
    block = next((block for block in blocks if block.depth == wanted and block.role == entry.role), None)
    if block is None:
        block = DepthBlock(entry.depth, entry.role, [])
        blocks.append(block)
    block.texts.insert(0, one.content)
