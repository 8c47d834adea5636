"""The steps of the native dialect. Source: docs/lorebook.md §2 and §3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rpg.lore.budget import CountTokens, LoreLimits, Purse
from rpg.lore.memory import LoreMemory
from rpg.lore.rolls import Rolls
from rpg.lore.rounds.conditions import is_bound_here
from rpg.lore.rounds.gates import RoundsGates
from rpg.lore.rounds.groups import GroupChoice
from rpg.lore.rounds.shelf import Expand, RoundsShelf, compile_rounds, natural
from rpg.lore.rounds.sight import RoundsSight
from rpg.lore.rounds.timers import Mark, RoundTimers, appeared, is_spent
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.why import Reason, Verdict
from rpg.world.lorebook import Lorebook, LoreEntry


@dataclass(frozen=True, slots=True)
class Appearance:
    """One entry that appears in this turn. content: macros expanded. step: the step that admitted it."""

    id: str
    book: Lorebook
    entry: LoreEntry
    content: str
    step: int


@dataclass(slots=True)
class RoundsRun:
    """One evaluation. turn: the player's current turn. decided: entries that are settled for this turn."""

    shelf: RoundsShelf
    sight: RoundsSight
    gates: RoundsGates
    timers: RoundTimers
    turn: int
    rolls: Rolls
    count: CountTokens
    expand: Expand
    purse: Purse
    choice: GroupChoice
    purses: list[Purse]
    step: int = 0
    appearances: list[Appearance] = field(default_factory=list)
    decided: set[int] = field(default_factory=set)
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)

    def run(self, running: Iterable[int]) -> None:
        """running: entries to look at because of a timer."""
        self.marks = {name: mark.before(self.turn) for name, mark in self.timers.marks.items()}
        touched = self.sight.in_chat().union(self.shelf.constants, running)
        deepest = max((one.book.recursion_steps for one in self.shelf.books), default=0)
        while True:
            fresh = self._one_step(touched)
            if self.step >= deepest:
                return
            self.step += 1
            touched = self._woken(fresh)
            if not fresh and not self._levels_left():
                return

    def _woken(self, fresh: Iterable[Appearance]) -> set[int]:
        """Entries that texts inserted by the last step touch, and those whose level has come."""
        touched = {at for at in self.shelf.levels if self._entry(at).recursion_level <= self.step}
        for one in fresh:
            touched |= self.sight.insert(one.id, one.content)
        return touched

    def _levels_left(self) -> bool:
        return any(self._entry(at).recursion_level >= self.step for at in self.shelf.levels)

    def _entry(self, at: int) -> LoreEntry:
        return self.shelf.entries[at]

    def rank(self, at: int) -> tuple[object, ...]:
        """The order in which entries are served: sticky, highest order, book, id; those that yield last."""
        entry = self._entry(at)
        book = self.shelf.books[self.shelf.book_of[at]].book
        return (entry.yields, at not in self.choice.sticky, -entry.order, book.id, *natural(entry.id))

    def _one_step(self, touched: Iterable[int]) -> list[Appearance]:
        """Admits entries; returns those whose text may trigger others."""
        candidates: list[int] = []
        for at in sorted(touched, key=self.rank):
            if at not in self.decided and self._passes(at):
                candidates.append(at)
        chosen = self.choice.run([(at, self._entry(at)) for at in candidates])
        for at in set(candidates).difference(chosen):
            self._lose(at)
        admitted = [one for at in chosen if (one := self._admit(at)) is not None]
        return [one for one in admitted if one.entry.feeds_recursion and one.content]

    def _passes(self, at: int) -> bool:
        verdict = self.gates.verdict(at, self.step, self.verdicts.get(at)).at_step(self.step)
        if verdict.reason == "pending":
            self._wait(at)
        if verdict.active:
            verdict = self._rolled(at, verdict)
        self.verdicts[at] = verdict
        if not verdict.active and verdict.reason in ("probability", "pending"):
            self.decided.add(at)
        return verdict.active

    def _wait(self, at: int) -> None:
        name = self.shelf.ids[at]
        mark = self.timers.mark(name, self.turn)
        if self.gates.phase(at) != "pending":
            self.marks[name] = replace(mark, matched=self.turn)

    def _rolled(self, at: int, verdict: Verdict) -> Verdict:
        chance = self._entry(at).probability
        if verdict.reason == "sticky" or chance >= 100:
            return verdict
        roll = self.rolls(f"chance:{self.shelf.ids[at]}") * 100 if chance > 0 else None
        if roll is not None and roll < chance:
            return replace(verdict, roll=roll, chance=chance)
        return replace(verdict, reason="probability", active=False, roll=roll, chance=chance)

    def _lose(self, at: int) -> None:
        group, winner = self.choice.lost[at]
        self._settle(at, "group_lost", group=group, winner=self.shelf.ids[winner])

    def _settle(self, at: int, reason: Reason, group: str = "", winner: str = "") -> None:
        self.decided.add(at)
        verdict = self.verdicts[at]
        self.verdicts[at] = replace(verdict, reason=reason, active=False, group=group, winner=winner)

    def _admit(self, at: int) -> Appearance | None:
        entry, number = self._entry(at), self.shelf.book_of[at]
        content = self.expand(entry.content) if "{{" in entry.content else entry.content
        refused = self._refused(number, entry, content)
        if refused is not None:
            self._settle(at, refused)
            return None
        name = self.shelf.ids[at]
        self.decided.add(at)
        self.marks[name] = appeared(entry, self.timers.mark(name, self.turn), self.turn)
        shown = Appearance(name, self.shelf.books[number].book, entry, content, self.step)
        self.appearances.append(shown)
        return shown

    def _refused(self, number: int, entry: LoreEntry, content: str) -> Reason | None:
        """Pays for the entry, or names the limit it does not fit. `ignore_budget` is about the book's own."""
        purse = self.purses[number]
        too_long = self.purse.refuses(len(content), 0)
        if too_long is not None:
            return too_long
        counted = purse.counts_tokens or self.purse.counts_tokens
        size = len(content), self.count(content) if counted else 0
        refused = self.purse.refuses(*size)
        if refused is None and not entry.ignore_budget and purse.refuses(*size) is not None:
            refused = "budget_book"
        if refused is None:
            purse.pay(*size)
            self.purse.pay(*size)
        return refused

    def kept_marks(self) -> Mapping[str, Mark]:
        """Marks that still mean something; those of books not in force are kept as they are."""
        kept: dict[str, Mark] = {}
        for name, mark in self.marks.items():
            at = self.shelf.place.get(name)
            spent = mark == Mark() if at is None else is_spent(self._entry(at), mark, self.turn)
            if not spent:
                kept[name] = mark
        return kept


