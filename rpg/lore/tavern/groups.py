"""Inclusion groups of the tavern dialect, with the faults that follow from removing by index.

Source: docs/tavern-lorebook.md §9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rpg.lore.matching.script import JS_SPACE
from rpg.lore.rolls import Rolls
from rpg.lore.tavern import js
from rpg.lore.tavern.entry import TavernEntry
from rpg.lore.tavern.order import by_order_descending
from rpg.lore.tavern.sight import Sight
from rpg.lore.why import Verdict

_COMMA = re.compile(f",[{JS_SPACE}]*")


@dataclass(slots=True)
class GroupFilter:
    """One pass's choice. `left` are the surviving candidates, `lost` says why the others went."""

    sight: Sight
    sticky: frozenset[int]
    rolls: Rolls
    left: list[int]
    lost: dict[int, Verdict] = field(default_factory=dict)

    def run(self, active: Iterable[TavernEntry]) -> None:
        """active: entries that earlier passes admitted."""
        groups = self._groups()
        taken = {entry.group: entry.id for entry in active if entry.group}
        open_groups = {
            name: list(members) for name, members in groups.items() if not self._timed(name, members)
        }
        for name, members in open_groups.items():
            self._score(name, members)
        for name, members in open_groups.items():
            self._choose(name, members, taken)

    def _entry(self, at: int) -> TavernEntry:
        return self.sight.shelf.entries[at]

    def _groups(self) -> dict[str, list[int]]:
        groups: dict[str, list[int]] = {}
        for at in self.left:
            for name in filter(None, _COMMA.split(self._entry(at).group)):
                groups.setdefault(name, []).append(at)
        return {name: groups[name] for name in js.object_order(groups)}

    def _remove(self, at: int, verdict: Verdict) -> None:
        """Takes `at` out; when it is out already, the last candidate goes instead, as in the source."""
        if at in self.left:
            self.left.remove(at)
            self.lost[at] = verdict
        elif self.left:
            self.lost[self.left.pop()] = Verdict("group_removed", group=verdict.group)

    def _remove_others(self, name: str, members: list[int], winner: int) -> None:
        for at in members:
            if at != winner:
                self._remove(at, Verdict("group_lost", group=name, winner=self._entry(winner).id))

    def _timed(self, name: str, members: list[int]) -> bool:
        stuck = [at for at in members if at in self.sticky]
        if stuck:
            verdict = Verdict("group_lost", group=name, winner=self._entry(stuck[0]).id)
            for at in members:
                if at not in self.sticky:
                    self._remove(at, verdict)
        return bool(stuck)

    def _score(self, name: str, members: list[int]) -> None:
        everywhere = self.sight.settings.group_scoring
        if not everywhere and not any(self._entry(at).scoring for at in members):
            return
        scores = {at: self._points(self._entry(at)) for at in members}
        best = max(scores.values())
        for at in list(members):
            own = self._entry(at).scoring
            if scores[at] < best and (everywhere if own is None else own):
                members.remove(at)
                self._remove(at, Verdict("group_lost", group=name, detail=f"{scores[at]} < {best}"))

    def _points(self, entry: TavernEntry) -> int:
        if not entry.keys:
            return 0
        primary = sum(self.sight.holds_raw(entry, key) for key in entry.keys)
        secondary = sum(self.sight.holds_raw(entry, key) for key in entry.secondary)
        if entry.logic == 0:
            return primary + secondary
        if entry.logic == 3 and secondary == len(entry.secondary):
            return primary + secondary
        return primary

    def _choose(self, name: str, members: list[int], taken: dict[str, str]) -> None:
        if name in taken:
            for at in members:
                self._remove(at, Verdict("group_taken", group=name, winner=taken[name]))
            return
        if len(members) <= 1:
            return
        first = by_order_descending((at, self._entry(at)) for at in members if self._entry(at).override)
        winner = first[0][0] if first else self._weighted(name, members)
        if winner is not None:
            self._remove_others(name, members, winner)

    def _weighted(self, name: str, members: list[int]) -> int | None:
        total = sum(self._entry(at).weight for at in members)
        roll = self.rolls(f"group:{name}") * total
        reached = 0.0
        for at in members:
            reached += self._entry(at).weight
            if reached >= roll:
                return at
        return None
