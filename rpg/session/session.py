"""One playthrough: the object a face talks to.

It owns the save, the running turn and the narrator, and hands every act to the module that knows its rules.
A face renders the events of `play`, `travel` and `retry`, and reads `state` and `log`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from rpg.context.document import report_document
from rpg.context.result import Plan
from rpg.narrator.protocol import Narrator, NarratorError
from rpg.runtime.state import State
from rpg.session import acts, past
from rpg.session.acts import Act
from rpg.session.adopting import Adopted, adopt, changed_world
from rpg.session.approval import Approvals
from rpg.session.background import Background, BackgroundStatus
from rpg.session.begin import Opening, begin
from rpg.session.continuing import Continuing
from rpg.session.errors import SessionError
from rpg.session.events import Event, NoticeEvent, PreviewEvent
from rpg.session.hand import hand_edit, set_by_hand
from rpg.session.isolation import is_isolated
from rpg.session.keeping import keep_attempt
from rpg.session.logview import LogEntry, log_entries
from rpg.session.past import Changed, Events
from rpg.session.planning import Telling, plan_turn
from rpg.session.prose_moves import Suspicion
from rpg.session.pulse import Pulse, as_prose, make_pulse
from rpg.session.reaching import ToolDesk
from rpg.session.recall import LongMemory
from rpg.session.rereading import Rereading
from rpg.session.rewriting import Rewriting, rewrite, tool_named
from rpg.session.services import Services
from rpg.session.settings import SETTINGS, SessionSettings
from rpg.session.shelf import PresetShelf
from rpg.session.spaces import ModelSpace, model_space, shapes_space, space_change
from rpg.session.story import Story
from rpg.session.stream import Emit, TurnTask
from rpg.session.telling import Counters, Gear, telling_of
from rpg.session.turn import Teller, Turn
from rpg.session.unrecorded import record, unrecorded
from rpg.session.wire import withheld_tools
from rpg.store.memory import FILE as MEMORY_FILE
from rpg.store.memory import MemoryStore
from rpg.store.save import Save
from rpg.store.transaction import Attempt, Transaction
from rpg.text.messages import message
from rpg.timeline.tree import last_turn, message_count
from rpg.tools.centre import ToolCentre
from rpg.tools.describing import custom_key
from rpg.tools.listing import ToolRow, tool_rows
from rpg.tools.menus import Menu, choice_meant, menu_of
from rpg.world.model import World


class Session:
    """An open playthrough. Close it, or use it as an async context manager."""

    def __init__(self, save: Save, services: Services) -> None:
        self.save = save
        self.services = services
        self.story = Story(save)
        self.settings = SessionSettings(services.config, dict(save.get_meta(SETTINGS, {})))
        self._narrator: Narrator | None = None
        self._task: TurnTask | None = None
        self._counters = Counters()
        self.shelf = PresetShelf(services.paths.data / "presets")
        self.memory = LongMemory(MemoryStore(services.paths.data / MEMORY_FILE), self.story)
        self.centre = ToolCentre(
            services.config, services.paths.data / "tools", services.environ, services.learned
        )
        self._gear = Gear(self.centre, self.memory)
        self._approvals = Approvals(services.approve, asks=services.asks, remember=self._always)
        self.background = Background(self.story)
        self._staged: State | None = None

    # -- opening and closing ----------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, services: Services, *, write: bool = True) -> Session:
        """An existing save. Raises SaveError."""
        return cls(Save.open(path, write=write), services)

    @classmethod
    def create(cls, path: Path, world: World, opening: Opening, services: Services) -> Session:
        """A new save of `world` with its opening told. Raises SaveError and SessionError."""
        return cls(begin(path, world, opening, services), services)

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

    # -- what is true -----------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.save.path.stem

    @property
    def world(self) -> World:
        return self.head_state.world

    @property
    def head(self) -> int | None:
        return self.save.head

    @property
    def head_state(self) -> State:
        """What is committed."""
        return self.story.state() if self.head is not None else self.save.initial()

    @property
    def state(self) -> State:
        """What is true, or what a running turn previews."""
        return self._staged if self._staged is not None and self.turn_running else self.head_state

    @property
    def turn_running(self) -> bool:
        return self._task is not None and self._task.running

    @property
    def narrator(self) -> Narrator:
        """The narrator, built when it is first needed. Raises SessionError and NarratorError."""
        if self._narrator is None:
            language = self.world.language
            self._narrator = self.services.narrator(self.services.spec, self.settings.values, language)
        return self._narrator

    async def prepare(self) -> None:
        """Lets the narrator ask its server once, so that the first plan already knows the window.

        What is wrong with the server comes up with the first request.
        """
        with suppress(NarratorError):
            await self.narrator.prepare()

    @property
    def narrator_name(self) -> str:
        traits = self.narrator.traits
        return traits.model or traits.name

    @property
    def log_length(self) -> int:
        """Story messages on the path."""
        return message_count(self.save, self.head)

    def log(self, start: int, stop: int) -> tuple[LogEntry, ...]:
        """Messages `start` to `stop` of the path, from 0."""
        return log_entries(self.story, self.head, start, stop)

    def unanswered(self) -> int | None:
        """The turn at the head that waits for its reply."""
        return self.story.unanswered()

    def attempts(self) -> tuple[Attempt, ...]:
        """Replies that broke off at the turn of the head, oldest first."""
        turn = last_turn(self.save, self.head)
        return () if turn is None else self.save.attempts(turn.start)

    @property
    def background_status(self) -> BackgroundStatus:
        """What the model is writing between two turns; `background.listen` is told of every change."""
        return self.background.status

    # -- the draft and the plan -------------------------------------------------------------

    @property
    def draft(self) -> str:
        """What the player has typed at the head and not sent."""
        return self.save.draft(self.head)

    @draft.setter
    def draft(self, text: str) -> None:
        if text != self.draft:
            self.save.commit(Transaction(drafts={self.head: text}))

    def plan(self, draft: str = "") -> Plan:
        """The plan of the next request for `draft`."""
        return plan_turn(self.story, self.story.draft_ground(draft), self.telling())

    def report(self, draft: str = "") -> Mapping[str, Any]:
        """The context report of that plan."""
        return report_document(self.plan(draft))

    def telling(self) -> Telling:
        """Who tells, with which tools and settings, as things are now."""
        self._follow()
        return telling_of(
            self.narrator,
            self.settings,
            self.head_state,
            self.services,
            self._counters,
            self.shelf,
            self._gear,
        )

    # -- turns ------------------------------------------------------------------------------

    def play(self, text: str) -> AsyncIterator[Event]:
        """The player's message and its reply. A running turn is cancelled first."""
        if not text.strip():
            raise SessionError("nothing_said")
        words = choice_meant(self.menu, text)
        return self._begin(lambda turn: turn.say(words))

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

    def go_on(self) -> AsyncIterator[Event]:
        """Continues a reply that broke off or was cut short. Raises SessionError."""
        return self._run(lambda emit, teller: Continuing(self.story, teller, emit).go_on())

    async def cancel(self) -> None:
        """Stops a running turn; what had come of its reply is kept as an attempt."""
        if self._task is not None:
            await self._task.cancel()
        self._staged = None

    def _begin(self, act: Callable[[Turn], Awaitable[None]]) -> AsyncIterator[Event]:
        return self._run(lambda emit, teller: act(Turn(self.story, teller, emit)))

    async def _run(self, act: Callable[[Emit, Teller], Awaitable[None]]) -> AsyncIterator[Event]:
        await self.cancel()
        await self.background.cancel()
        await self.prepare()
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

    # -- tools and memory -------------------------------------------------------------------

    @property
    def menu(self) -> Menu | None:
        """The question with choices that the story waits at."""
        last = self.log(self.log_length - 1, self.log_length)
        return menu_of(last[0].parts) if last and last[0].kind == "narration" else None

    @property
    def isolated(self) -> bool:
        """Whether isolation is in force at the head."""
        return is_isolated(self.settings, self.head_state)

    def tool_rows(self) -> tuple[ToolRow, ...]:
        """The tool centre: every tool, whether the session really has it, and why not."""
        telling = self.telling()
        withheld = withheld_tools(plan_turn(self.story, self.story.draft_ground(""), telling))
        return tool_rows(telling.tools.withholding(withheld), telling.counter.count, self.services.language)

    def pulse(self) -> Pulse:
        """The briefing of where the story stands, from the save alone."""
        return make_pulse(self.story, self.telling(), self.services.language)

    def pulse_as_prose(self) -> AsyncIterator[str]:
        """The same facts told by the narrator, piece by piece. Raises NarratorError."""
        return as_prose(self.pulse(), self.narrator, self.services.language)

    async def rewrite_description(self, name: str) -> Rewriting:
        """A better text for a tool by the narrator's model; nothing is saved. Raises SessionError and NarratorError."""
        return await rewrite(name, self.telling(), self.narrator, self.story)

    def describe_tool(self, name: str, text: str | None) -> None:
        """A text of the player's own for a tool, in every session; None brings the original back.

        Raises SessionError for a tool there is not, OptionError and ConfigError.
        """
        tool_named(self.telling(), name)
        config = self.settings.config.with_value(custom_key(name), text)
        self.settings = SessionSettings(config, self.settings.values)

    async def connect(self, seconds: float = 0) -> None:
        """Begins to connect to the servers chosen for play, and waits for them `seconds` at most."""
        isolated = self.isolated
        self.centre.connect(self.settings.__getitem__, isolated=isolated)
        if seconds > 0 and not isolated:
            await self.centre.servers.tried(self.centre.chosen(self.settings.__getitem__), seconds)

    def _always(self, name: str) -> None:
        """A tool may always run from now on, in every session."""
        config = self.settings.config.with_value(f"tools.{name}.approval", "allow")
        self.settings = SessionSettings(config, self.settings.values)

    def _follow(self) -> None:
        self.memory.follow(self.settings, self.services.now())

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
        """What the last reply tells and the state does not hold."""
        return unrecorded(self.story)

    async def record(self, number: int = 1) -> int:
        """Makes one of `unrecorded` true, from 1, as a change by hand. Raises SessionError and EditError."""
        await self.cancel()
        return record(self.story, number, self.services.now())

    # -- the world's files ------------------------------------------------------------------

    def changed_world(self) -> World | None:
        """The world as its files are now, where that is another one that can be played."""
        return changed_world(self.story, self.services)

    async def adopt(self, world: World) -> Adopted:
        """Makes another version of the world the base from here on."""
        await self.cancel()
        return adopt(self.story, world, self.services.now())

    # -- settings ---------------------------------------------------------------------------

    def set_setting(self, key: str, value: Any | None) -> str:
        """A setting of this save; later turns use it. None takes it away.

        Returns what that changes of the space for the prompt, in a sentence; "" when nothing.
        """
        before = self._space() if shapes_space(key) else None
        self.settings = self.settings.with_value(key, value)
        self.save.commit(Transaction(meta={SETTINGS: dict(self.settings.values) or None}))
        if key in {"narrator", "model", "context.window"} or key.startswith("wire."):
            self._narrator = None
        after = self._space() if before is not None else None
        return space_change(before, after, self.services.language) if before and after else ""

    def reconfigure(self, services: Services) -> None:
        """Takes over other settings of the player, at once; the next turn uses them."""
        self.services = services
        self.settings = SessionSettings(services.config, self.settings.values)
        self._narrator = None

    def _space(self) -> ModelSpace | None:
        """The space of the next prompt; None where there is no narrator to be had."""
        with suppress(SessionError, NarratorError):
            return model_space(self.narrator.traits, self.settings, self.services.learned)
        return None
