"""An open save with everything that a face reads of it: state, log, plan, tools, memory, settings.

Acts are in `rpg.session.session`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from rpg.context.document import report_document
from rpg.context.result import Plan
from rpg.narrator.protocol import Narrator, NarratorError
from rpg.runtime.state import State
from rpg.session.approval import Approvals
from rpg.session.background import Background, BackgroundStatus
from rpg.session.begin import Opening, begin
from rpg.session.books import BookShelf
from rpg.session.calibrating import measure
from rpg.session.cramped import cramped
from rpg.session.errors import SessionError
from rpg.session.isolation import is_isolated
from rpg.session.logview import LogEntry, log_entries
from rpg.session.planning import Telling, plan_turn
from rpg.session.pulse import Pulse, as_prose, make_pulse
from rpg.session.recall import LongMemory
from rpg.session.rewriting import Rewriting, rewrite, tool_named
from rpg.session.services import Services
from rpg.session.settings import SETTINGS, SessionSettings
from rpg.session.shelf import PresetShelf
from rpg.session.spaces import ModelSpace, model_space, shapes_space, space_change
from rpg.session.story import Story
from rpg.session.stream import TurnTask
from rpg.session.telling import Counters, Gear, telling_of
from rpg.session.wire import withheld_tools
from rpg.store.memory import FILE as MEMORY_FILE
from rpg.store.memory import MemoryStore
from rpg.store.save import Save
from rpg.store.transaction import Attempt, Transaction
from rpg.timeline.tree import last_turn, message_count
from rpg.tools.centre import ToolCentre
from rpg.tools.describing import custom_key
from rpg.tools.listing import ToolRow, tool_rows
from rpg.tools.menus import Menu, menu_of
from rpg.world.lorebook import Lorebook
from rpg.world.model import World


class Playthrough:
    """What is true in an open save, and what the next turn would be told with."""

    def __init__(self, save: Save, services: Services) -> None:
        self.save = save
        self.services = services
        self.story = Story(save)
        self.settings = SessionSettings(services.config, dict(save.get_meta(SETTINGS, {})))
        self._narrator: Narrator | None = None
        self._prepared: Narrator | None = None
        self._task: TurnTask | None = None
        self._cancelled = 0
        self._counters = Counters()
        self.shelf = PresetShelf(services.paths.data / "presets")
        self.bookshelf = BookShelf(services.paths.data / "lorebooks")
        self.memory = LongMemory(MemoryStore(services.paths.data / MEMORY_FILE), self.story)
        self.centre = ToolCentre(
            services.config, services.paths.data / "tools", services.environ, services.learned
        )
        self._gear = Gear(self.centre, self.memory, self.shelf, self.bookshelf)
        self._approvals = Approvals(services.approve, asks=services.asks, remember=self._always)
        self.background = Background(self.story)
        self._staged: State | None = None

    # -- opening and closing ----------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, services: Services, *, write: bool = True) -> Self:
        """An existing save. Raises SaveError."""
        return cls(Save.open(path, write=write), services)

    @classmethod
    def create(cls, path: Path, world: World, opening: Opening, services: Services) -> Self:
        """A new save of `world` with its opening told. Raises SaveError and SessionError."""
        return cls(begin(path, world, opening, services), services)

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
        """Lets the narrator ask its server once, so that the first plan knows the window and counts rightly.

        What is wrong with the server comes up with the first request.
        """
        narrator = self.narrator
        if narrator is self._prepared:
            return
        with suppress(NarratorError):
            await narrator.prepare()
            await measure(self.services.learned, narrator, self._sample)
            self._prepared = narrator

    def _sample(self) -> str:
        """The text of the prompt as it would be now."""
        return "\n\n".join(message.content for message in self.plan().messages)

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
            self._gear,
        )

    # -- tools and memory -------------------------------------------------------------------

    @property
    def menu(self) -> Menu | None:
        """The question with choices that the story waits at."""
        last = self.log(self.log_length - 1, self.log_length)
        return menu_of(last[0].parts) if last and last[0].kind == "narration" else None

    @property
    def isolated(self) -> bool:
        """Whether isolation is in force at the head."""
        return is_isolated(
            self.settings, self.head_state, lambda world: self.bookshelf.books(world, self.settings)
        )

    @property
    def books(self) -> tuple[Lorebook, ...]:
        """The lorebooks of this story, switched off ones too."""
        return self.bookshelf.books(self.world, self.settings)

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

    def cramped(self) -> str:
        """What has no room in the model's window, and which window would do; "" when all has or nothing is sent."""
        space = self._space()
        if space is None or space.offline:
            return ""
        return cramped(
            self.head_state, space.space, space.model, self.telling().counter.count, self.services.language
        )

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
