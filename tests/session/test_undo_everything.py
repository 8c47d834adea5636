"""Undo and redo walk every kind of act, one act a step, to the same head, state and draft as before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.bench.agreement import drafts_of
from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.session.events import CancelledEvent, SavedEvent
from rpg.session.session import Session
from tests.runtime.worlds import harbour
from tests.session.stories import moves, new_session, played

Act = Callable[[Session, ScriptedNarrator], Awaitable[object]]


async def _say(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(calls=[moves("quay")]), Turn(text="Back at the quay."))
    await played(session.play("back"))


async def _failed(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(error=Failure.NO_SERVER))
    await played(session.play("hello?"))


async def _travel(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(text="You walk back."))
    await played(session.travel("quay"))


async def _silent_travel(session: Session, narrator: ScriptedNarrator) -> None:
    await played(session.travel("quay", narrate=False))


async def _retry(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(text="Ana laughs."))
    await played(session.retry())


async def _continue(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(text=" And then it is quiet."))
    await played(session.go_on())


async def _reread(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(text="Nothing."))
    await played(session.reread(5, "Ana stands."))


async def _renarrate(session: Session, narrator: ScriptedNarrator) -> None:
    narrator.add(Turn(text="The market is closed."))
    await played(session.renarrate(3))


async def _adopt(session: Session, narrator: ScriptedNarrator) -> None:
    world = harbour()
    renamed = replace(world.locations["quay"], name="The New Quay")
    await session.adopt(replace(world, locations={**world.locations, "quay": renamed}))


ACTS: dict[str, Act] = {
    "say": _say,
    "failed": _failed,
    "travel": _travel,
    "travel without arrival": _silent_travel,
    "retry": _retry,
    "continue": _continue,
    "pick": lambda session, narrator: session.pick(1),
    "goto": lambda session, narrator: session.goto(3),
    "edit": lambda session, narrator: session.edit(5, "Ana slips."),
    "edit and drop": lambda session, narrator: session.edit(5, "Ana stands.", "drop"),
    "reread": _reread,
    "delete a turn": lambda session, narrator: session.delete(2),
    "delete a node": lambda session, narrator: session.delete(3, only=True),
    "insert": lambda session, narrator: session.insert(3, "narration", "A gull."),
    "renarrate": _renarrate,
    "drop an edit": lambda session, narrator: session.drop_edits(5, [0]),
    "accept a drift": lambda session, narrator: session.accept_drift(5),
    "set a condition": lambda session, narrator: session.set("condition", "ana", "well"),
    "move by hand": lambda session, narrator: session.set("player", "quay"),
    "set the clock": lambda session, narrator: session.set("clock", "", "Day 2 10:00"),
    "pin": lambda session, narrator: session.set("pin", "moment", "She fell."),
    "summary": lambda session, narrator: session.set("summary", "", "So far."),
    "lock": lambda session, narrator: session.set("lock", "condition:ana"),
    "adopt": _adopt,
}


async def _story(folder: Path) -> tuple[Session, ScriptedNarrator]:
    """To the market, then two replies to pushing Ana; the second stands."""
    narrator = ScriptedNarrator(
        [
            Turn(calls=[moves("market")]),
            Turn(text="You reach the market."),
            Turn(calls=[("update_character", {"character": "ana", "condition": "hurt"})]),
            Turn(text="Ana falls."),
            Turn(text="Ana dodges."),
        ]
    )
    session = new_session(folder, narrator)
    await played(session.play("to the market"))
    await played(session.play("push Ana"))
    await played(session.retry())
    await session.pick(1)
    await session.pick(2)
    return session, narrator


def drafts(session: Session) -> list[str]:
    """All that stands unsent anywhere in the save."""
    return sorted(drafts_of(session))


def _where(session: Session) -> tuple[int | None, str, str]:
    return session.head, session.head_state.hash, session.world.locations["quay"].name


@pytest.mark.parametrize("act", list(ACTS))
async def test_one_step_back_and_one_forward(tmp_path: Path, act: str) -> None:
    session, narrator = await _story(tmp_path)
    before = _where(session)
    await ACTS[act](session, narrator)
    after = _where(session)
    assert after != before
    await session.undo()
    assert _where(session) == before
    await session.redo()
    assert _where(session) == after
    await session.undo()
    assert _where(session) == before


async def test_all_acts_one_after_the_other_are_walked_back_to_the_opening(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    seen = [_where(session)]
    for act in ("set a condition", "insert", "pin", "adopt", "say", "retry", "edit", "delete a node", "lock"):
        await ACTS[act](session, narrator)
        seen.append(_where(session))
    for expected in reversed(seen[:-1]):
        await session.undo()
        assert _where(session) == expected
    for expected in seen[1:]:
        await session.redo()
        assert _where(session) == expected


async def test_every_head_keeps_its_own_draft(tmp_path: Path) -> None:
    session, _ = await _story(tmp_path)
    here = session.head
    session.draft = "half a thought"
    await session.goto(3)
    assert session.draft == ""
    session.draft = "another one"
    assert here is not None
    await session.goto(here)
    assert session.draft == "half a thought"
    await session.undo()
    assert session.draft == "another one"


async def test_undoing_a_jump_gives_no_words_back(tmp_path: Path) -> None:
    session, _ = await _story(tmp_path)
    tip = session.head
    assert tip is not None
    await session.goto(3)
    await session.goto(tip)
    assert (await session.undo()).restored == ""
    assert session.draft == ""


async def test_words_that_come_back_never_replace_a_draft(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    start = session.head
    assert start is not None
    await _say(session, narrator)
    said = session.head
    assert said is not None
    await session.goto(start)
    session.draft = "half a thought"
    await session.goto(said)
    for _ in range(3):
        await session.undo()
    assert session.head == start
    assert session.draft == "half a thought"


WORDS = "half a thought"


@pytest.mark.parametrize("act", [act for act in ACTS if act not in {"say", "failed", "pick", "goto"}])
async def test_what_is_typed_goes_along_with_an_act_and_comes_back_with_undo(
    tmp_path: Path, act: str
) -> None:
    session, narrator = await _story(tmp_path)
    session.draft = WORDS
    for step in (lambda: ACTS[act](session, narrator), session.undo, session.redo, session.undo):
        await step()
        assert session.draft == WORDS
        assert drafts(session) == [WORDS]


async def test_what_is_typed_while_a_reply_comes_in_stands_under_the_reply(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    wait = Wait(asyncio.Event(), asyncio.Event())
    narrator.add(Turn(text="She answers at length.", wait=wait))
    reading = asyncio.ensure_future(played(session.play("what now?")))
    assert wait.reached is not None
    await wait.reached.wait()
    session.draft = WORDS
    wait.event.set()
    await reading
    assert session.draft == WORDS
    await session.undo()
    assert session.draft == "what now?"
    await session.redo()
    assert session.draft == WORDS


async def test_words_that_come_back_with_a_travel_never_replace_others(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    start = session.head
    assert start is not None
    session.draft = WORDS
    await _travel(session, narrator)
    gone = session.head
    assert gone is not None
    await session.goto(start)
    session.draft = "other words"
    await session.goto(gone)
    for _ in range(3):
        await session.undo()
    assert (session.head, session.draft) == (start, "other words")
    assert drafts(session) == [WORDS, "other words"]


async def test_a_message_beside_a_failed_one_leaves_the_draft_before_it_alone(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    start = session.head
    assert start is not None
    await _failed(session, narrator)
    failed = session.head
    assert failed is not None
    await session.goto(start)
    session.draft = WORDS
    await session.goto(failed)
    narrator.add(Turn(text="Hello."))
    await played(session.play("hello again"))
    await session.goto(start)
    assert session.draft == WORDS


async def test_names_of_branches_are_walked_back_and_forward_with_everything_else(tmp_path: Path) -> None:
    session, narrator = await _story(tmp_path)
    session.label(3, "the  market")
    await _say(session, narrator)
    session.label(3, "a better name")
    session.label(3, "a better name")
    session.label(5, "the fall")
    seen = []
    for _ in range(4):
        seen.append(session.save.labels)
        assert (await session.undo()).act in {"label", "turn"}
    better = {3: "a better name"}
    assert [*seen, session.save.labels] == [
        {**better, 5: "the fall"},
        better,
        {3: "the market"},
        {3: "the market"},
        {},
    ]
    for expected in reversed(seen):
        await session.redo()
        assert session.save.labels == expected


async def test_a_reply_to_words_that_failed_before_a_change_by_hand_is_a_step_of_its_own(
    tmp_path: Path,
) -> None:
    session, narrator = await _story(tmp_path)
    await _failed(session, narrator)
    await session.set("condition", "ana", "well")
    by_hand = session.head
    narrator.add(Turn(text="She is well."))
    await played(session.retry())
    await session.undo()
    assert (session.head, session.head_state.condition("ana")) == (by_hand, "well")


class SlowToPrepare(ScriptedNarrator):
    """Asks its server first, which takes until `answered`."""

    def __init__(self) -> None:
        super().__init__([Turn(text="Hello.")])
        self.asked, self.answered = asyncio.Event(), asyncio.Event()

    async def prepare(self) -> None:
        self.asked.set()
        await self.answered.wait()


@pytest.mark.parametrize("again", [False, True], ids=["undone", "said again"])
async def test_a_turn_that_has_not_begun_yet_is_stopped_by_another_act_and_its_words_are_kept(
    tmp_path: Path, again: bool
) -> None:
    narrator = SlowToPrepare()
    session = new_session(tmp_path, narrator)
    start = await session.set("condition", "ana", "wet")
    reading = asyncio.ensure_future(played(session.play("hello")))
    await narrator.asked.wait()
    assert session.save.draft(start) == "hello"
    if again:
        second = asyncio.ensure_future(played(session.play("hello there")))
        await asyncio.sleep(0)
    else:
        await session.undo()
    narrator.answered.set()
    assert await reading == [CancelledEvent(0)]
    if again:
        assert isinstance((await second)[-1], SavedEvent)
        assert [entry.text for entry in session.log(1, 9)] == ["hello there", "Hello."]
    else:
        assert (session.head, session.draft, session.log_length) == (1, "hello", 1)


@pytest.mark.parametrize("act", ["goto", "edit", "delete a turn", "insert", "set a condition", "adopt"])
async def test_an_act_in_the_middle_of_a_reply_stops_it_first_and_loses_nothing(
    tmp_path: Path, act: str
) -> None:
    session, narrator = await _story(tmp_path)
    wait = Wait(asyncio.Event(), asyncio.Event())
    narrator.add(Turn(text="She is about to answer at length.", wait=wait, wait_after=8))
    reading = asyncio.ensure_future(played(session.play("what now?")))
    assert wait.reached is not None
    await wait.reached.wait()
    await ACTS[act](session, narrator)
    events = await reading
    assert isinstance(events[-1], CancelledEvent)
    kept = session.save.attempts(events[-1].node or 0)
    assert [attempt.content.text for attempt in kept] == ["She is a"]
    await session.undo()
    assert session.head is not None
    assert session.save.node(session.head).text == "what now?"
