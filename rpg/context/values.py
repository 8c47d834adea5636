"""What a plan is made from: frozen values the session fills in, and the form a request leaves in.

Messages of the story are numbered along the path from 1 (`ordinal`); nothing here knows node ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol

from rpg.runtime.state import State
from rpg.world.beats import Beat
from rpg.world.lorebook import Position, Role

NOTHING: Mapping[str, Any] = MappingProxyType({})

Count = Callable[[str], int]
"""Tokens of a text; 0 for "". Calibrated already where something has been learned."""

Quality = Literal["exact", "estimated", "calibrated"]
TurnKind = Literal["player", "travel"]
NoteKind = Literal["departure", "observation", "summary"]
NoteSource = Literal["extractive", "model", "player"]


@dataclass(frozen=True, slots=True)
class WireCall:
    """A tool call in a request. `arguments` is JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class WireMessage:
    """One message of a request. `calls` on assistant messages only, `call_id` on tool messages only."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[WireCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class PastCall:
    """A tool call of an earlier reply in its slim form (see `rpg.context.past.slim_calls`).

    foreign: made by an MCP or command tool.
    """

    name: str
    arguments: str
    result: str
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class StoryMessage:
    """A message of the log. kind: "opening", "player", "travel" or "narration"."""

    ordinal: int
    kind: str
    text: str
    calls: tuple[PastCall, ...] = ()


class StoryLog(Protocol):
    """The story on the path before this turn's input, read lazily: planning asks only for what it carries."""

    @property
    def count(self) -> int:
        """How many messages there are; this turn's input is number count + 1."""
        ...

    def message(self, ordinal: int) -> StoryMessage:
        """The message with that number, from 1 to count."""
        ...


@dataclass(frozen=True, slots=True)
class Note:
    """Derived text that is valid at this head.

    subject: the character of a departure digest. since, covers: first and last message it tells of.
    departure: for departure digests the running number of the departure (state fact "left").
    """

    kind: NoteKind
    text: str
    covers: int
    since: int = 1
    subject: str = ""
    departure: int = 0
    source: NoteSource = "extractive"


@dataclass(frozen=True, slots=True)
class Notes:
    """The valid notes by kind, each oldest first; several of one subject may stand beside each other.

    Earlier versions stay in: a plan keeps using the one it has in force until it may change.
    """

    departures: Mapping[str, tuple[Note, ...]] = field(default_factory=lambda: NOTHING)
    observations: tuple[Note, ...] = ()
    summaries: tuple[Note, ...] = ()

    @classmethod
    def of(cls, notes: Iterable[Note]) -> Notes:
        """Sorts notes by kind; keeps their order within a kind."""
        departures: dict[str, tuple[Note, ...]] = {}
        others: dict[str, list[Note]] = {"observation": [], "summary": []}
        for note in notes:
            if note.kind == "departure":
                departures[note.subject] = (*departures.get(note.subject, ()), note)
            else:
                others[note.kind].append(note)
        return cls(departures, tuple(others["observation"]), tuple(others["summary"]))


LorePosition = Position | Literal["note_above", "note_below"]
"""note_above, note_below: directly above and below the author's note, where it stands or would stand."""


@dataclass(frozen=True, slots=True)
class LorePlacement:
    """A lorebook entry that takes part this turn, as the lore engine placed it.

    depth, role: for position "at_depth". order: ascending within one place. reason: why it is here, for
    the panel ("key flood in message 12"). text: with macros expanded, except outlets.
    """

    entry: str
    book: str
    text: str
    position: LorePosition
    depth: int = 4
    role: Role = "system"
    outlet: str = ""
    order: int = 100
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LoreLeftOut:
    """A lorebook entry that was triggered and is not in the prompt. reason: the budget that cut it, or "nowhere"
    for one without a text or a place."""

    entry: str
    book: str
    reason: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """A line of long-term memory, of another session or of the player profile. reason: why it was recalled."""

    id: str
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PresetText:
    """An entry of the active preset that is switched on."""

    preset: str
    id: str
    text: str
    position: Literal["system", "before_input"] = "system"


@dataclass(frozen=True, slots=True)
class Instructions:
    """The player's own: for every session, for this one, and the author's note near the end."""

    everywhere: str = ""
    session: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool that is available now.

    foreign: an MCP or command tool. spare: a tool of the game that is none of its rules. Both are withheld before
    anything is refused, foreign ones first.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    foreign: bool = False
    spare: bool = False

    @property
    def withheld(self) -> bool:
        """Whether it may be withheld where there is no context left."""
        return self.foreign or self.spare


@dataclass(frozen=True, slots=True)
class TurnInput:
    """What begins the turn: the player's words, or the text of a travel."""

    kind: TurnKind
    text: str


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """Settings of a plan; all sizes in tokens. Source: docs/context.md §1.

    safety: percent of the window; None takes 3, or 1 once the count is calibrated. note_depth: messages
    from the end (0: after the input). isolated: whether isolation is in force (on, and a lorebook is).
    past_tools: whether calls of earlier turns are replayed. lore_placement "late" moves lore of the system
    text and of the top anchor behind the history. brief: whether the name list, the places next door and the
    key facts have given way so that the scene fits.
    """

    window: int
    system_reserve: int = 256
    reply_reserve: int = 1024
    safety: float | None = None
    past_tools: Literal["slim", "none"] = "none"
    note_depth: int = 1
    memory_style: Literal["summary", "observations"] = "summary"
    isolated: bool = False
    lore_placement: Literal["as_authored", "late"] = "as_authored"
    digest_people: int = 24
    digest_tokens: int = 80
    digest_percent: int = 10
    observation_percent: int = 30
    roster_places: int = 24
    roster_people: int = 24
    key_fact_tokens: int = 60
    brief: bool = False


@dataclass(frozen=True, slots=True)
class PlanInputs:
    """Everything a plan depends on.

    state: at the head, after the turn has begun (clock and arrivals of the turn included; a travel's edits
    too). last_record: the `Plan.record` kept with the last reply on the path; None before the first.
    lore: what the engine placed, already within its own budget; lore_left_out: what it cut. lore_record: what the engine wants kept with
    the turn (activations, timers, rolls), passed through. recalled, profile: long-term memory, summaries of
    other sessions and the player profile, left out under isolation. tools_text: the text protocol's
    description of the tools, for models without native tool calls; `tools` are then not sent. tools_form: how
    `tools` are written in the request where that is not as native schemas; it is what is counted.
    language: of the prose. quality: of `count`. beats: what the turn brings about as it stands, for this reply to tell.
    """

    state: State
    log: StoryLog
    turn: TurnInput
    settings: ContextSettings
    count: Count
    quality: Quality = "estimated"
    language: str = "en"
    last_record: Mapping[str, Any] | None = None
    notes: Notes = field(default_factory=Notes)
    lore: tuple[LorePlacement, ...] = ()
    lore_left_out: tuple[LoreLeftOut, ...] = ()
    lore_record: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    recalled: tuple[Recalled, ...] = ()
    profile: str = ""
    presets: tuple[PresetText, ...] = ()
    instructions: Instructions = Instructions()
    tools: tuple[ToolOffer, ...] = ()
    tools_text: str = ""
    tools_form: Callable[[Sequence[ToolOffer]], str] | None = None
    beats: tuple[Beat, ...] = ()
