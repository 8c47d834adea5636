"""Isolation: marked facts from outside are nowhere while it is on, and everywhere when it is off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rpg.narrator.protocol import Request
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.pulse import pulse_lines
from rpg.session.recall import story_key
from rpg.session.session import Session
from rpg.store.memory import FILE, MemoryStore, StorySummary
from rpg.world.model import World
from tests.runtime.worlds import harbour
from tests.session.outside import play_server, session_with, told, tool_events, weather, with_book
from tests.session.stories import moves, telling

MEMORY, STORY, PROFILE, COMMAND, SERVER, PAST = (
    "MARK-memory",
    "MARK-story",
    "MARK-profile",
    "MARK-command",
    "MARK-server",
    "MARK-past",
)
MARKS = (MEMORY, STORY, PROFILE, COMMAND, SERVER, PAST)

VALUES: dict[str, Any] = {
    "memory.enabled": True,
    "memory.write": True,
    "memory.recall": True,
    "memory.sessions": True,
    "memory.profile": f"The player is {PROFILE}.",
    "tools.weather.description": f"Weather of {COMMAND}.",
    "mcp.servers.sky.url": "http://127.0.0.1:9/mcp",
    "mcp.servers.sky.use": True,
    "context.past_tools": "slim",
}


def marked(folder: Path, narrator: ScriptedNarrator, **settings: Any) -> Session:
    """A session whose player has marked facts in every place outside of the story."""
    store = MemoryStore(folder / "data" / FILE)
    store.add(f"Lanterns remind them of {MEMORY}.", now=1)
    store.keep_story(StorySummary("other", "old", "Elsewhere", f"They burnt {STORY}.", 1))
    values = {**weather(folder), **VALUES, **settings}
    session = session_with(folder, narrator, values, world=with_book())
    play_server(session, "sky", {SERVER: "stars"})
    return session


def bytes_of(request: Request) -> str:
    """Everything of a request that goes over the wire."""
    messages = [[m.role, m.content, str(m.tool_calls)] for m in request.messages]
    tools = [[t.name, t.description, str(t.parameters)] for t in request.tools]
    return json.dumps([messages, tools], ensure_ascii=False)


def past_then(*turns: Turn) -> ScriptedNarrator:
    """A first turn that calls an outside tool with a marked argument, then `turns`."""
    return telling(Turn(calls=[("weather", {"city": PAST})]), Turn(text="Wet."), *turns)


async def test_off_every_marked_fact_is_there(tmp_path: Path) -> None:
    narrator = past_then(Turn(text="Yes."))
    session = marked(tmp_path, narrator)
    await told(session, "hello", "once")
    await told(session, "a lantern of Elsewhere")
    sent = bytes_of(narrator.requests[-1])
    assert [mark for mark in MARKS if mark not in sent] == []
    assert any(COMMAND in line for line in session.pulse().abilities)
    await session.close()


async def test_on_no_marked_fact_is_anywhere_and_off_again_they_are_back(tmp_path: Path) -> None:
    narrator = past_then(Turn(text="Yes."), Turn(text="Yes."))
    session = marked(tmp_path, narrator)
    await told(session, "hello", "once")
    session.set_setting("session.isolate", True)
    await told(session, "a lantern of Elsewhere")
    sent = bytes_of(narrator.requests[-1])
    assert [mark for mark in MARKS if mark in sent] == []
    briefing = "\n".join(pulse_lines(session.pulse(), "en"))
    assert [mark for mark in MARKS if mark in briefing] == []
    offered = [row.name for row in session.tool_rows() if row.available]
    assert not {"weather", f"sky__{SERVER}", "save_memory", "search_memory"} & set(offered)
    session.set_setting("session.isolate", False)
    await told(session, "a lantern of Elsewhere again")
    back = bytes_of(narrator.requests[-1])
    assert [mark for mark in MARKS if mark not in back] == []
    await session.close()


@pytest.mark.parametrize("name", ["weather", f"sky__{SERVER}", "save_memory", "search_memory"])
async def test_on_a_call_of_a_blocked_tool_is_refused_and_does_not_run(tmp_path: Path, name: str) -> None:
    narrator = telling(Turn(calls=[(name, {"text": "x", "query": "x"})]), Turn(text="No."))
    session = marked(tmp_path, narrator, **{"session.isolate": True, f"tools.{name}.approval": "allow"})
    (event,) = tool_events(await told(session))
    assert event.refused == "isolated"
    assert MemoryStore(tmp_path / "data" / FILE).of_save(story_key(session.story)) == ()
    await session.close()


async def test_on_the_rules_of_the_game_and_the_lorebook_stay(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="Loud."), Turn(text="Yes."))
    session = marked(tmp_path, narrator, **{"session.isolate": True, "instructions": "Be brief."})
    await told(session, "to the market")
    assert session.head_state.player_location == "market"
    await told(session, "tell me of the flood")
    sent = bytes_of(narrator.requests[-1])
    assert "The flood took nine boats." in sent
    assert "Be brief." in sent
    await session.close()


async def test_the_report_says_what_isolation_keeps_out(tmp_path: Path) -> None:
    session = marked(tmp_path, telling(), **{"session.isolate": True})
    omitted = {(item.id, item.reason) for item in session.plan("hello").omitted}
    assert ("profile", "isolated") in omitted
    assert session.pulse().isolated
    assert all("isolated" in row.reasons for row in session.tool_rows() if row.source in {"mcp", "command"})


@pytest.mark.parametrize(
    ("world", "isolated"),
    [
        (harbour(), False),
        (with_book(), True),
        (with_book(enabled=False), False),
        (with_book(bind=("mira",)), True),
        (with_book(bind=("ana",)), False),
        (with_book(bind=("ana", "tomas")), True),
    ],
)
async def test_it_is_in_force_when_a_book_takes_part(tmp_path: Path, world: World, isolated: bool) -> None:
    session = session_with(tmp_path, telling(), {"session.isolate": True}, world=world)
    assert session.isolated is isolated
    session.set_setting("session.isolate", False)
    assert not session.isolated


async def test_a_book_that_this_story_has_switched_off_does_not_isolate(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(), {"session.isolate": True}, world=with_book())
    for switch in ("lore.on.tides", "lore.on.tides.flood"):
        assert session.isolated
        session.set_setting(switch, False)
        assert not session.isolated
        session.set_setting(switch, None)


async def test_a_book_bound_to_somebody_met_on_the_way_isolates_the_arrival(tmp_path: Path) -> None:
    narrator = telling(Turn(text="Loud."), Turn(text="Yes."))
    values = {**VALUES, **weather(tmp_path), "session.isolate": True}
    session = session_with(tmp_path, narrator, values, world=with_book(bind=("ana",)))
    assert "weather" in {row.name for row in session.tool_rows() if row.available}
    async for _ in session.travel("market"):
        pass
    assert PROFILE not in bytes_of(narrator.requests[-1])
    assert "weather" not in {tool.name for tool in narrator.requests[-1].tools}
    await session.close()
