"""Sticky and cooldown of the tavern dialect, counted in messages. Source: docs/tavern-lorebook.md §7."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from rpg.lore.tavern.entry import TavernEntry
from rpg.lore.tavern.shelf import Shelf

NO_SLOTS: Mapping[str, Slot] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Slot:
    """From `start` up to, not including, `end` (chat lengths). A protected slot survives a shorter chat."""

    hash: str
    start: int
    end: float
    protected: bool = False

    def to_json(self) -> list[Any]:
        return [self.hash, self.start, self.end, self.protected]

    @classmethod
    def from_json(cls, value: list[Any]) -> Slot:
        return cls(str(value[0]), int(value[1]), float(value[2]), bool(value[3]))


@dataclass(frozen=True, slots=True)
class TavernTimers:
    """Running effects by entry id."""

    sticky: Mapping[str, Slot] = field(default_factory=lambda: NO_SLOTS)
    cooldown: Mapping[str, Slot] = field(default_factory=lambda: NO_SLOTS)

    def to_json(self) -> dict[str, Any]:
        return {
            "sticky": {entry: slot.to_json() for entry, slot in self.sticky.items()},
            "cooldown": {entry: slot.to_json() for entry, slot in self.cooldown.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TavernTimers:
        return cls(
            *(
                {entry: Slot.from_json(slot) for entry, slot in value.get(kind, {}).items()}
                for kind in ("sticky", "cooldown")
            )
        )


@dataclass(frozen=True, slots=True)
class Effects:
    """Entries (places on the shelf) that are sticky or cooling in this evaluation, and the slots left."""

    sticky: frozenset[int]
    cooldown: frozenset[int]
    timers: TavernTimers


def effects_now(timers: TavernTimers, length: int, shelf: Shelf) -> Effects:
    """The effects at a chat of `length` messages; ended slots go, a sticky end may start a cooldown."""
    cooling = dict(timers.cooldown)
    sticky: dict[str, Slot] = {}
    stuck: set[int] = set()
    cool: set[int] = set()
    for name, slot in timers.sticky.items():
        at = shelf.by_hash.get(slot.hash)
        match _state(slot, at, length, at is not None and bool(shelf.entries[at].sticky)):
            case "active" if at is not None:
                stuck.add(at)
                sticky[name] = slot
            case "waits":
                sticky[name] = slot
            case "ended" if at is not None and shelf.entries[at].cooldown:
                end = length + shelf.entries[at].cooldown
                cooling[shelf.entries[at].id] = Slot(slot.hash, length, end, protected=True)
                cool.add(at)
    cooldown, still = _cooldowns(cooling, length, shelf)
    return Effects(frozenset(stuck), frozenset(cool | still), TavernTimers(sticky, cooldown))


def _cooldowns(slots: Mapping[str, Slot], length: int, shelf: Shelf) -> tuple[dict[str, Slot], set[int]]:
    kept: dict[str, Slot] = {}
    cool: set[int] = set()
    for name, slot in slots.items():
        at = shelf.by_hash.get(slot.hash)
        state = _state(slot, at, length, at is not None and bool(shelf.entries[at].cooldown))
        if state == "active" and at is not None:
            cool.add(at)
        if state in ("active", "waits"):
            kept[name] = slot
    return kept, cool


def _state(slot: Slot, at: int | None, length: int, has_effect: bool) -> str:
    if length <= slot.start and not slot.protected:
        return "dropped"
    if at is None:
        return "dropped" if length >= slot.end else "waits"
    if not has_effect:
        return "dropped"
    return "ended" if length >= slot.end else "active"


def with_started(timers: TavernTimers, length: int, active: Iterable[TavernEntry]) -> TavernTimers:
    """`timers` with the effects that begin now; a running effect is never prolonged."""
    sticky, cooldown = dict(timers.sticky), dict(timers.cooldown)
    for entry in active:
        if entry.sticky and entry.id not in sticky:
            sticky[entry.id] = Slot(entry.hash, length, length + entry.sticky)
        if entry.cooldown and entry.id not in cooldown:
            cooldown[entry.id] = Slot(entry.hash, length, length + entry.cooldown)
    return replace(timers, sticky=sticky, cooldown=cooldown)
