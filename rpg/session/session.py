"""One playthrough: the object a face talks to.

It owns the running turn and hands every act to the module that knows its rules. A face renders the events of
`play`, `travel` and `retry`, and reads what `Playthrough` tells.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Literal

from rpg.narrator.protocol import NarratorError
from rpg.runtime.carry import Outcome
from rpg.session import acts, past
from rpg.session.acts import Act
from rpg.session.adopting import Adopted, adopt, changed_world, untold_world
from rpg.session.continuing import Continuing
from rpg.session.errors import SessionError
from rpg.session.events import CancelledEvent, Event, NoticeEvent, PreviewEvent
from rpg.session.hand import hand_edit, set_by_hand
from rpg.session.keeping import keep_attempt
from rpg.session.past import Changed, Events
from rpg.session.playthrough import Playthrough
from rpg.session.prose_moves import Suspicion
from rpg.session.reaching import ToolDesk
from rpg.session.rereading import Rereading, reply_ground
from rpg.session.stream import Emit, TurnTask
from rpg.session.turn import Teller, Turn
from rpg.session.unrecorded import record, unrecorded
from rpg.text.messages import message
from rpg.timeline.tree import last_turn
from rpg.tools.menus import choice_meant
from rpg.world.model import World


class Session(Playthrough):
    """An open playthrough. Close it, or use it as an async context manager."""

    async def close(self) -> None:
        await self.cancel()
        await self.background.cancel()
        self._follow()
        await self.centre.close()
        if self._narrator is not None:
            await self._narrator.close()
        self.save.close()

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -- turns ------------------------------------------------------------------------------

    def play(self, text: str) -> AsyncIterator[Event]:
        """The player's message and its reply. A running turn is cancelled first."""
        if not text.strip():
            raise SessionError("nothing_said")
        words = choice_meant(self.menu, text)
        return self._begin(lambda turn: turn.say(words), words)

    def travel(
        self, place: str, companions: Sequence[str] = (), *, narrate: bool | None = None
    ) -> AsyncIterator[Event]:
        """A travel by the player's rules, and its arrival unless `narrate` is False. Raises EditError."""
        wanted = bool(self.settings["session.arrival"]) if narrate is None else narrate
        return self._begin(lambda turn: turn.travel(place, companions, wanted))

    def retry(self) -> AsyncIterator[Event]:
        """Another reply to the last turn; to an unanswered one its first. Raises SessionError."""
        last = last_turn(self.save, self.head)
        if last is None or self.head is None:
            raise SessionError("no_turn_yet")
        if last.reply is None:
            waiting = self.story.ground(last.start, self.head)
            return self._begin(lambda turn: turn.answer(waiting))
        reply = last.reply
        ground = self.story.ground(last.start, self.save.link(reply).parent or last.start)
        return self._begin(lambda turn: turn.answer(ground, instead_of=reply))

    def renarrate(self, node: int) -> AsyncIterator[Event]:
        """Another reply in the place of any reply; the story goes on from it, and the old line stays.

        Raises SessionError.
        """
        ground = reply_ground(self.story, node)
        return self._begin(lambda turn: turn.answer(ground, instead_of=node))

    def go_on(self) -> AsyncIterator[Event]:
        """Continues a reply that broke off or was cut short. Raises SessionError."""
        return self._run(lambda emit, teller: Continuing(self.story, teller, emit).go_on())

    async def cancel(self) -> None:
        """Stops a running turn; what had come of its reply is kept as an attempt."""
        self._cancelled += 1
        if self._task is not None:
            await self._task.cancel()
        self._staged = None

    def _begin(self, act: Callable[[Turn], Awaitable[None]], words: str = "") -> AsyncIterator[Event]:
        return self._run(lambda emit, teller: act(Turn(self.story, teller, emit)), words)

    async def _run(
        self, act: Callable[[Emit, Teller], Awaitable[None]], words: str = ""
    ) -> AsyncIterator[Event]:
        """A turn. words: the player's, a draft until they are a node; another act before that ends the turn."""
        await self.cancel()
        self.draft = words or self.draft
        before = self._cancelled
        await self.background.cancel()
        await self.prepare()
        if self._cancelled != before:
            yield CancelledEvent(0)
            return
        telling = self.telling()
        self.centre.connect(self.settings.__getitem__, isolated=telling.isolated)
        teller = Teller(self.narrator, telling, self.services, ToolDesk(self.centre, self._approvals))

        async def work(emit: Emit) -> None:
            if self.memory.problem:
                text = message(self.services.language, "tools.memory_failed", detail=self.memory.problem)
                emit(NoticeEvent("memory_failed", text))
            await act(emit, teller)
            if self.services.asks and self.unanswered() is None:
                self.background.start(self.narrator, self.telling())

        self._task = TurnTask(work)
        try:
            async for event in self._task.events():
                if isinstance(event, PreviewEvent):
                    self._staged = event.state
                yield event
        finally:
            if not self._task.running:
                self._staged = None
                self._follow()

    def answer(self, request_id: str, choice: str) -> None:
        """The player's answer to an `ApprovalEvent`: one of its choices. An unknown request is ignored."""
        self._approvals.answer(request_id, choice)

    # -- time travel ------------------------------------------------------------------------

    async def undo(self) -> Act:
        """Takes the last act back. Raises SessionError."""
        await self.cancel()
        return acts.undo(self.story)

    async def redo(self) -> Act:
        await self.cancel()
        return acts.redo(self.story)

    async def pick(self, number: int, at: int | None = None) -> Act:
        """Goes to another reply, from 1, and to the tip last used beyond it."""
        await self.cancel()
        return acts.pick(self.story, number, at)

    async def goto(self, node: int) -> Act:
        await self.cancel()
        return acts.goto(self.story, node)

    async def keep_attempt(self, id: int | None = None) -> Act:
        """Makes a reply that broke off the reply of its turn. Raises SessionError."""
        await self.cancel()
        return keep_attempt(self.story, id, self.telling(), self.services)

    # -- changing the past ------------------------------------------------------------------

    async def edit(self, node: int, text: str, events: Events = "keep") -> Changed:
        """Other words on any node; what happened there stays, or is dropped. Raises SessionError."""
        await self.cancel()
        return past.edit_text(self.story, node, text, events, self.services.now())

    async def delete(self, node: int, *, only: bool = False) -> Changed:
        """The turn of any node, or only the node, away. Raises SessionError."""
        await self.cancel()
        return past.delete(self.story, node, only=only, now=self.services.now())

    async def insert(self, after: int, kind: Literal["player", "narration"], text: str) -> Changed:
        """A message after any node. Raises SessionError."""
        await self.cancel()
        return past.insert(self.story, after, kind, text, self.services.now())

    async def drop_edits(self, node: int, positions: Sequence[int]) -> Changed:
        """A node without some of its edits: how a conflict is dropped. Raises SessionError."""
        await self.cancel()
        return past.without_edits(self.story, node, positions, self.services.now())

    def node_outcomes(self, node: int) -> tuple[Outcome, ...]:
        """How each edit of a node fares on its line. Raises SessionError("unknown_node")."""
        past.content_of(self.story, node)
        return self.story.folded(node).outcomes

    async def accept_drift(self, node: int) -> Changed:
        """A node whose drifted edits count as they came out from now on. Raises SessionError."""
        await self.cancel()
        return past.accept_drift(self.story, node, self.services.now())

    def reread(self, node: int, text: str) -> AsyncIterator[Event]:
        """Other words on a reply, and what happened in it found anew by the narrator."""
        if self.narrator.traits.offline:
            raise SessionError("reread_needs_model")
        return self._run(lambda emit, teller: Rereading(self.story, teller, emit).reread(node, text))

    def label(self, node: int, name: str) -> None:
        """Names a branch. Raises SessionError."""
        past.label(self.story, node, name)

    async def set(self, kind: str, id: str, value: str = "") -> int:
        """A fact by hand, as a node of its own. Raises SessionError and EditError."""
        await self.cancel()
        return set_by_hand(self.story, hand_edit(self.head_state, kind, id, value), self.services.now())

    def unrecorded(self) -> tuple[Suspicion, ...]:
        """What the last reply tells and the state does not hold; the storyteller records whatever it tells."""
        return () if self._tells_what_is_written else unrecorded(self.story)

    @property
    def _tells_what_is_written(self) -> bool:
        """Whether the storyteller tells; one that cannot be had does not."""
        try:
            return self.narrator.traits.offline
        except (SessionError, NarratorError):
            return False

    async def record(self, number: int = 1) -> int:
        """Makes one of `unrecorded` true, from 1, as a change by hand. Raises SessionError and EditError."""
        await self.cancel()
        return record(self.story, number, self.services.now())

    # -- the world's files ------------------------------------------------------------------

    def changed_world(self) -> World | None:
        """The world as its files are now, where that is another one that can be played."""
        return changed_world(self.story, self.services)

    def untold_world(self) -> World | None:
        """As `changed_world`, but each version of the files only once."""
        return untold_world(self.story, self.services)

    async def adopt(self, world: World) -> Adopted:
        """Makes another version of the world the base from here on."""
        await self.cancel()
        return adopt(self.story, world, self.services.now())
