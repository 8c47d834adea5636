"""What a narrator is: it gets a request and streams events.

The session talks to every narrator (a server's model, the storyteller, a script) through this module
alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rpg.narrator.failure import Failure as Failure  # part of the protocol
from rpg.narrator.failure import NarratorError as NarratorError

if TYPE_CHECKING:
    from rpg.runtime.state import State

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model made it. `arguments` is JSON text of one object, repaired where that is unambiguous.

    problem: why the arguments could not be read ("" when they could); the call is then answered with an
    error and `arguments` is "{}". raw: what the model really sent, for the log only.
    """

    id: str
    name: str
    arguments: str
    problem: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request. `tool_calls` only on assistant messages, `tool_call_id` only on tool messages.

    reasoning: the model's own reasoning, sent back only inside a tool turn and only where the provider
    demands it.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as it is offered: `parameters` is a JSON schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Offstage:
    """What an offline narrator works from instead of the prompt text.

    stage: the state this turn previews. text: the player's words of this turn ("" for an arrival).
    kind: what the turn is. language: of the prose. history: (kind, text) of the latest story messages,
    oldest first. results: this turn's tool results so far, as (tool name, JSON text).
    seed: a number that is the same for the same head, for varied but reproducible wording.
    """

    stage: State
    text: str
    kind: Literal["player", "travel"]
    language: str
    history: tuple[tuple[str, str], ...] = ()
    results: tuple[tuple[str, str], ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a narrator.

    max_tokens: reply reserve in tokens. force_text: no further tool calls, a text answer is due.
    """

    messages: Sequence[Message]
    tools: Sequence[ToolSchema] = ()
    max_tokens: int = 1024
    force_text: bool = False
    offstage: Offstage | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the story."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of reasoning: shown as activity, never part of the story."""

    text: str


@dataclass(frozen=True, slots=True)
class CallMade:
    """A complete tool call; the results are sent with the next request."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; None: not told."""

    prompt: int | None = None
    completion: int | None = None
    cached: int | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The narrator waits before it tries again (visible countdown): seconds, and why as a code."""

    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the player should know that does not stop the turn: a code and values for its sentence."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


FinishReason = Literal["stop", "tool_calls", "length", "content_filter", "unknown"]


@dataclass(frozen=True, slots=True)
class Finished:
    """The reply is complete. Always the last event of a stream that did not fail."""

    reason: FinishReason
    usage: Usage = Usage()


NarratorEvent = TextDelta | ReasoningDelta | CallMade | Waiting | Notice | Finished


@dataclass(frozen=True, slots=True)
class Traits:
    """What is known of a narrator.

    window: tokens; None: not known. tools: how it takes tools; "none" means the narrator ignores them.
    offline: needs no prompt text (the storyteller), so nothing is ever refused for length.
    """

    name: str
    model: str = ""
    window: int | None = None
    tools: Literal["native", "text", "none"] = "native"
    offline: bool = False


class Narrator(Protocol):
    """Writes the story. Closing the iterator of `stream` (aclose) cancels the reply and its connection."""

    @property
    def traits(self) -> Traits: ...

    def stream(self, request: Request) -> AsyncIterator[NarratorEvent]:
        """The reply to `request`. Raises NarratorError; text that came before it has been yielded."""
        ...

    async def prepare(self) -> None:
        """Learn what can be learned before the first request; never raises for a server that does not answer."""
        ...

    async def close(self) -> None:
        """Give back connections and child processes."""
        ...
