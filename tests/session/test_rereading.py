"""Reading an edited reply again: the words are the player's, what happened is found anew by the narrator."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.errors import SessionError
from rpg.session.events import FailedEvent, SavedEvent
from rpg.session.session import Session
from tests.session.stories import moves, new_session, played, reopened, telling

HURT = ("update_character", {"character": "ana", "condition": "hurt"})
WET = ("update_character", {"character": "mira", "condition": "wet"})


async def story(folder: Path, *reading: Turn) -> tuple[Session, int]:
    """The player went to the market and hurt Ana; and the node of that second reply."""
    narrator = telling(
        Turn(calls=[moves("market")]),
        Turn(text="You reach the market."),
        Turn(calls=[HURT]),
        Turn(text="Ana falls."),
        Turn(text="She curses."),
        *reading,
    )
    session = new_session(folder, narrator)
    await played(session.play("to the market"))
    await played(session.play("push Ana"))
    reply = session.head
    assert reply is not None
    await played(session.play("sorry"))
    return session, reply


async def test_what_happened_is_found_anew_and_the_words_stay_the_players(tmp_path: Path) -> None:
    session, reply = await story(tmp_path, Turn(calls=[WET]), Turn(text="Done as you wish."))
    events = await played(session.reread(reply, "Ana steps aside and Mira is splashed."))
    assert isinstance(events[-1], SavedEvent)
    entries = [entry.text for entry in session.log(0, session.log_length)]
    assert entries[-3:] == ["Ana steps aside and Mira is splashed.", "sorry", "She curses."]
    assert session.head_state.condition("ana") == ""
    assert session.head_state.condition("mira") == "wet"
    assert session.head_state.player_location == "market"
    hash = session.head_state.hash
    assert reopened(session).head_state.hash == hash


async def test_the_request_holds_the_words_and_the_scene_as_it_was(tmp_path: Path) -> None:
    session, reply = await story(tmp_path, Turn(text="Nothing to record."))
    narrator = session.narrator
    assert isinstance(narrator, ScriptedNarrator)
    await played(session.reread(reply, "Ana only laughs."))
    sent = "\n".join(message.content or "" for message in narrator.requests[-1].messages)
    assert "Ana only laughs." in sent
    assert "She curses." not in sent
    assert session.head_state.condition("ana") == ""


async def test_a_reading_takes_as_much_time_as_the_turn_it_replaces(tmp_path: Path) -> None:
    session, reply = await story(tmp_path, Turn(calls=[HURT]), Turn(text="Done."))
    before = session.head_state.clock
    await played(session.reread(reply, "Ana falls badly."))
    assert session.head_state.clock == before
    assert session.head_state.condition("ana") == "hurt"


async def test_the_old_line_stays_and_one_step_of_undo_goes_back(tmp_path: Path) -> None:
    session, reply = await story(tmp_path, Turn(text="Nothing."))
    head, hash = session.head, session.head_state.hash
    await played(session.reread(reply, "Ana only laughs."))
    assert session.head_state.hash != hash
    await session.undo()
    assert (session.head, session.head_state.hash) == (head, hash)


async def test_a_failed_reading_changes_nothing(tmp_path: Path) -> None:
    session, reply = await story(tmp_path, Turn(error=Failure.NO_SERVER))
    head, hash, nodes = session.head, session.head_state.hash, session.save.node_count()
    events = await played(session.reread(reply, "Ana only laughs."))
    assert isinstance(events[-1], FailedEvent)
    assert (session.head, session.head_state.hash, session.save.node_count()) == (head, hash, nodes)


async def test_only_replies_can_be_read_again(tmp_path: Path) -> None:
    session, _ = await story(tmp_path)
    for node, code in ((1, "not_a_reply"), (2, "not_a_reply"), (999, "unknown_node")):
        with pytest.raises(SessionError) as caught:
            await played(session.reread(node, "No."))
        assert caught.value.code == code


@pytest.mark.parametrize("text", ["", "  \n "])
async def test_empty_words_are_refused(tmp_path: Path, text: str) -> None:
    session, reply = await story(tmp_path)
    head = session.head
    for act in (session.edit(reply, text), played(session.reread(reply, text))):
        with pytest.raises(SessionError) as caught:
            await act
        assert caught.value.code == "empty_text"
    assert session.head == head
