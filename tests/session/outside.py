"""Sessions with tools that reach outside: programs of a few lines, an MCP server played in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rpg.narrator.protocol import Narrator
from rpg.session.begin import Opening
from rpg.session.events import ApprovalEvent, Event, ToolEvent
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.tools.servers.connection import Connection
from rpg.tools.servers.tools import ServerTool
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import World
from tests.runtime.worlds import harbour
from tests.session.stories import services
from tests.tools.kit import program

WEATHER = (
    'open("ran","a").write("x"); print("{\\"sky\\": \\"rain of " + str(len(open("ran").read())) + "\\"}")'
)


def weather(folder: Path, **values: Any) -> dict[str, Any]:
    """Configuration by key with a command tool that says how often it has run."""
    folder.mkdir(parents=True, exist_ok=True)
    keys = {
        "tools.weather.description": "Real weather.",
        "tools.weather.command": [program(folder, "weather.py", WEATHER)],
    }
    return {**keys, **values}


def runs(folder: Path) -> int:
    """How often the command tool has run."""
    file = folder / "data" / "tools" / "weather" / "ran"
    return len(file.read_text()) if file.exists() else 0


def session_with(
    folder: Path,
    narrator: Narrator,
    values: Mapping[str, Any],
    *,
    world: World | None = None,
    asks: bool = True,
    approve: tuple[str, ...] = (),
    name: str = "story",
) -> Session:
    """A new session of a player with these settings."""
    made: Services = services(folder, narrator, **values)
    made = replace(made, asks=asks, approve=frozenset(approve))
    return Session.create(folder / "saves" / f"{name}.rpg", world or harbour(), Opening(seed=7), made)


async def told(session: Session, text: str = "hello", *choices: str, retry: bool = False) -> list[Event]:
    """All events of a turn; each question for approval is answered with the next of `choices`."""
    answers = list(choices)
    events: list[Event] = []
    async for event in session.retry() if retry else session.play(text):
        events.append(event)
        if isinstance(event, ApprovalEvent):
            session.answer(event.request_id, answers.pop(0) if answers else "no")
    return events


def tool_events(events: list[Event]) -> list[ToolEvent]:
    return [event for event in events if isinstance(event, ToolEvent)]


def approvals(events: list[Event]) -> list[ApprovalEvent]:
    return [event for event in events if isinstance(event, ApprovalEvent)]


def with_book(bind: tuple[str, ...] = (), **more: Any) -> World:
    """The harbour with one lorebook."""
    entry = LoreEntry("flood", "The flood took nine boats.", keys=("flood",))
    book = Lorebook("tides", "Tides", entries={"flood": entry}, bind=bind, **more)
    return replace(harbour(), lorebooks={"tides": book})


def play_server(session: Session, name: str, tools: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Makes a configured server online with these tools and answers; returns the list of its calls."""
    calls: list[tuple[str, Any]] = []
    connection = next(one for one in session.centre.servers.connections if one.entry.name == name)
    connection.status = "online"
    connection.tools = tuple(ServerTool(tool, f"About {tool}.", {"type": "object"}) for tool in tools)

    async def call(tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        calls.append((tool, dict(arguments)))
        return tools[tool], False

    connection.call = call  # type: ignore[method-assign, assignment]
    connection.want = lambda: None  # type: ignore[method-assign]
    assert isinstance(connection, Connection)
    return calls
