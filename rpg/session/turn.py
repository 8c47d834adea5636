"""A turn from the player's words to the saved reply. Source: docs/design.md §6.

The words are kept as a draft while the turn is planned, become a node once the plan is not refused, and
the reply becomes true in one transaction with its edits. Between two awaits nothing half-done is saved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg.context.document import report_document
from rpg.context.result import Plan
from rpg.narrator.protocol import Narrator, NarratorError, Offstage
from rpg.runtime.routes import plan_travel
from rpg.runtime.scene import scene, scene_changes
from rpg.runtime.state import State
from rpg.session.calibrating import learn_from
from rpg.session.commits import (
    Prepared,
    attempt,
    narration_content,
    narration_node,
    player_node,
    travel_node,
    with_notes,
    with_spent,
)
from rpg.session.digests import departure_notes, notes_of_reply
from rpg.session.events import (
    BlockedEvent,
    CancelledEvent,
    FailedEvent,
    NoticeEvent,
    PreviewEvent,
    SavedEvent,
    StartedEvent,
    TextEvent,
)
from rpg.session.happening import notices, with_beats
from rpg.session.limits import learn_limit
from rpg.session.narration import Narration, Reply
from rpg.session.planning import Telling, at_ground, plan_turn
from rpg.session.reaching import Reach, ToolDesk, kept_results
from rpg.session.services import Services
from rpg.session.story import Ground, Story
from rpg.session.stream import Emit
from rpg.session.travel import travel_text
from rpg.session.unrecorded import suspicion_text, unrecorded
from rpg.session.wire import told_since
from rpg.store.transaction import Committed, Transaction
from rpg.text.messages import message
from rpg.tools.game import DiceKeys, Stage

HISTORY_FOR_STORYTELLER = 8

ENDINGS: Mapping[str, str] = {"length": "continue", "content_filter": "retry"}
"""Endings of a reply that the player is told of, and what a face offers to do."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells a turn, and how. desk: for tools that reach outside the game."""

    narrator: Narrator
    telling: Telling
    services: Services
    desk: ToolDesk


