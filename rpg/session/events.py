"""What happens in a turn, as typed events. Every face consumes the same stream.

Sentences in events are already in the player's language. Source: docs/design.md §6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rpg.runtime.scene import SceneChanges
from rpg.runtime.state import State


@dataclass(frozen=True, slots=True)
class StartedEvent:
    """The player's words, or the travel, are saved as `node`; for a travel the state has changed."""

    node: int


@dataclass(frozen=True, slots=True)
class ActivityEvent:
    """What the narrator is doing. seconds: still to wait; tokens: size of the request that was sent."""

    kind: Literal["sent", "thinking", "waiting"]
    seconds: float = 0
    tokens: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TextEvent:
    """A piece of the story."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolEvent:
    """A tool call was answered. `arguments` and `result` are JSON text; `refused` a reason code or ""."""

    name: str
    arguments: str
    result: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PreviewEvent:
    """The stage after an accepted call: not true yet, and true when the reply is saved."""

    state: State
    changes: SceneChanges


@dataclass(frozen=True, slots=True)
class ApprovalEvent:
    """A tool waits for the player: answer with `Session.answer(request_id, choice)`."""

    request_id: str
    tool: str
    detail: str
    choices: tuple[str, ...] = ("once", "session", "always", "no")


@dataclass(frozen=True, slots=True)
class NoticeEvent:
    """Something the player should know. `action` names an intent that a face can offer, "" for none."""

    code: str
    text: str
    action: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SavedEvent:
    """The turn is complete and saved."""

    node: int
    state_hash: str
    changes: SceneChanges


@dataclass(frozen=True, slots=True)
class BlockedEvent:
    """Nothing was sent and nothing charged; the draft stays. `report` is the context report."""

    status: str
    text: str
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FailedEvent:
    """The turn failed; its player node stands unanswered at the head. attempt: id of the kept partial reply."""

    code: str
    text: str
    remedy: str
    node: int
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class CancelledEvent:
    """The player cancelled; as after a failure, what came is kept as an attempt. node: 0 before there is one."""

    node: int
    attempt: int | None = None


Event = (
    StartedEvent
    | ActivityEvent
    | TextEvent
    | ToolEvent
    | PreviewEvent
    | ApprovalEvent
    | NoticeEvent
    | SavedEvent
    | BlockedEvent
    | FailedEvent
    | CancelledEvent
)
