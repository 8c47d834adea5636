"""What a play screen does with its session: turns run in a worker, their events come back as messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from importlib import import_module
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.message import Message
from textual.timer import Timer

from rpg.context.result import Plan
from rpg.runtime.state import State
from rpg.session.events import (
    ApprovalEvent,
    Event,
    NoticeEvent,
    PreviewEvent,
    SavedEvent,
    StartedEvent,
)
from rpg.session.narrators import chosen_spec
from rpg.session.session import Session
from rpg.text.clean import clean_line
from rpg.text.tokens import counter_for
from rpg.tui.actions import actions_for, bindings
from rpg.tui.chatlog.log import ChatLog
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.play.face import PlayFace
from rpg.tui.play.prompt import Prompt
from rpg.tui.play.source import SessionSource
from rpg.tui.play.telling import Telling
from rpg.tui.words import language_of, say
from rpg.world.model import World

DRAFT_DELAY = 0.4
"""Seconds without a key after which the draft is saved."""


class TurnEvent(Message):
    """An event of the running turn."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class TurnOver(Message):
    """The turn's events have ended. error: why it could not be done, None when it ran."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self.error = error


class Warmed(Message):
    """Narrator and vocabulary are loaded. error: why not."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self.error = error


class Measured(Message):
    """The next request was planned for the words as typed."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


def load_slow_parts(spec: str) -> None:
    """The client of a server (about a second) and the vocabulary of the token counter."""
    if spec.startswith("openai"):
        import_module("openai")
    counter_for("").warm()


class PlayBase(PlayFace):
    """Holds the session; subclasses draw.

    running: whether a turn's events are being read. warm: whether narrator and vocabulary are loaded. offered:
    what the notices of the last turn offer to do. sent: what was in the prompt when it was sent, until it is saved.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(actions_for("play"), priority=True)

    def __init__(self, session: Session, language: str, *, author: bool = False) -> None:
        """author: whether what the game keeps back is shown."""
        super().__init__()
        self.author = author
        self.session = session
        self.source = SessionSource(session, language)
        self.running = False
        self.warm = False
        self.offered: frozenset[str] = frozenset()
        self.sent = ""
        self._draft_timer: Timer | None = None
        self._telling: Telling | None = None

    # ---- what subclasses draw

    def draw_state(self, state: State) -> None:
        """Show what is true, or what a running turn previews."""
        raise NotImplementedError

    def show_briefing(self) -> None:
        """In a story that is taken up again, say where it stands."""

    def draw_activity(self) -> None:
        """Show what the narrator is doing."""
        raise NotImplementedError

    @property
    def chat(self) -> ChatLog:
        return self.query_one(ChatLog)

    @property
    def prompt(self) -> Prompt:
        return self.query_one(Prompt)

    @property
    def telling(self) -> Telling:
        if self._telling is None:
            now = self.session.services.now
            self._telling = Telling(self.chat, self.source, language_of(self), now)
        return self._telling

    # ---- warming up, after the first paint

    @work(exclusive=True, group="warm", exit_on_error=False)
    async def warm_up(self) -> None:
        """Load what a turn needs, the slow part in a thread, so that the first paint waits for nothing."""
        error: Exception | None = None
        try:
            await asyncio.to_thread(load_slow_parts, self._spec())
            await self.session.prepare()
        except PlayerError as failure:
            error = failure
        self.post_message(Warmed(error))

    def _spec(self) -> str:
        services, settings = self.session.services, self.session.settings.values
        return chosen_spec(services.spec, services.config, settings, services.environ)

    def on_warmed(self, event: Warmed) -> None:
        self.warm = event.error is None
        if event.error is not None:
            self.telling.complain(explain(event.error, language_of(self)))
        self.refresh_all()
        if self.warm:
            self.show_briefing()
            if said := self.session.cramped():
                self.telling.complain(said)
        self.offer_new_world()

    @work(group="dialog", exclusive=True)
    async def offer_new_world(self) -> None:
        """The world's files may have changed since: keep what the save has, or take the new ones."""
        world = self.session.changed_world()
        if world is None:
            return
        choices = [Choice(choice, say(self, f"changed_world_{choice}")) for choice in ("keep", "adopt")]
        title, lead = say(self, "changed_world_title"), say(self, "changed_world")
        if await self.app.push_screen_wait(ChooseDialog(title, choices, lead=lead)) != "adopt":
            return
        await self.adopt(world)

    async def adopt(self, world: World) -> None:
        """Make another version of the world the base; what lost its footing is told."""
        self.save_draft()
        adopted = await self.session.adopt(world)
        if adopted.lost:
            names = say(self, "comma").join(clean_line(id) for id in adopted.lost)
            self.notify(say(self, "adopted_lost", names=names), severity="warning", markup=False)
        self.story_moved()

    # ---- turns

    def run_turn(self, events: AsyncIterator[Event], *, hiding: int = 0) -> None:
        """Start a turn; its events are shown as they come, and nothing stands before them."""
        self.remove_class("-drawer")
        self.running = True
        self.offered = frozenset()
        self.telling.begin(hiding=hiding)
        self.draw_activity()
        self._read(events)

    @work(exclusive=True, group="turn", exit_on_error=False)
    async def _read(self, events: AsyncIterator[Event]) -> None:
        error: Exception | None = None
        try:
            async for event in events:
                self.post_message(TurnEvent(event))
        except Exception as failure:  # whatever went wrong, the game goes on and says so
            error = failure
        self.post_message(TurnOver(error))

    def on_turn_event(self, message: TurnEvent) -> None:
        event = message.event
        self.telling.show(event)
        match event:
            case StartedEvent():
                self._words_saved(event.node)
            case PreviewEvent(state, _):
                self.draw_state(state)
            case ApprovalEvent():
                self._ask(event)
            case NoticeEvent(_, _, action):
                self.offered |= {action}
            case SavedEvent():
                self.refresh_all()
            case _:
                pass
        self.draw_activity()

    def on_turn_over(self, message: TurnOver) -> None:
        self.running = False
        if message.error is not None:
            self.telling.complain(explain(message.error, language_of(self)))
        self.refresh_all()

    def _words_saved(self, node: int) -> None:
        """The player's words are in the story now and leave the prompt; what was typed since stays."""
        if self.session.save.link(node).kind == "player" and self.sent:
            self.prompt.past.leave()
            self.prompt.put(self.prompt.text.removeprefix(self.sent))
            self.sent = ""
        self.draw_state(self.session.state)

    @work(group="approval", exit_on_error=False)
    async def _ask(self, event: ApprovalEvent) -> None:
        choices = [Choice(choice, say(self, f"approve_{choice}")) for choice in event.choices]
        title = say(self, "approve_title", tool=event.tool)
        answer = await self.app.push_screen_wait(ChooseDialog(title, choices, lead=event.detail))
        self.session.answer(event.request_id, answer or "no")

    # ---- everything anew

    def refresh_all(self) -> None:
        """Draw what is true now, and measure the next request."""
        self.draw_state(self.session.state)
        self.draw_activity()
        self.refresh_bindings()
        if self.warm and not self.running:
            self.measure()

    def story_moved(self, restored: str = "") -> None:
        """The head is elsewhere: the whole log may be another. restored: words for the prompt."""
        self.source.forget()
        self.telling.begin()
        self.telling.activity = ""
        self.chat.refresh_source(0)
        self.show_waiting()
        self.prompt.put(restored or self.session.draft)
        self.refresh_all()

    def show_waiting(self) -> None:
        """Say so when the turn at the head has no reply."""
        if self.session.unanswered() is None:
            return
        attempts = self.session.attempts()
        self.telling.waiting(attempts[-1].content.text if attempts else "")

    @work(exclusive=True, group="meter", exit_on_error=False)
    async def measure(self) -> None:
        """Plan the next request for the words as typed."""
        try:
            self.post_message(Measured(self.session.plan(self.prompt.text)))
        except PlayerError as error:
            self.log.warning(str(error))

    # ---- the draft

    def on_text_area_changed(self) -> None:
        if self._draft_timer is not None:
            self._draft_timer.stop()
        self._draft_timer = self.set_timer(DRAFT_DELAY, self.save_draft)

    def save_draft(self) -> str:
        """Keep what is typed; a full disk must not stop the typing. Returns the words that could not be kept."""
        try:
            self.session.draft = self.prompt.text
        except PlayerError as error:
            self.notify(explain(error, language_of(self)), severity="error", markup=False)
            return self.prompt.text
        return ""
