"""What stands beside a message: alternative replies wherever they are, and replies that broke off."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.errors import SessionError
from rpg.session.events import FailedEvent
from rpg.session.session import Session
from rpg.timeline.nodes import RollPart
from tests.session.stories import moves, new_session, played, telling

ROLL = ("roll_dice", {"dice": "3d1000", "who": "world"})


def rolled(session: Session) -> int:
    """What the world's dice of the last message came to."""
    [entry] = session.log(session.log_length - 1, session.log_length)
    return next(part.total for part in entry.parts if isinstance(part, RollPart))


def last(session: Session) -> tuple[str, int, int]:
    """The last message, its number among the alternatives, and how many there are."""
    [entry] = session.log(session.log_length - 1, session.log_length)
    return entry.text, entry.reply, entry.replies


async def story(folder: Path, *turns: Turn) -> tuple[Session, ScriptedNarrator]:
    """One turn with its reply."""
    narrator = telling(Turn(text="You wait."), *turns)
    session = new_session(folder, narrator)
    await played(session.play("I wait"))
    return session, narrator


async def test_an_inserted_message_of_the_story_has_alternatives_of_its_own(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path, Turn(text="A dog barks."))
    assert session.head is not None
    await session.insert(session.head, "narration", "A gull cries.")
    await played(session.retry())
    assert last(session) == ("A dog barks.", 2, 2)
    said = [(one.role, one.content) for one in narrator.requests[-1].messages]
    assert ("assistant", "You wait.") in said
    assert ("assistant", "A gull cries.") not in said
    await session.pick(1)
    assert last(session) == ("A gull cries.", 1, 2)
    await session.pick(2)
    assert last(session) == ("A dog barks.", 2, 2)
    texts = [entry.text for entry in session.log(1, 4)]
    assert texts == ["I wait", "You wait.", "A dog barks."]


async def test_replies_on_both_sides_of_a_change_by_hand_are_numbered_as_they_are_picked(
    tmp_path: Path,
) -> None:
    session, narrator = await story(tmp_path)
    await session.goto(2)
    await session.set("condition", "ana", "wet")
    narrator.add(Turn(text="You get wet."))
    await played(session.retry())
    assert last(session) == ("You get wet.", 2, 2)
    await session.pick(1)
    assert last(session) == ("You wait.", 1, 2)


async def test_a_retry_of_a_second_message_of_the_story_rolls_the_worlds_dice_anew(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path)
    assert session.head is not None
    await session.insert(session.head, "narration", "A gull cries.")
    seen = set()
    for _ in range(3):
        narrator.add(Turn(calls=[ROLL]), Turn(text="It rolls."))
        await played(session.retry())
        seen.add(rolled(session))
    assert len(seen) == 3


@pytest.mark.parametrize("change", ["edit the opening", "edit the words", "insert", "delete the turn before"])
async def test_a_reply_that_broke_off_goes_along_with_its_turn(tmp_path: Path, change: str) -> None:
    session, narrator = await story(tmp_path)
    narrator.add(Turn(calls=[moves("market")]), Turn(text="You go to the market.", disconnect_after=11))
    await played(session.play("to the market"))
    waiting = session.unanswered()
    assert waiting is not None
    match change:
        case "edit the opening":
            await session.edit(1, "Another morning.")
        case "edit the words":
            await session.edit(waiting, "to the market, now")
        case "insert":
            await session.insert(3, "narration", "A gull cries.")
        case _:
            await session.delete(2)
    assert [one.content.text for one in session.attempts()] == ["You go to t"]
    await session.keep_attempt()
    assert session.head_state.player_location == "market"
    assert last(session)[0] == "You go to t"
    assert session.attempts() == ()
    for _ in range(2):
        await session.undo()
    assert [one.content.text for one in session.attempts()] == ["You go to t"]


async def test_a_reply_that_broke_off_in_mid_story_is_kept_by_its_number(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path, Turn(text="It rains."))
    await played(session.play("and then?"))
    before = session.head
    narrator.add(Turn(calls=[moves("market")]), Turn(text="You go to the market.", disconnect_after=11))
    events = await played(session.renarrate(3))
    failed = events[-1]
    assert isinstance(failed, FailedEvent)
    assert session.head == before
    with pytest.raises(SessionError):
        await session.keep_attempt()
    await session.keep_attempt(failed.attempt)
    assert last(session) == ("You go to t", 2, 2)
    assert (session.log_length, session.head_state.player_location) == (3, "market")
    await session.undo()
    assert session.head == before


async def test_a_continuation_of_which_nothing_comes_leaves_one_attempt(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path)
    narrator.add(Turn(text="You go to the market.", disconnect_after=11))
    await played(session.play("to the market"))
    [kept] = session.attempts()
    narrator.add(Turn(error=Failure.OVERLOADED))
    failed = (await played(session.go_on()))[-1]
    assert isinstance(failed, FailedEvent)
    assert (failed.attempt, session.attempts()) == (kept.id, (kept,))
    narrator.add(Turn(text="he market", disconnect_after=6))
    await played(session.go_on())
    assert [one.content.text for one in session.attempts()] == ["You go to t", "You go to the mar"]


async def test_a_cut_reply_whose_continuation_fails_at_once_has_no_attempt(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path)
    narrator.add(Turn(text="You go to", finish="length"))
    await played(session.play("to the market"))
    narrator.add(Turn(error=Failure.OVERLOADED))
    await played(session.go_on())
    assert (session.attempts(), last(session)) == ((), ("You go to", 1, 1))


async def test_an_arrival_that_broke_off_stays_beside_a_travel_whose_drift_is_accepted(
    tmp_path: Path,
) -> None:
    session, narrator = await story(tmp_path, Turn(calls=[moves("market")]), Turn(text="The market."))
    await played(session.play("to the market"))
    narrator.add(Turn(text="You come to the quay.", disconnect_after=8))
    await played(session.travel("quay"))
    await session.delete(4)
    travel = session.unanswered()
    assert travel is not None
    await session.drop_edits(travel, [0])
    assert [one.content.text for one in session.attempts()] == ["You come"]


async def test_a_carried_turn_never_rolls_what_one_of_its_tries_has_rolled(tmp_path: Path) -> None:
    session, narrator = await story(tmp_path)
    narrator.add(Turn(calls=[ROLL]), Turn(text="It falls.", disconnect_after=4))
    await played(session.play("I throw"))
    broken = next(part for part in session.attempts()[0].content.parts if isinstance(part, RollPart)).total
    narrator.add(Turn(calls=[ROLL]), Turn(text="It falls."))
    await played(session.retry())
    first = rolled(session)
    await session.edit(1, "Another morning.")
    narrator.add(Turn(calls=[ROLL]), Turn(text="It falls again."))
    await played(session.retry())
    assert rolled(session) not in {broken, first}
