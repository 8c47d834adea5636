"""The pass loop of the tavern dialect. Source: docs/tavern-lorebook.md §5.3, §6, §8, §10."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rpg.lore.budget import CountTokens, Purse
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import Rolls
from rpg.lore.tavern.entry import TavernBook, TavernEntry
from rpg.lore.tavern.gates import Gates
from rpg.lore.tavern.groups import GroupFilter
from rpg.lore.tavern.settings import TavernChat, TavernSettings
from rpg.lore.tavern.shelf import Expand, Shelf, compile_shelf
from rpg.lore.tavern.sight import Sight
from rpg.lore.tavern.timers import Effects, TavernTimers, effects_now, with_started
from rpg.lore.why import Reason, Verdict

PassKind = Literal["first", "recursion", "deeper", "stop"]
# What was decided about a candidate outlives what a later pass's gates say.
_DECIDED = ("probability", "budget", "group")


@dataclass(frozen=True, slots=True)
class Admitted:
    """One active entry. content: macros expanded. step: the pass that admitted it."""

    entry: TavernEntry
    content: str
    step: int


@dataclass(frozen=True, slots=True)
class TavernResult:
    """active: in activation order. verdicts: of entries that were looked at; `explain_rest` has the others."""

    active: tuple[Admitted, ...]
    timers: TavernTimers
    budget: int
    shelf: Shelf
    verdicts: dict[int, Verdict]
    gates: Gates

    def explain(self) -> dict[str, Verdict]:
        """Every entry of the books by id; entries sharing an id are told apart by `#n`."""
        found: dict[str, Verdict] = {}
        for at, entry in enumerate(self.shelf.entries):
            name, count = entry.id, 1
            while name in found:
                count += 1
                name = f"{entry.id}#{count}"
            verdict = self.verdicts.get(at) or self.gates.verdict(at)
            found[name] = replace(
                verdict,
                position=entry.position_label if verdict.active else "",
                matched=tuple(self.gates.sight.shown(at, match) for match in verdict.matched),
                slow=self.gates.sight.slow_keys(at),
            )
        return found


def budget_of(settings: TavernSettings, max_context: int) -> int:
    """Tokens for lore: the percentage rounded half up, at least 1, at most the cap."""
    share = max(math.floor(settings.budget_percent * max_context / 100 + 0.5), 1)
    return int(min(share, settings.budget_cap)) if settings.budget_cap > 0 else share


@dataclass(slots=True)
class TavernRun:
    """One evaluation. purse: what is left of the limits on all books together."""

    shelf: Shelf
    sight: Sight
    settings: TavernSettings
    effects: Effects
    length: int
    budget: int
    rolls: Rolls
    count: CountTokens
    expand: Expand
    purse: Purse
    overflow: bool = False
    recursed: str = ""
    passes: int = 0
    kind: PassKind = "first"
    level: float = 0
    levels: list[float] = field(default_factory=list)
    active: dict[str, Admitted] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)
    verdicts: dict[int, Verdict] = field(default_factory=dict)

    def run(self) -> None:
        self.levels = list(self.shelf.levels)
        self.level = self.levels.pop(0) if self.levels else 0
        while self.kind != "stop":
            limit = self.settings.max_recursion_steps
            if limit > 0 and self.passes >= limit:
                return
            feeding = self._pass()
            self.passes += 1
            self.kind = self._next(feeding)
            if self.kind != "stop" and feeding:
                self._feed(feeding)

    def gates(self) -> Gates:
        return Gates(self.sight, self.effects, self.length, self.kind == "recursion", self.level)

    def _pass(self) -> list[int]:
        """Admits entries; returns the survivors whose text may feed recursion."""
        self.sight.with_blocks = self.kind != "deeper"
        chosen = GroupFilter(self.sight, self.effects.sticky, self.rolls, self._candidates())
        chosen.run([admitted.entry for admitted in self.active.values()])
        self._note_losers(chosen.lost)
        self._admit(chosen.left)
        return [at for at in chosen.left if at not in self.failed and not self._entry(at).prevent_recursion]

    def _entry(self, at: int) -> TavernEntry:
        return self.shelf.entries[at]

    def _note_losers(self, lost: dict[int, Verdict]) -> None:
        for at, verdict in lost.items():
            self.verdicts[at] = replace(verdict, matched=self.verdicts[at].matched, step=self.passes)

    def _candidates(self) -> list[int]:
        gates = self.gates()
        found: list[int] = []
        for at in sorted(self.sight.announced().union(self.shelf.always, self.effects.sticky)):
            if at in self.failed or self._entry(at).id in self.active:
                continue
            verdict = gates.verdict(at).at_step(self.passes)
            if verdict.active:
                found.append(at)
                self.verdicts[at] = verdict
            elif at not in self.verdicts or not self.verdicts[at].reason.startswith(_DECIDED):
                self.verdicts[at] = verdict
        return sorted(found, key=lambda at: at not in self.effects.sticky)

    def _admit(self, candidates: list[int]) -> None:
        counted = self.recursed and not self.overflow
        till = _Till(self.count(self.recursed) if counted else 0, self.budget, self.count)
        for place, at in enumerate(candidates):
            entry = self._entry(at)
            if self.overflow and not entry.ignore_budget:
                self._stop(at, Verdict("budget_closed"))
                if any(self._entry(later).ignore_budget for later in candidates[place + 1 :]):
                    continue
                self._stop_all(candidates[place + 1 :])
                return
            if not self._rolled(at, entry):
                continue
            content = self.expand(entry.content) if "{{" in entry.content else entry.content
            refused = self._refused(entry, content, till)
            if refused is None:
                self.active[entry.id] = Admitted(entry, content, self.passes)
            else:
                self.overflow = True
                self._stop(at, Verdict(refused))

    def _stop(self, at: int, verdict: Verdict) -> None:
        self.verdicts[at] = replace(verdict, matched=self.verdicts[at].matched, step=self.passes)

    def _stop_all(self, rest: Sequence[int]) -> None:
        for at in rest:
            self._stop(at, Verdict("budget_closed"))

    def _refused(self, entry: TavernEntry, content: str, till: _Till) -> Reason | None:
        """Pays for the entry, or names what it does not fit. Nothing of more than the common characters is
        ever counted in tokens."""
        refused = self.purse.refuses(len(content), 0)
        if refused is not None:
            return refused
        if not till.fits(content, free=entry.ignore_budget):
            return "budget_book"
        tokens = self.count(content) if self.purse.counts_tokens else 0
        refused = self.purse.refuses(len(content), tokens)
        if refused is None:
            self.purse.pay(len(content), tokens)
        return refused

    def _rolled(self, at: int, entry: TavernEntry) -> bool:
        if entry.chance is None or at in self.effects.sticky:
            return True
        roll = self.rolls(f"chance:{entry.id}") * 100
        passed = roll <= entry.chance
        self.verdicts[at] = replace(self.verdicts[at], roll=roll, chance=entry.chance)
        if not passed:
            self.failed.add(at)
            self.verdicts[at] = replace(self.verdicts[at], reason="probability", active=False)
        return passed

    def _next(self, feeding: list[int]) -> PassKind:
        """The first rule that goes on wins. Source: docs/tavern-lorebook.md §8.1."""
        recursion = self.settings.recursive and not self.overflow
        if recursion and (feeding or (self.kind == "deeper" and self.sight.blocks)):
            return "recursion"
        if not self.overflow and self._wants_more():
            self.sight.deepen()
            return "deeper"
        if self.levels:
            self.level = self.levels.pop(0)
            return "recursion"
        return "stop"

    def _wants_more(self) -> bool:
        wanted, deepest = self.settings.min_activations, self.settings.min_activations_depth_max
        if not wanted > 0 or len(self.active) >= wanted:
            return False
        depth = self.settings.depth + self.sight.skew
        return not (0 < deepest < depth) and depth <= len(self.sight.messages)

    def _feed(self, feeding: list[int]) -> None:
        text = "\n".join(self.expand(self._entry(at).content) for at in feeding)
        self.sight.add_block(text)
        self.recursed = f"{text}\n{self.recursed}"


@dataclass(slots=True)
class _Till:
    """The running text of one pass against the budget.

    A bound (the sum of single counts) answers while it stays below; the exact count is taken only when it
    does not, so the work stays in proportion to the text.
    """

    base: int
    budget: int
    count: CountTokens
    text: str = ""
    bound: int = 0

    def fits(self, content: str, free: bool) -> bool:
        """Adds `content`; False when text and base reach the budget. free: counted but never refused."""
        self.text += content + "\n"
        self.bound += self.count(content + "\n")
        if free or self.base + self.bound < self.budget:
            return True
        self.bound = self.count(self.text)
        return self.base + self.bound < self.budget


def evaluate_tavern(
    books: Sequence[TavernBook],
    chat: TavernChat,
    timers: TavernTimers,
    settings: TavernSettings,
    rolls: Rolls,
    count: CountTokens,
    expand: Expand,
    memory: LoreMemory,
    purse: Purse,
) -> TavernResult:
    """One evaluation of tavern books.

    A dry run returns `timers` as they were. purse: pays for what is admitted.
    """
    shelf = compile_shelf(books, settings, expand, memory)
    sight = Sight(shelf, chat, settings, memory.guard)
    length = len(chat.messages) if chat.length is None else chat.length
    idle = Effects(frozenset(), frozenset(), timers)
    effects = idle if chat.dry_run else effects_now(timers, length, shelf)
    budget = budget_of(settings, chat.max_context)
    run = TavernRun(shelf, sight, settings, effects, length, budget, rolls, count, expand, purse)
    run.run()
    active = tuple(run.active.values())
    after = timers if chat.dry_run else with_started(effects.timers, length, [one.entry for one in active])
    return TavernResult(active, after, budget, shelf, run.verdicts, run.gates())
