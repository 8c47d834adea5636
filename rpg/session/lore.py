"""The lorebooks of a turn: which books are active, what they placed, and what the record keeps of it.

A function of the path, the books and the seed: a retry has the same lore. Source: docs/lorebook.md §2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from rpg.context.plan import setting_over
from rpg.context.space import space_of
from rpg.context.values import LoreLeftOut, LorePlacement, PlanInputs
from rpg.lore.budget import LoreLimits
from rpg.lore.evaluate import Evaluation, LoreSettings, LoreTimers, evaluate
from rpg.lore.placement import Placed
from rpg.lore.rolls import seeded
from rpg.lore.scene import LoreMessage, LoreScene
from rpg.lore.why import Verdict
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.story import PLAYER_KINDS, Ground, Story
from rpg.world.beats import ANSWERED
from rpg.world.lorebook import Lorebook
from rpg.world.macros import expand

if TYPE_CHECKING:
    from rpg.session.planning import Telling

LORE = "lore"
"""Key of a turn's record under which the engine's part is kept."""

DEEPEST_SCAN = 1000
"""Messages looked at for keys at most, whatever a book asks for."""


BUDGETS = frozenset({"budget_book", "budget_entries", "budget_characters", "budget_tokens", "budget_closed"})
"""Verdicts on entries that were triggered and found no room."""


@dataclass(frozen=True, slots=True)
class TurnLore:
    """What the engine placed, what it cut, and what is kept with the turn. why: the verdict on every entry."""

    placements: tuple[LorePlacement, ...] = ()
    left_out: tuple[LoreLeftOut, ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict)
    why: Mapping[str, Verdict] = field(default_factory=dict)


def lore_of_turn(story: Story, ground: Ground, telling: Telling, inputs: PlanInputs) -> TurnLore:
    """The lore of the turn on `ground`. inputs: those of its plan, without lore."""
    books = tuple(telling.books(ground.state.world))
    if not books:
        return TurnLore()
    found = _fitting(story, ground, telling, inputs, books)
    return TurnLore(_placements(found), tuple(_left_out(found)), found.record(), found.why)


def _fitting(
    story: Story, ground: Ground, telling: Telling, inputs: PlanInputs, books: tuple[Lorebook, ...]
) -> Evaluation:
    """The evaluation within the share of lore, or within what the scene leaves of it where that is less."""
    room = space_of(inputs.settings, inputs.quality).lore_cap
    while True:
        found = _evaluate(story, ground, telling, inputs, books, room)
        over = setting_over(replace(inputs, lore=_placements(found))) if found.placed else 0
        if not over or not room:
            return found
        used = sum(inputs.count(placed.content) for placed in found.placed)
        room = max(0, min(room, used) - over)


def _placements(found: Evaluation) -> tuple[LorePlacement, ...]:
    return tuple(_placement(placed, found.why) for placed in found.placed)


def _left_out(found: Evaluation) -> Iterator[LoreLeftOut]:
    """Entries that were triggered and are not in the prompt, in the order of the books."""
    placed = {one.id for one in found.placed}
    for id, verdict in found.why.items():
        book, _, entry = id.partition(".")
        if verdict.active and id not in placed:
            yield LoreLeftOut(entry, book, "nowhere")
        elif verdict.reason in BUDGETS:
            yield LoreLeftOut(entry, book, verdict.reason)


def _evaluate(
    story: Story,
    ground: Ground,
    telling: Telling,
    inputs: PlanInputs,
    books: tuple[Lorebook, ...],
    room: int,
) -> Evaluation:
    """room: tokens of all lore."""
    settings, state = telling.settings, ground.state
    space = space_of(inputs.settings, inputs.quality)
    limits = LoreLimits(room, settings["lore.max_entries"], settings["lore.max_characters"])
    record = (inputs.last_record or {}).get(LORE, {})
    now = scene(state)
    values = {
        "user": state.world.player.name,
        "location": now.name,
        "time": now.clock_text(state.world.language),
    }
    place = f"{inputs.log.count + 1}:{ground.turn.text}"
    return evaluate(
        books,
        _messages(ground, inputs, books),
        LoreTimers.from_json(record.get("timers", {})),
        lore_scene(state, inputs.log.count + 1),
        LoreSettings(limits=limits, max_context=space.window),
        seeded(f"{story.seed}\0{place}"),
        inputs.count,
        lambda text: expand(text, values),
        story.lore_memory,
    )


def lore_scene(state: State, message_count: int) -> LoreScene:
    """The moment of the story as the engine is told of it. message_count: with the turn's own message."""
    place = state.location(state.player_location)
    return LoreScene(
        location=state.player_location,
        tags=place.tags if place is not None else (),
        present=scene(state).present,
        visited=tuple(id for id in state.location_ids() if state.visits(id)),
        clock=state.clock,
        flags={**{f"{ANSWERED}{id}": text for id, text in state.answers().items()}, **state.flags()},
        turn=state.turn,
        message_count=message_count,
        reply_count=message_count - state.turn,
    )


def _messages(ground: Ground, inputs: PlanInputs, books: Iterable[Lorebook]) -> list[LoreMessage]:
    """The newest messages that any entry may look at, oldest first, the turn's own last."""
    depth = min(max(map(_scan_depth, books), default=0), DEEPEST_SCAN)
    log, name = inputs.log, ground.state.world.player.name
    first = max(1, log.count - depth + 1)
    told = [log.message(ordinal) for ordinal in range(first, log.count + 1)]
    scanned = [
        LoreMessage(one.text, name if one.kind in PLAYER_KINDS else "", one.kind in PLAYER_KINDS)
        for one in told
    ]
    return [*scanned, LoreMessage(ground.turn.text, name, True)]


def _scan_depth(book: Lorebook) -> int:
    return max([book.scan_depth, *(entry.scan_depth or 0 for entry in book.entries.values())])


def _placement(placed: Placed, why: Mapping[str, Verdict]) -> LorePlacement:
    return LorePlacement(
        placed.id.removeprefix(f"{placed.book}."),
        placed.book,
        placed.content,
        placed.position,
        placed.depth,
        placed.role,
        placed.outlet,
        int(placed.order) if isfinite(placed.order) else 0,
        _reason(why[placed.id]),
    )


def _reason(verdict: Verdict) -> str:
    """Why an entry is here, for the panel."""
    if not verdict.matched:
        return verdict.reason
    match = verdict.matched[0]
    return f"{match.key} ← {match.text}" if match.text and match.text != match.key else match.key
