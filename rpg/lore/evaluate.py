"""One evaluation of all books of a session. Source: docs/lorebook.md §2, docs/context.md §1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg.lore.budget import CountTokens, LoreLimits, Purse
from rpg.lore.memory import LoreMemory
from rpg.lore.placement import Placed, place_rounds, place_tavern
from rpg.lore.rolls import Rolls
from rpg.lore.rounds.conditions import is_bound_here
from rpg.lore.rounds.passes import RoundsResult, evaluate_rounds
from rpg.lore.rounds.shelf import Expand
from rpg.lore.rounds.timers import RoundTimers
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.tavern.fields import compiled_book
from rpg.lore.tavern.passes import TavernResult, evaluate_tavern
from rpg.lore.tavern.settings import NO_FIELDS, TavernCharacter, TavernChat, TavernSettings
from rpg.lore.tavern.timers import TavernTimers
from rpg.lore.why import Explanation, Reason, Verdict
from rpg.world.lorebook import Lorebook


@dataclass(frozen=True, slots=True)
class LoreTimers:
    """What earlier turns of the path left running. Part of a turn's record."""

    rounds: RoundTimers = field(default_factory=RoundTimers)
    tavern: TavernTimers = field(default_factory=TavernTimers)

    def to_json(self) -> dict[str, Any]:
        return {"rounds": self.rounds.to_json(), "tavern": self.tavern.to_json()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> LoreTimers:
        """The inverse of `to_json`; parts that are missing are empty."""
        return cls(
            RoundTimers.from_json(value.get("rounds", {})), TavernTimers.from_json(value.get("tavern", {}))
        )


@dataclass(frozen=True, slots=True)
class LoreSettings:
    """limits: of all books together. max_context: tokens that tavern percentages apply to.

    fields: extra texts for tavern books by name (personaDescription, scenario, …).
    """

    limits: LoreLimits = field(default_factory=LoreLimits)
    max_context: int = 8192
    tavern: TavernSettings = field(default_factory=TavernSettings)
    fields: Mapping[str, str] = field(default_factory=lambda: NO_FIELDS)
    trigger: str = "normal"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """activated: ids (`book.entry`) in activation order, native books first.

    placed: texts in the order they are inserted within each place. why: every entry of every book. rolls:
    what was rolled, in order.
    """

    activated: tuple[str, ...]
    placed: tuple[Placed, ...]
    timers: LoreTimers
    why: Mapping[str, Verdict]
    rolls: tuple[tuple[str, float], ...]

    def record(self) -> dict[str, Any]:
        """The compact form for a turn's record: ids, running timers and rolls."""
        return {
            "activated": list(self.activated),
            "timers": self.timers.to_json(),
            "rolls": [list(roll) for roll in self.rolls],
        }


def evaluate(
    books: Sequence[Lorebook],
    messages: Sequence[LoreMessage],
    timers: LoreTimers,
    scene: LoreScene,
    settings: LoreSettings,
    rolls: Rolls,
    count_tokens: CountTokens,
    expand: Expand = lambda text: text,
    memory: LoreMemory | None = None,
) -> Evaluation:
    """Which entries are in force for the player's latest message, where they stand, and why.

    books: all books of the session, switched off ones too (they are explained). messages: oldest first, the
    scanned ones only (no hidden or tool messages); the last is what the player just wrote. expand: fills in
    macros. memory: makes later turns cheap; the result is the same without it. Native books draw on the
    common limits first.
    """
    memory = memory or LoreMemory()
    drawn: list[tuple[str, float]] = []

    def roll(name: str) -> float:
        drawn.append((name, rolls(name)))
        return drawn[-1][1]

    newest_first = tuple(reversed(messages))
    purse = Purse(settings.limits)
    native = [book for book in books if book.rules == "rounds"]
    rounds = evaluate_rounds(
        native, newest_first, timers.rounds, scene, roll, count_tokens, expand, memory, purse
    )
    states = [(book, _off(book, scene)) for book in books if book.rules == "tavern"]
    tavern = evaluate_tavern(
        [compiled_book(book, memory) for book, off in states if off is None],
        _tavern_chat(newest_first, scene, settings),
        timers.tavern,
        settings.tavern,
        roll,
        count_tokens,
        expand,
        memory,
        purse,
    )
    return _joined(rounds, tavern, tuple((book, off) for book, off in states if off), count_tokens, drawn)


def _off(book: Lorebook, scene: LoreScene) -> Reason | None:
    if not book.enabled:
        return "book_off"
    return None if is_bound_here(book, scene) else "book_unbound"


def _tavern_chat(newest_first: Sequence[LoreMessage], scene: LoreScene, settings: LoreSettings) -> TavernChat:
    names = settings.tavern.include_names
    texts = tuple(f"{one.name}: {one.text}" if names and one.name else one.text for one in newest_first)
    who = scene.speaking or next(iter(scene.present), "")
    return TavernChat(
        messages=texts,
        max_context=settings.max_context,
        character=TavernCharacter(who) if who else None,
        fields=settings.fields,
        trigger=settings.trigger,
        length=scene.message_count,
    )


def _joined(
    rounds: RoundsResult,
    tavern: TavernResult,
    off: tuple[tuple[Lorebook, Reason], ...],
    count: CountTokens,
    drawn: list[tuple[str, float]],
) -> Evaluation:
    placed = [*place_rounds(rounds, count), *place_tavern(tavern.active, count)]

    def explain() -> dict[str, Verdict]:
        found = {**rounds.explain(), **tavern.explain()}
        for book, reason in off:
            found.update({f"{book.id}.{name}": Verdict(reason) for name in book.entries})
        return found

    return Evaluation(
        activated=(*(one.id for one in rounds.active), *(one.entry.id for one in tavern.active)),
        placed=tuple(sorted(placed, key=lambda one: one.sort)),
        timers=LoreTimers(rounds.timers, tavern.timers),
        why=Explanation(explain),
        rolls=tuple(drawn),
    )
