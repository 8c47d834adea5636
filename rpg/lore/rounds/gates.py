"""The tests that an entry of the native dialect passes, in order. Source: docs/lorebook.md §2, §4."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rpg.lore.rounds.conditions import unmet, wrong_people
from rpg.lore.rounds.shelf import RoundsShelf, entry_keys
from rpg.lore.rounds.sight import RoundsSight
from rpg.lore.rounds.timers import Phase, RoundTimers, phase
from rpg.lore.scene import LoreScene
from rpg.lore.why import Verdict
from rpg.world.lorebook import LoreEntry


@dataclass(frozen=True, slots=True)
class RoundsGates:
    """turn: the player's current turn. message_count, reply_count: all messages of the story so far, and the
    narrator's among them.
    """

    shelf: RoundsShelf
    sight: RoundsSight
    scene: LoreScene
    timers: RoundTimers
    turn: int
    message_count: int
    reply_count: int

    def phase(self, at: int) -> Phase:
        """Where the entry stands before anything is matched."""
        return phase(self.shelf.entries[at], self.timers.mark(self.shelf.ids[at], self.turn), self.turn)

    def verdict(self, at: int, step: int, earlier: Verdict | None = None) -> Verdict:
        """The first test that decides, in the order of docs/lorebook.md §2.

        active: the entry is a candidate. step: 0 for the chat, then the recursion steps. earlier: the verdict of
        a former step, which stands where this step may not ask again.
        """
        entry = self.shelf.entries[at]
        stopped = self._stopped(entry)
        if stopped is not None:
            return stopped
        now = self.phase(at)
        if now == "cooldown":
            return Verdict("cooldown", detail=str(self._left(at)))
        if now == "sticky":
            return Verdict("sticky", active=True, detail=str(self._left(at)))
        if now == "due":
            return Verdict("due", active=True)
        held = self._recursion(at, entry, step, earlier)
        if held is not None:
            return held
        found = self._constant(at, entry, step) if entry.constant else self._keys(at, entry, step)
        if (found.active and entry.delay > 0) or now == "pending":
            return replace(found, reason="pending", active=False, detail=str(self._left(at)))
        return found

    def _stopped(self, entry: LoreEntry) -> Verdict | None:
        if not entry.enabled:
            return Verdict("disabled")
        missing = unmet(entry.when, self.scene)
        if missing:
            return Verdict("condition", detail=missing)
        if wrong_people(entry, self.scene):
            return Verdict("characters")
        if self.message_count < entry.min_messages:
            return Verdict("min_messages", detail=f"{self.message_count}/{entry.min_messages}")
        if self.reply_count < entry.min_replies:
            return Verdict("min_replies", detail=f"{self.reply_count}/{entry.min_replies}")
        if entry.every_replies > 1 and self.reply_count % entry.every_replies:
            return Verdict("every_replies", detail=f"{self.reply_count}/{entry.every_replies}")
        return None

    def _left(self, at: int) -> int:
        """Turns left of the delay, the stay or the cooldown that holds the entry."""
        entry = self.shelf.entries[at]
        mark = self.timers.mark(self.shelf.ids[at], self.turn)
        match phase(entry, mark, self.turn):
            case "sticky":
                return (mark.appeared or 0) + entry.sticky - self.turn
            case "cooldown":
                return (mark.appeared or 0) + entry.sticky + entry.cooldown - self.turn
            case "pending":
                return (mark.matched or 0) + entry.delay - self.turn
        return entry.delay

    def _recursion(self, at: int, entry: LoreEntry, step: int, earlier: Verdict | None) -> Verdict | None:
        book = self.shelf.books[self.shelf.book_of[at]].book
        if step < entry.recursion_level:
            return Verdict("recursion_level" if step else "recursion_only")
        if step and (not entry.recursive or step > book.recursion_steps):
            return earlier or Verdict("not_recursive")
        return None

    def _constant(self, at: int, entry: LoreEntry, step: int) -> Verdict:
        every = len(entry_keys(entry))
        excluding = range(every - len(entry.exclude_keys), every)
        seen = {slot: place for slot in excluding if (place := self.sight.find(at, slot, step > 0))}
        if seen:
            matched = tuple(self.sight.match(at, slot, place) for slot, place in seen.items())
            return Verdict("excluded", matched=matched)
        return Verdict("constant", active=True)

    def _keys(self, at: int, entry: LoreEntry, step: int) -> Verdict:
        if not entry.keys:
            return Verdict("no_keys")
        slots = range(len(entry_keys(entry)))
        seen = {slot: place for slot in slots if (place := self.sight.find(at, slot, step > 0))}
        matched = tuple(self.sight.match(at, slot, place) for slot, place in seen.items())
        first_secondary = len(entry.keys)
        first_excluding = first_secondary + len(entry.secondary_keys)
        if not any(slot < first_secondary for slot in seen):
            return Verdict("no_match")
        if any(slot >= first_excluding for slot in seen):
            return Verdict("excluded", matched=matched)
        found = sum(first_secondary <= slot for slot in seen)
        if logic_passes(entry, found):
            return Verdict("matched", active=True, matched=matched)
        return Verdict("secondary", matched=matched, detail=f"{found}/{len(entry.secondary_keys)}")


def logic_passes(entry: LoreEntry, found: int) -> bool:
    """Whether `found` matching secondary keys satisfy the entry's logic; no secondary keys ask nothing."""
    total = len(entry.secondary_keys)
    if not total:
        return True
    match entry.logic:
        case "and_any":
            return found > 0
        case "and_all":
            return found == total
        case "not_any":
            return found == 0
        case "not_all":
            return found < total