class Turn:
    """One turn of a story. `preview` is the state on the stage while the reply comes in."""

    def __init__(self, story: Story, teller: Teller, emit: Emit) -> None:
        self._story = story
        self._teller = teller
        self._emit = emit

    # -- ways to begin ----------------------------------------------------------------------

    async def say(self, text: str) -> None:
        """The player's message and its reply."""
        story = self._story
        if story.save.draft(story.head) != text:
            story.save.commit(Transaction(drafts={story.head: text}))
        ground = story.draft_ground(text)
        plan = self._plan(ground)
        if self._blocked(plan):
            return
        start = self._commit(player_node(story, text, self._now())).ids[-1]
        self._emit(StartedEvent(start))
        await self._narrate(story.ground(start, start), plan)

    async def travel(self, place: str, companions: Sequence[str], narrate: bool) -> None:
        """A travel by the player's rules, true at once, then its arrival. Raises EditError."""
        story = self._story
        turn_place = story.next_turn()
        state = story.state_for_turn(turn_place)
        edit = plan_travel(state, place, companions)
        prepared = travel_node(story, travel_text(state, edit), edit, self._now())
        notes = departure_notes(story, turn_place.before, state, prepared.state, self._count)
        start = self._commit(with_notes(prepared, notes)).ids[-1]
        ground = story.ground(start, start)
        self._emit(StartedEvent(start))
        self._emit(PreviewEvent(ground.state, scene_changes(state, ground.state)))
        if narrate:
            await self.answer(ground)
        else:
            self._emit(SavedEvent(start, ground.state.hash, scene_changes(state, ground.state)))

    async def answer(self, ground: Ground, instead_of: int | None = None) -> None:
        """A reply to a turn that is saved already: an arrival, a failed turn, another try."""
        plan = self._plan(ground)
        if not self._blocked(plan):
            await self._narrate(ground, plan, instead_of)

    # -- the reply --------------------------------------------------------------------------

    async def _narrate(self, ground: Ground, plan: Plan, instead_of: int | None = None) -> None:
        self._announce_space(plan)
        await self._tell(self._narration(ground, plan), ground, instead_of)

    def _announce_space(self, plan: Plan) -> None:
        """Says when the window is another one than on the turn before: the model or a setting has changed."""
        before, window = (plan.inputs.last_record or {}).get("window"), plan.space.window
        if before in (None, window) or self._teller.narrator.traits.offline:
            return
        values = {"window_before": before, "window": window, "available": plan.space.available}
        values |= {"carried": plan.history.carried, "total": plan.history.total}
        said = message(self._teller.services.language, "spaces.window", **values)
        self._emit(NoticeEvent("space_changed", said, "context", values))

    async def _tell(self, narration: Narration, ground: Ground, instead_of: int | None) -> None:
        """Runs a narration to its end, whatever that is, and keeps what came of it."""
        start = ground.start if ground.start is not None else 0
        try:
            reply = await narration.run()
        except NarratorError as error:
            self._failed(start, narration.reply, error)
        except asyncio.CancelledError:
            kept = self._keep_attempt(start, narration.reply, "cancelled")
            self._emit(CancelledEvent(start, kept))
            raise
        else:
            self._complete(ground, reply, instead_of)

    def _narration(self, ground: Ground, plan: Plan) -> Narration:
        teller, start = self._teller, ground.start
        attempts, place = 0, ""
        if start is not None:
            top = start if ground.top is None else ground.top
            attempts = self._story.attempts_made(start, top)
            place = self._story.place_on_path(start, top)
        sheets = frozenset(scene(ground.state).owners)
        rolled_anew = teller.telling.settings["session.retry_dice"] == "world"
        dice = DiceKeys(self._story.seed, place, attempts if rolled_anew else 0)
        stage = Stage(ground.state, (), sheets, dice)
        history = self._history(ground)

        def offstage(stage: Stage, results: tuple[tuple[str, str], ...]) -> Offstage:
            language = ground.state.world.language
            turn, seed = ground.turn, hash_seed(self._story.seed, place, attempts)
            return Offstage(stage.state, turn.text, turn.kind, language, history, results, seed)

        reach = Reach(teller.desk, self._emit, teller.services.language, kept_results(self._story, start))
        narration = Narration(
            teller.narrator,
            plan,
            stage,
            at_ground(teller.telling, ground).tools,
            self._emit,
            language=teller.services.language,
            rounds=teller.telling.settings["tools.rounds"],
            offstage=offstage,
            reach=reach.answer,
            shorter=lambda error: self._shorter(ground, error),
        )
        narration.reply.turn.extend(told_since(self._story, ground))
        return narration

    def _shorter(self, ground: Ground, error: NarratorError) -> Plan | None:
        """The plan for the limit that a server's refusal has taught; None when it cannot be sent either."""
        telling, services = self._teller.telling, self._teller.services
        believed = self._plan(ground).space.window
        limit = learn_limit(services.learned, self._teller.narrator.traits, believed, error.limit)
        plan = plan_turn(self._story, ground, replace(telling, limit=limit))
        code = "limit_refused" if plan.refused else "limit"
        values = {"limit": limit, "window": believed}
        said = message(services.language, f"spaces.{code}", **values)
        self._emit(NoticeEvent(f"context_{code}", said, "context", values))
        return None if plan.refused else plan

    def _history(self, ground: Ground) -> tuple[tuple[str, str], ...]:
        log = self._story.log(ground.before)
        first = max(1, log.count - HISTORY_FOR_STORYTELLER + 1)
        latest = [log.message(ordinal) for ordinal in range(first, log.count + 1)]
        return tuple((one.kind, one.text) for one in latest)

    # -- ways to end ------------------------------------------------------------------------

    def _complete(self, ground: Ground, reply: Reply, instead_of: int | None) -> None:
        """Commits the reply; there is no await from here to the end."""
        story = self._story
        traits = self._teller.telling.traits
        ended = with_beats(story, ground, narration_content(ground, reply, traits), tell=True)
        if ended.text:
            self._emit(TextEvent(f"\n\n{ended.text}"))
        notes = notes_of_reply(story, ground, ended.content, self._count)
        prepared = narration_node(story, ground, ended.content, notes, self._now(), instead_of=instead_of)
        paid = with_spent(story, prepared.transaction, reply, traits)
        committed = self._commit(replace(prepared, transaction=paid))
        before = story.fold.state_at(ground.before)
        changes = scene_changes(before, prepared.state)
        self._emit(SavedEvent(committed.ids[0], prepared.state.hash, changes))
        for notice in notices(ended.happened, self._teller.services.language):
            self._emit(notice)
        self._tell_ending(reply)
        self._tell_unrecorded(prepared.state)
        self._learn(reply)

    def _tell_ending(self, reply: Reply) -> None:
        """A notice where the reply ended otherwise than by itself."""
        if reply.finish in ENDINGS:
            text = message(self._teller.services.language, f"session.ended_{reply.finish}")
            self._emit(NoticeEvent(f"ended_{reply.finish}", text, ENDINGS[reply.finish]))

    def _tell_unrecorded(self, state: State) -> None:
        """Notices of what a model told without recording it."""
        if self._teller.narrator.traits.offline:
            return
        language = self._teller.services.language
        for number, one in enumerate(unrecorded(self._story), 1):
            values = {"number": number, "kind": one.kind, "id": one.id, "sentence": one.sentence}
            text = suspicion_text(one, state, language)
            self._emit(NoticeEvent("moved_in_prose", text, f"record:{number}", values))

    def _learn(self, reply: Reply) -> None:
        """Takes up what the server counted for the last request."""
        traits = self._teller.narrator.traits
        if reply.usages and not traits.offline:
            learn_from(self._teller.services.learned, traits, reply.plan.total, reply.usages[-1].prompt)

    def _blocked(self, plan: Plan) -> bool:
        if not plan.refused or self._teller.narrator.traits.offline:
            return False
        language = self._teller.services.language
        text = message(language, "session.not_sent")
        self._emit(BlockedEvent(plan.status, text, report_document(plan)))
        return True

    def _failed(self, start: int, reply: Reply, error: NarratorError) -> None:
        kept = self._keep_attempt(start, reply, str(error.kind))
        language = self._teller.services.language
        text = message(language, f"narrator.{error.kind}", **_values(error))
        remedy = message(language, f"narrator.{error.kind}_remedy", **_values(error))
        if error.detail:
            text = f"{text} ({error.detail})"
        self._emit(FailedEvent(str(error.kind), text, remedy, start, kept))

    def _keep_attempt(self, start: int, reply: Reply, why: str) -> int | None:
        if not start or not reply.parts:
            return None
        kept = attempt(start, tuple(reply.parts), reply.stage.edits, why)
        self._story.save.commit(with_spent(self._story, kept, reply, self._teller.narrator.traits))
        return self._story.save.attempts(start)[-1].id

    # -- small things -----------------------------------------------------------------------

    def _plan(self, ground: Ground) -> Plan:
        return plan_turn(self._story, ground, self._teller.telling)

    def _commit(self, prepared: Prepared) -> Committed:
        committed = self._story.save.commit(prepared.transaction)
        if committed.head is not None:
            self._story.fold.remember(committed.head, prepared.state)
        return committed

    @property
    def _count(self) -> Callable[[str], int]:
        return self._teller.telling.counter.count

    def _now(self) -> float:
        return self._teller.services.now()


def hash_seed(*parts: object) -> int:
    """A number that is the same for the same parts, on every machine."""
    from hashlib import blake2b

    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _values(error: NarratorError) -> dict[str, object]:
    return {"detail": error.detail, "limit": error.limit if error.limit is not None else "?"}
