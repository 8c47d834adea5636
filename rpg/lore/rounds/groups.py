"""Groups of the native dialect: one winner each. Source: docs/lorebook.md §2.

Sticky members win, then a member that already won another group, then priority by order, then a weighted
roll. A member that loses one group is out of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rpg.lore.rolls import Rolls
from rpg.world.lorebook import LoreEntry

Named = tuple[int, LoreEntry]


@dataclass(slots=True)
class GroupChoice:
    """winners: group → place of the entry that holds it, kept over the steps of one evaluation.

    lost: place → (group, place of the winner).
    """

    rolls: Rolls
    sticky: frozenset[int]
    winners: dict[str, int] = field(default_factory=dict)
    lost: dict[int, tuple[str, int]] = field(default_factory=dict)

    def run(self, candidates: Sequence[Named]) -> list[int]:
        """The candidates that survive, in their order, which also settles ties."""
        alive = dict(candidates)
        groups: dict[str, None] = {}
        for _, entry in candidates:
            groups.update(dict.fromkeys(name for name in entry.group if name))
        won = set(self.winners.values())
        for name in groups:
            members = [(at, entry) for at, entry in alive.items() if name in entry.group]
            if not members:
                continue
            holder = self.winners.get(name)
            winner = self._winner(name, members, won) if holder is None else holder
            won.add(winner)
            self.winners[name] = winner
            for at, _ in members:
                if at != winner:
                    del alive[at]
                    self.lost[at] = (name, winner)
        return list(alive)

    def _winner(self, name: str, members: list[Named], won: set[int]) -> int:
        stuck = [member for member in members if member[0] in self.sticky]
        ahead = stuck or [member for member in members if member[0] in won]
        ahead = ahead or [member for member in members if member[1].group_priority]
        if ahead:
            return max(ahead, key=lambda member: member[1].order)[0]
        return members[0][0] if len(members) == 1 else self._weighted(name, members)

    def _weighted(self, name: str, members: list[Named]) -> int:
        weights = [max(entry.group_weight, 0) for _, entry in members]
        total = sum(weights)
        if total <= 0:
            weights, total = [1.0] * len(members), len(members)
        roll = self.rolls(f"group:{name}") * total
        reached = 0.0
        for (at, _), weight in zip(members, weights, strict=True):
            reached += weight
            if roll < reached:
                return at
        return members[-1][0]
