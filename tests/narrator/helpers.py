"""What the tests of the narrator share."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any

from rpg.narrator.endpoint import Limits
from rpg.narrator.openai_client import ClientSettings, OpenAINarrator
from rpg.narrator.protocol import (
    CallMade,
    Message,
    NarratorError,
    NarratorEvent,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    ToolSchema,
)
from tests.fakes.openai_server import DEFAULT_MODEL, FakeServer

MARKED_KEY = "sk-MARKED-KEY-never-to-be-seen-0123456789"
TOOLS = (
    ToolSchema("move", "Moves the player.", {"type": "object", "properties": {"to": {"type": "string"}}}),
    ToolSchema("look", "Looks around.", {"type": "object", "properties": {}}),
)
QUICK = Limits(connect=5.0, idle=0.2, first=2.0, linger=0.1)


def request(*messages: Message, tools: Iterable[ToolSchema] = TOOLS, force_text: bool = False) -> Request:
    """A request; without messages, a plain one."""
    given = messages or (Message("system", "You tell the story."), Message("user", "I look around."))
    return Request(given, tuple(tools), force_text=force_text)


def client(
    server: FakeServer,
    *,
    model: str = DEFAULT_MODEL,
    settings: ClientSettings | None = None,
    store: MutableMapping[str, Any] | None = None,
    waits: list[float] | None = None,
) -> OpenAINarrator:
    """A client of the server with short limits, whose waits are noted instead of waited."""

    async def sleep(seconds: float) -> None:
        if waits is not None:
            waits.append(seconds)

    return OpenAINarrator(
        server.url,
        model,
        MARKED_KEY,
        settings=settings or ClientSettings(limits=QUICK),
        store=store,
        sleep=sleep,
    )


async def collect(
    narrator: OpenAINarrator, asked: Request
) -> tuple[list[NarratorEvent], NarratorError | None]:
    """All events of a reply, and the error it ended with; closes the narrator."""
    events: list[NarratorEvent] = []
    error: NarratorError | None = None
    try:
        async for event in narrator.stream(asked):
            events.append(event)
    except NarratorError as caught:
        error = caught
    finally:
        await narrator.close()
    return events, error


def story(events: Iterable[NarratorEvent]) -> str:
    """The story text."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def reasoning(events: Iterable[NarratorEvent]) -> str:
    """The reasoning text."""
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta))


def calls(events: Iterable[NarratorEvent]) -> list[ToolCall]:
    """The calls made."""
    return [event.call for event in events if isinstance(event, CallMade)]