def _limits(book: Lorebook) -> LoreLimits:
    return LoreLimits(book.max_tokens, book.max_entries, book.max_characters)


@dataclass(frozen=True, slots=True)
class RoundsResult:
    """active: in activation order. explain(): a verdict for every entry of every book by id."""

    active: tuple[Appearance, ...]
    timers: RoundTimers
    off: tuple[tuple[Lorebook, Reason], ...]
    run: RoundsRun

    def explain(self) -> dict[str, Verdict]:
        found: dict[str, Verdict] = {}
        for at, name in enumerate(self.run.shelf.ids):
            verdict = self.run.verdicts.get(at) or self.run.gates.verdict(at, 0)
            found[name] = replace(
                verdict,
                position=self.run.shelf.entries[at].position if verdict.active else "",
                matched=tuple(self.run.sight.shown(at, match) for match in verdict.matched),
                slow=self.run.sight.slow_keys(at),
            )
        for book, reason in self.off:
            found.update({f"{book.id}.{entry.id}": Verdict(reason) for entry in book.entries.values()})
        return found


def evaluate_rounds(
    books: Sequence[Lorebook],
    messages: Sequence[LoreMessage],
    timers: RoundTimers,
    scene: LoreScene,
    rolls: Rolls,
    count: CountTokens,
    expand: Expand,
    memory: LoreMemory,
    purse: Purse,
) -> RoundsResult:
    """One evaluation of native books. messages: newest first. purse: pays for what is admitted."""
    states = [(book, _book_off(book, scene)) for book in books]
    shelf = compile_rounds([book for book, off in states if off is None], expand, memory)
    sight = RoundsSight(shelf, messages, memory.guard)
    turn = sum(message.player for message in messages) if scene.turn is None else scene.turn
    length = len(messages) if scene.message_count is None else scene.message_count
    replies = sum(not message.player for message in messages)
    replies = replies if scene.reply_count is None else scene.reply_count
    gates = RoundsGates(shelf, sight, scene, timers, turn, length, replies)
    phases = {
        shelf.place[name]: gates.phase(shelf.place[name]) for name in timers.marks if name in shelf.place
    }
    choice = GroupChoice(rolls, frozenset(at for at, now in phases.items() if now == "sticky"))
    purses = [Purse(_limits(one.book)) for one in shelf.books]
    run = RoundsRun(shelf, sight, gates, timers, turn, rolls, count, expand, purse, choice, purses)
    run.run([at for at, now in phases.items() if now in ("sticky", "due", "pending")])
    off = tuple((book, reason) for book, reason in states if reason is not None)
    return RoundsResult(tuple(run.appearances), RoundTimers(run.kept_marks()), off, run)


def _book_off(book: Lorebook, scene: LoreScene) -> Reason | None:
    if not book.enabled:
        return "book_off"
    return None if is_bound_here(book, scene) else "book_unbound"
