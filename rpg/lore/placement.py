"""Where activated entries stand in the prompt, both dialects together. Source: docs/lorebook.md §5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rpg.lore.budget import CountTokens
from rpg.lore.rounds.passes import Appearance, RoundsResult
from rpg.lore.rounds.shelf import natural
from rpg.lore.tavern.passes import Admitted
from rpg.lore.tavern.placement import insertion_order
from rpg.world.lorebook import Position, Role

# note_above and note_below stand directly above and below the author's note.
PromptPosition = Position | Literal["note_above", "note_below"]

_ROLES: tuple[Role, ...] = ("system", "user", "assistant")
_TAVERN: dict[int, PromptPosition] = {
    0: "system_before",
    1: "system_after",
    2: "note_above",
    3: "note_below",
    4: "at_depth",
    5: "an_top",
    6: "an_top",
    7: "outlet",
}


@dataclass(frozen=True, slots=True)
class Placed:
    """One text and its place. book: id of its book. depth and role matter at_depth, outlet at an outlet.

    tokens: of the content, 0 where nobody counted. sort: its rank inside its place, ascending.
    """

    id: str
    book: str
    title: str
    content: str
    position: PromptPosition
    depth: int
    role: Role
    outlet: str
    order: float
    tokens: int
    sort: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"id": self.id, "position": self.position}
        if self.position == "at_depth":
            found.update(depth=self.depth, role=self.role)
        if self.position == "outlet":
            found["outlet"] = self.outlet
        return found


def place_rounds(result: RoundsResult, count: CountTokens | None, empty: bool = False) -> list[Placed]:
    """Native entries in the order they are inserted, or in activation order with `empty`, which keeps
    entries that have no text."""
    ranked = sorted(result.active, key=lambda one: (one.entry.order, one.book.id, natural(one.entry.id)))
    rank = {one.id: at for at, one in enumerate(ranked)}
    chosen = result.active if empty else [one for one in ranked if one.content]
    return [_rounds_one(one, rank[one.id], count) for one in chosen]


def _rounds_one(one: Appearance, rank: int, count: CountTokens | None) -> Placed:
    entry = one.entry
    return Placed(
        id=one.id,
        book=one.book.id,
        title=entry.title,
        content=one.content,
        position=entry.position,
        depth=max(entry.depth, 0),
        role=entry.role,
        outlet=entry.outlet,
        order=entry.order,
        tokens=count(one.content) if count else 0,
        sort=(0, entry.order, 0, rank),
    )


def place_tavern(active: Sequence[Admitted], count: CountTokens) -> list[Placed]:
    """Tavern entries with a text and a place in the prompt.

    Ascending order with ties reversed; outlets and texts for before the examples descend, as in the source.
    """
    placed: list[Placed] = []
    for rank, one in enumerate(insertion_order(active)):
        position = _TAVERN.get(-1 if one.entry.position is None else one.entry.position)
        if position is None or not one.content or (position == "outlet" and not one.entry.outlet):
            continue
        placed.append(_tavern_one(one, position, rank, count))
    return placed


def _tavern_one(one: Admitted, position: PromptPosition, rank: int, count: CountTokens) -> Placed:
    entry = one.entry
    return Placed(
        id=entry.id,
        book=entry.book,
        title=entry.title,
        content=one.content,
        position=position,
        depth=4 if entry.depth is None else max(int(entry.depth), 0),
        role=_ROLES[entry.role],
        outlet=entry.outlet,
        order=entry.order,
        tokens=count(one.content),
        sort=_tavern_sort(entry.position, entry.order, rank),
    )


def _tavern_sort(position: int | None, order: float, rank: int) -> tuple[float, ...]:
    """rank: 0 for the highest order."""
    match position:
        case 5 | 7:
            return (1, rank, 0, 0)
        case 6:
            return (2, -rank, 0, 0)
    return (0, order if order == order else 0, 1, -rank)
