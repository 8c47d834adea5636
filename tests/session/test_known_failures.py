"""Where games of this kind lose their state: each known failure as a story that has to come out right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rpg.narrator.scripted import Turn
from rpg.session.lorebooks import lore_verdicts
from rpg.session.session import Session
from rpg.timeline.tree import path
from rpg.world.lorebook import Lorebook, LoreEntry
from rpg.world.model import World
from tests.runtime.worlds import harbour
from tests.session.stories import moves, new_session, played, reopened, telling

HURT = ("update_character", {"character": "mira", "condition": "hurt"})


def prompt(session: Session, draft: str = "and now?") -> str:
    return "\n".join(message.content for message in session.plan(draft).messages)


async def test_retries_do_not_add_up(tmp_path: Path) -> None:
    script = [
        turn
        for _ in range(4)
        for turn in (Turn(calls=[("advance_time", {"minutes": 60})]), Turn(text="Later."))
    ]
    session = new_session(tmp_path, telling(*script))
    start = session.head_state.clock
    await played(session.play("I wait"))
    for _ in range(3):
        await played(session.retry())
    assert start is not None
    assert session.head_state.clock == start + 60


async def test_a_branch_from_the_past_does_not_carry_the_newest_state(tmp_path: Path) -> None:
    narrator = telling(
        Turn(text="Calm."), Turn(calls=[HURT]), Turn(text="She falls."), Turn(text="Another way.")
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    calm = session.head
    await played(session.play("two"))
    assert session.head_state.condition("mira") == "hurt"
    assert calm is not None
    await session.goto(calm)
    await played(session.play("three"))
    assert session.head_state.condition("mira") == ""
    assert "She falls." not in prompt(session)


async def test_a_swipe_on_an_older_message_brings_back_its_own_line(tmp_path: Path) -> None:
    narrator = telling(Turn(text="A."), Turn(calls=[moves("market")]), Turn(text="B."), Turn(text="C."))
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    first = session.head
    await played(session.retry())
    assert session.head_state.player_location == "market"
    await played(session.play("two"))
    end = session.head
    await session.pick(1, at=first)
    assert session.head_state.player_location == "quay"
    assert [entry.text for entry in session.log(1, 9)] == ["one", "A."]
    await session.pick(2, at=first)
    assert session.head == end
    assert session.head_state.player_location == "market"


async def test_an_edited_move_moves_nobody_else(tmp_path: Path) -> None:
    narrator = telling(
        Turn(calls=[moves("market", **{"with": ["mira"]})]), Turn(text="You both go."), Turn(text="Hm.")
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("come"))
    await played(session.play("so"))
    node = next(id for id in path(session.save, session.head) if session.save.node(id).text == "You both go.")
    await session.edit(node, "Nobody moves.", "drop")
    state = session.head_state
    assert state.player_location == "quay"
    assert state.facts.get(("position", "mira")) is None


async def test_what_a_dead_branch_remembered_is_not_in_the_prompt(tmp_path: Path) -> None:
    secret = "Mira swore an oath on the drowned bell."
    fork_turns = [Turn(text=f"{secret} The rain goes on for turn {n}. " * 6) for n in range(30)]
    other = [Turn(text="A quiet evening. " * 20) for _ in range(30)]
    session = new_session(tmp_path, telling(*fork_turns, *other), **{"context.window": 5000})
    for number in range(30):
        await played(session.play(f"I listen {number}"))
    assert "drowned bell" in prompt(session)
    assert next(session.save.notes("summary", session.head), None) is not None
    await session.goto(1)
    for number in range(30):
        await played(session.play(f"I rest {number}"))
    assert "drowned bell" not in prompt(session)
    assert "drowned bell" not in prompt(reopened(session, telling()))


def with_sticky_lore() -> World:
    entry = LoreEntry("flood", "The flood of the third year.", ("flood",), sticky=2)
    return replace(harbour(), lorebooks={"past": Lorebook("past", "The past", entries={"flood": entry})})


async def test_sticky_lore_is_what_it_was_after_a_retry_and_an_undo(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(*[Turn(text="Yes.") for _ in range(9)]), with_sticky_lore())
    await played(session.play("tell me of the flood"))
    assert "third year" in prompt(session, "go on")
    await played(session.retry())
    assert "third year" in prompt(session, "go on")
    for words in ("go on", "and then"):
        await played(session.play(words))
    assert "third year" not in prompt(session, "what else")
    await session.undo()
    assert "third year" in prompt(session, "and then")
    await session.undo()
    await session.undo()
    await session.undo()
    assert "third year" not in prompt(session, "nothing of it")


async def test_lore_is_explained_for_every_entry_and_turn(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Yes.")), with_sticky_lore())
    await played(session.play("tell me of the flood"))
    now = {row["id"]: row for row in lore_verdicts(session, "hello", None)}
    then = {row["id"]: row for row in lore_verdicts(session, "", session.head)}
    assert now["past.flood"]["active"]
    assert then["past.flood"]["matched"][0]["key"] == "flood"


async def test_a_deleted_turn_is_out_of_prompt_and_state(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[HURT]), Turn(text="She falls hard."), Turn(text="Rain."))
    session = new_session(tmp_path, narrator)
    await played(session.play("one"))
    await played(session.play("two"))
    await session.delete(2)
    assert "She falls hard." not in prompt(session)
    assert "hurt" not in prompt(session)
