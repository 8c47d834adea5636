"""Changing the past: nothing differs from the story on the screen, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import Turn
from rpg.runtime.errors import EditError
from rpg.session.errors import SessionError
from rpg.session.session import Session
from rpg.timeline.tree import path
from tests.session.stories import REGISTRY, moves, new_session, played, reopened, telling


def texts(session: Session) -> list[str]:
    return [entry.text for entry in session.log(0, session.log_length)][1:]


def node_of(session: Session, text: str) -> int:
    nodes = path(session.save, session.head)
    return next(id for id in nodes if session.save.node(id).text == text)


async def story(folder: Path) -> Session:
    """Three turns: the player goes to the market, Ana is hurt there, both talk."""
    narrator = telling(
        Turn(calls=[moves("market")]),
        Turn(text="You reach the market."),
        Turn(calls=[("update_character", {"character": "ana", "condition": "hurt"})]),
        Turn(text="Ana falls."),
        Turn(text="She curses."),
    )
    session = new_session(folder, narrator)
    for words in ("to the market", "push Ana", "sorry"):
        await played(session.play(words))
    return session


async def test_a_change_by_hand_has_no_words_to_edit_and_goes_alone(tmp_path: Path) -> None:
    narrator = telling(Turn(error=Failure.NO_SERVER), Turn(text="The lamp is lit."))
    session = new_session(tmp_path, narrator)
    await played(session.play("light it"))
    adopted = (await session.adopt(replace(session.world, name="Another Harbour"))).node
    by_hand = await session.set("condition", "ana", "wet")
    await played(session.retry())
    for node in (adopted, by_hand):
        with pytest.raises(SessionError) as caught:
            await session.edit(node, "words")
        assert caught.value.code == "not_a_message"
    await session.delete(adopted)
    assert session.world.name != "Another Harbour"
    assert [entry.text for entry in session.log(1, 9)] == ["light it", "The lamp is lit."]
    assert session.head_state.condition("ana") == "wet"


async def test_editing_words_keeps_what_happened(tmp_path: Path) -> None:
    session = await story(tmp_path)
    before = session.head_state.hash
    await session.edit(node_of(session, "Ana falls."), "Ana slips and falls.")
    assert texts(session)[3] == "Ana slips and falls."
    assert session.head_state.hash == before
    assert session.head_state.condition("ana") == "hurt"


async def test_dropping_what_happened_takes_the_change_along(tmp_path: Path) -> None:
    session = await story(tmp_path)
    await session.edit(node_of(session, "Ana falls."), "Ana steps aside.", "drop")
    assert session.head_state.condition("ana") == ""
    assert texts(session)[-1] == "She curses."


async def test_the_old_line_stays_and_undo_goes_back_to_it(tmp_path: Path) -> None:
    session = await story(tmp_path)
    old, hash = session.head, session.head_state.hash
    await session.edit(node_of(session, "Ana falls."), "Ana steps aside.", "drop")
    assert session.head != old
    await session.undo()
    assert (session.head, session.head_state.hash) == (old, hash)
    await session.redo()
    assert session.head_state.condition("ana") == ""


async def test_deleting_a_turn_in_mid_story_takes_back_what_it_did(tmp_path: Path) -> None:
    session = await story(tmp_path)
    await session.delete(node_of(session, "push Ana"))
    assert texts(session) == ["to the market", "You reach the market.", "sorry", "She curses."]
    assert session.head_state.condition("ana") == ""
    assert session.head_state.turn == 2


async def test_an_edit_that_starts_from_elsewhere_is_told_as_drifted(tmp_path: Path) -> None:
    narrator = telling(
        Turn(calls=[moves("market")]),
        Turn(text="The market."),
        Turn(calls=[moves("castle")]),
        Turn(text="The castle."),
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    await played(session.play("two"))
    changed = await session.delete(node_of(session, "one"))
    assert [(m.outcome.status, m.outcome.code) for m in changed.misfits] == [("drifted", "elsewhere")]
    assert session.head_state.player_location == "castle"
    drifted = session.log(0, 9)[-1].notices
    assert [outcome.status for outcome in drifted] == ["drifted"]


async def test_an_edit_that_cannot_apply_is_kept_marked_and_not_applied(tmp_path: Path) -> None:
    make = {
        "op": "create_location",
        "name": "Hut",
        "summary": "Dry.",
        "description": "A hut.",
        "connect_to": "quay",
    }
    narrator = telling(
        Turn(calls=[(REGISTRY, {"operations": [make]})]),
        Turn(text="A hut."),
        Turn(calls=[moves("hut")]),
        Turn(text="Inside."),
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("look for shelter"))
    await played(session.play("go in"))
    changed = await session.delete(node_of(session, "look for shelter"))
    assert [m.outcome.status for m in changed.misfits] == ["conflict"]
    assert session.head_state.player_location == "quay"
    kept = session.save.node(changed.misfits[0].node).content.edits
    assert type(kept[0]).__name__ == "MovePlayer"
    await session.drop_edits(changed.misfits[0].node, [0])
    assert session.log(0, 9)[-1].notices == ()


async def test_inserting_a_message_shifts_nothing_else(tmp_path: Path) -> None:
    session = await story(tmp_path)
    before = session.head_state
    await session.insert(node_of(session, "You reach the market."), "narration", "It begins to rain.")
    assert texts(session)[2] == "It begins to rain."
    assert texts(session)[-1] == "She curses."
    assert session.head_state.hash == before.hash


async def test_alternative_replies_are_carried_with_their_numbers(tmp_path: Path) -> None:
    narrator = telling(*[Turn(text=f"reply {n}") for n in range(4)])
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    await played(session.play("two"))
    await played(session.retry())
    await session.edit(node_of(session, "one"), "ONE")
    assert (session.log(0, 9)[-1].reply, session.log(0, 9)[-1].replies) == (2, 2)
    await session.pick(1)
    assert texts(session)[-1] == "reply 1"


async def test_a_hand_edit_after_a_reply_is_carried_onto_its_retry(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="one"), Turn(text="two")))
    await played(session.play("hello"))
    await session.set("condition", "mira", "soaked")
    await played(session.retry())
    assert texts(session) == ["hello", "two"]
    assert session.head_state.condition("mira") == "soaked"


async def test_a_locked_fact_refuses_the_model_and_not_the_player(tmp_path: Path) -> None:
    call = ("update_character", {"character": "mira", "condition": "dead"})
    session = new_session(tmp_path, telling(Turn(calls=[call]), Turn(text="She breathes.")))
    await session.set("lock", "condition:mira")
    await played(session.play("I strike"))
    assert session.head_state.condition("mira") == ""
    await session.set("condition", "mira", "tired")
    assert session.head_state.condition("mira") == "tired"


async def test_the_prompt_after_a_change_is_the_same_after_a_restart(tmp_path: Path) -> None:
    session = await story(tmp_path)
    await session.edit(node_of(session, "push Ana"), "I greet Ana")
    messages = session.plan("and now?").messages
    again = reopened(session, telling())
    assert again.plan("and now?").messages == messages


@pytest.mark.parametrize(
    "act",
    [
        lambda s: s.edit(99, "x"),
        lambda s: s.delete(99),
        lambda s: s.delete(1),
        lambda s: s.insert(1, "player", "  "),
        lambda s: s.set("mood", "mira", "x"),
        lambda s: s.set("clock", "", "noonish"),
    ],
)
async def test_what_cannot_be_changed_is_refused_and_changes_nothing(tmp_path: Path, act: object) -> None:
    session = await story(tmp_path)
    head = session.head
    with pytest.raises(SessionError):
        await act(session)  # type: ignore[operator]
    assert session.head == head


async def test_an_unknown_person_is_refused_with_the_nearest(tmp_path: Path) -> None:
    session = await story(tmp_path)
    with pytest.raises(EditError) as refused:
        await session.set("condition", "mirra", "x")
    assert "mira" in refused.value.hint
