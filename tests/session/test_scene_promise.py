"""The scene is always in the prompt, in the wire form, against a real server on loopback.

On the first request of every turn the full sheets of the place and of everyone present are there and those
of nobody else, over forty turns that name nobody, through history cuts, retries and branches.
"""

from __future__ import annotations

import json
from pathlib import Path

from rpg.narrator.openai_client import OpenAINarrator
from rpg.runtime.sheets import sheet_of
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.session.events import SavedEvent, TextEvent, ToolEvent
from rpg.session.session import Session
from tests.fakes.openai_server import DEFAULT_MODEL, FakeServer, Recorded
from tests.session.stories import REGISTRY, new_session, played

TURNS = 40
LONG_REPLY = "The rain goes on, and nobody says a word about it. " * 12


def wire_text(request: Recorded) -> str:
    return "\n".join(str(message["content"]) for message in request.json["messages"])


def narrator(server: FakeServer) -> OpenAINarrator:
    return OpenAINarrator(server.url, DEFAULT_MODEL)


def marks(state: State, kind: str, id: str) -> str:
    """The longest line of a full sheet: what nobody else's sheet has."""
    return max(sheet_of(state, (kind, id)).splitlines(), key=len)


def assert_scene_and_nobody_else(request: Recorded, state: State) -> None:
    text = wire_text(request)
    here = {state.player_location}
    for id in state.location_ids():
        assert (marks(state, "location", id) in text) == (id in here), id
    for id in state.character_ids():
        assert (marks(state, "character", id) in text) == (id in present(state)), id
        sheet = marks(state, "character", id)
        assert text.count(sheet) <= 1, id


def assert_wire_form(request: Recorded) -> None:
    roles = [message["role"] for message in request.json["messages"]]
    assert roles[0] == "system"
    assert "system" not in roles[1:]
    talk = [role for role in roles[1:] if role != "tool"]
    assert talk[0] == "user"
    assert roles[-1] in {"user", "tool"}


async def test_a_tool_move_streams_previews_narrates_and_commits(tmp_path: Path) -> None:
    with FakeServer() as server:
        move = {"operations": [{"op": "move_player", "to": "the market", "with": ["Mira Vale"]}]}
        server.reply("You nod. ", calls=[(REGISTRY, move)])
        server.reply("The market is loud.")
        session = new_session(tmp_path, narrator(server))
        events = await played(session.play("come along"))
        assert [e.name for e in events if isinstance(e, ToolEvent)] == [REGISTRY]
        assert (
            "".join(e.text for e in events if isinstance(e, TextEvent)) == "You nod. \n\nThe market is loud."
        )
        assert isinstance(events[-1], SavedEvent)
        state = session.head_state
        assert (state.player_location, present(state)) == ("market", ("mira", "ana"))
        after_tool = server.chats[1]
        result = json.loads(after_tool.json["messages"][-1]["content"])
        sheets = {sheet["id"]: sheet["sheet"] for sheet in result["sheets"]}
        assert marks(state, "location", "market") in sheets["market"]
        assert marks(state, "character", "ana") in sheets["ana"]
        assert "mira" not in sheets
        await session.close()


async def test_forty_turns_keep_the_scene_through_cuts_retries_and_branches(tmp_path: Path) -> None:
    with FakeServer() as server:
        session = new_session(tmp_path, narrator(server), **{"context.window": 6000})
        for turn in range(TURNS):
            await _one_turn(server, session, turn)
        report = session.report("…")
        assert report["history"]["carried"] < report["history"]["total"], "the history was never cut"
        await session.close()


async def _one_turn(server: FakeServer, session: Session, turn: int) -> None:
    seen = len(server.chats)
    match turn % 10:
        case 3:
            server.reply(calls=[(REGISTRY, {"operations": [{"op": "move_player", "to": "market"}]})])
            server.reply(LONG_REPLY)
            await played(session.play("Onwards."))
        case 6:
            server.reply(LONG_REPLY)
            await played(session.travel("quay"))
        case 8:
            server.reply(LONG_REPLY + "Again.")
            await played(session.retry())
        case 9:
            await session.pick(1)
            server.reply(LONG_REPLY)
            await played(session.play("Go on."))
        case _:
            server.reply(LONG_REPLY)
            await played(session.play("I wait and listen."))
    first = server.chats[seen]
    ground = session.story.ground(*_start_and_top(session))
    assert_scene_and_nobody_else(first, ground.state)
    assert_wire_form(first)


def _start_and_top(session: Session) -> tuple[int, int]:
    head = session.head
    assert head is not None
    start = session.save.link(head).parent
    assert start is not None
    return start, start
