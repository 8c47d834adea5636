"""The tests an entry passes in one pass, in order; the first that applies decides.

Source: docs/tavern-lorebook.md §5.
"""

from __future__ import annotations

from dataclasses import dataclass

from rpg.lore.tavern.decorators import ACTIVATE, DONT_ACTIVATE
from rpg.lore.tavern.entry import CharacterFilter, TavernEntry
from rpg.lore.tavern.settings import TavernCharacter
from rpg.lore.tavern.sight import Sight
from rpg.lore.tavern.timers import Effects
from rpg.lore.why import Match, Reason, Verdict


@dataclass(frozen=True, slots=True)
class Gates:
    """length: messages in the chat. recursing and level describe the current pass."""

    sight: Sight
    effects: Effects
    length: int
    recursing: bool
    level: float

    def verdict(self, at: int) -> Verdict:
        """active says whether the entry is a candidate of this pass."""
        entry = self.sight.shelf.entries[at]
        stuck = at in self.effects.sticky
        stopped = self._stopped(entry, stuck, at)
        if stopped is not None:
            return Verdict(stopped)
        if ACTIVATE in entry.decorators:
            return Verdict("decorator", active=True)
        if DONT_ACTIVATE in entry.decorators:
            return Verdict("decorator_off")
        if entry.constant:
            return Verdict("constant", active=True)
        if stuck:
            return Verdict("sticky", active=True)
        return self._keys(at, entry) if entry.keys else Verdict("no_keys")

    def _stopped(self, entry: TavernEntry, stuck: bool, at: int) -> Reason | None:
        if not entry.enabled:
            return "disabled"
        if entry.triggers and self.sight.chat.kind not in entry.triggers:
            return "trigger"
        if not passes_filter(entry.filter, self.sight.chat.character):
            return "characters"
        if self.length < entry.delay:
            return "delay"
        if stuck:
            return None
        return "cooldown" if at in self.effects.cooldown else self._recursion(entry)

    def _recursion(self, entry: TavernEntry) -> Reason | None:
        if entry.recursion_level and not self.recursing:
            return "recursion_only"
        if self.recursing and entry.recursion_level > self.level:
            return "recursion_level"
        if self.recursing and self.sight.settings.recursive and entry.exclude_recursion:
            return "not_recursive"
        return None

    def _keys(self, at: int, entry: TavernEntry) -> Verdict:
        seen = {slot: self.sight.find(at, slot) for slot in range(len(entry.keys))}
        first = next((slot for slot, where in seen.items() if where is not None), None)
        if first is None:
            return Verdict("no_match")
        matched = self._matches(at, seen)
        if not entry.uses_secondary:
            return Verdict("matched", active=True, matched=matched)
        return self._secondary(at, entry, matched)

    def _secondary(self, at: int, entry: TavernEntry, primary: tuple[Match, ...]) -> Verdict:
        slots = range(len(entry.keys), len(entry.keys) + len(entry.secondary))
        matched = self._matches(at, {slot: self.sight.find(at, slot) for slot in slots})
        passed = secondary_passes(entry.logic, len(matched), len(entry.secondary))
        detail = f"{len(matched)}/{len(entry.secondary)}"
        reason: Reason = "matched" if passed else "secondary"
        return Verdict(reason, active=passed, matched=primary + matched, detail=detail)

    def _matches(self, at: int, seen: dict[int, str | None]) -> tuple[Match, ...]:
        keys = self.sight.shelf.keys[at]
        return tuple(Match(keys[slot].authored, where, slot) for slot, where in seen.items() if where)


def secondary_passes(logic: int | None, found: int, total: int) -> bool:
    """The truth table of docs/tavern-lorebook.md §4; an unknown logic never passes."""
    match logic:
        case 0:
            return found >= 1
        case 1:
            return found < total
        case 2:
            return found == 0
        case 3:
            return found == total
    return False


def passes_filter(wanted: CharacterFilter, character: TavernCharacter | None) -> bool:
    """Names and tags must both pass. Without a character the tag test is skipped, the name test is not."""
    if wanted.names:
        named = character is not None and character.file in wanted.names
        if named == wanted.exclude:
            return False
    if wanted.tags and character is not None:
        tagged = bool(set(wanted.tags) & set(character.tags))
        return tagged != wanted.exclude
    return True
