"""At the borders of the window: tiny ones, huge sheets, books and messages, and models that change in mid-story."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.context.document import report_document
from rpg.context.result import Plan
from rpg.narrator.scripted import Turn
from rpg.session.events import BlockedEvent
from rpg.session.session import Session
from rpg.world.lorebook import Lorebook, LoreEntry
from tests.runtime.worlds import harbour
from tests.session.stories import new_session, played, telling

HUGE = "The bell of the harbour rings. " * 7_200
"""About 50,000 tokens."""

LONG = HUGE[: len(HUGE) // 5]


async def refused(session: Session, words: str) -> bool:
    """Whether the words were refused: nothing sent, no node made, the draft kept."""
    before = session.head
    events = await played(session.play(words))
    blocked = any(isinstance(event, BlockedEvent) for event in events)
    assert not blocked or (session.head == before and session.draft == words)
    return blocked


def actions(plan: Plan) -> list[str]:
    return [action.code for action in plan.actions]


@pytest.mark.parametrize("window", [1, 255, 1280, 1400, 2000])
async def test_a_tiny_window_refuses_with_its_reasons(tmp_path: Path, window: int) -> None:
    narrator = telling()
    session = new_session(tmp_path, narrator)
    session.set_setting("context.window", window)
    assert await refused(session, "Hello.")
    assert narrator.requests == []
    plan = session.plan("Hello.")
    assert "larger_window" in actions(plan)
    assert json.dumps(report_document(plan))
    assert str(window) in session.cramped()
    await session.close()


async def test_a_huge_sheet_is_named_and_the_story_goes_on_without_its_owner(tmp_path: Path) -> None:
    world = harbour()
    mira = replace(world.characters["mira"], description=HUGE)
    session = new_session(
        tmp_path, telling(Turn(text="Rain.")), replace(world, characters={**world.characters, "mira": mira})
    )
    assert await refused(session, "Hello.")
    first = session.plan("Hello.").actions[0]
    assert (first.code, first.target) == ("ask_to_leave", "mira")
    assert first.tokens > 40_000
    await session.set("position", "mira", "")
    assert not await refused(session, "Hello.")
    await session.close()


async def test_a_huge_entry_of_lore_is_left_out_and_listed(tmp_path: Path) -> None:
    entries = {
        "sea": LoreEntry("sea", HUGE, constant=True),
        "bell": LoreEntry("bell", "BELL.", constant=True),
    }
    world = replace(harbour(), lorebooks={"book": Lorebook("book", entries=entries)})
    session = new_session(tmp_path, telling(Turn(text="Rain.")), world)
    plan = session.plan("Hello.")
    assert not plan.refused
    assert [one.id for one in plan.omitted if one.group == "lorebook"] == ["lore.book.sea"]
    await session.close()


async def test_a_huge_message_is_not_sent_and_a_short_one_is(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="Rain.")))
    assert await refused(session, HUGE)
    assert "shorten_input" in actions(session.plan(HUGE))
    assert not await refused(session, "Hello.")
    await session.close()


async def test_a_long_reply_in_the_log_stops_a_small_window_until_it_is_undone_or_the_window_grows(
    tmp_path: Path,
) -> None:
    session = new_session(tmp_path, telling(Turn(text=LONG), Turn(text="Short.")))
    session.set_setting("context.window", 8192)
    await played(session.play("Tell me everything."))
    assert session.plan("Go on.").status == "dialogue_too_long"
    session.set_setting("context.window", 32_768)
    assert not session.plan("Go on.").refused
    session.set_setting("context.window", 8192)
    await session.undo()
    assert not await refused(session, "Go on.")
    await session.close()


async def test_a_small_model_in_mid_story_changes_what_is_carried_and_nothing_else(tmp_path: Path) -> None:
    session = new_session(
        tmp_path, telling(*(Turn(text=f"REPLY{n} " + "It rains. " * 60) for n in range(24)))
    )
    session.set_setting("context.window", 32_768)
    for n in range(24):
        await played(session.play(f"Message {n}."))
    hash_before, whole = session.head_state.hash, session.plan("Now.")
    session.set_setting("context.window", 5_200)
    small = session.plan("Now.")
    session.set_setting("context.window", 32_768)
    again = session.plan("Now.")
    assert not small.refused
    assert small.history.carried < whole.history.carried == whole.history.total
    assert small.total <= small.space.available
    assert again.messages == whole.messages
    assert session.head_state.hash == hash_before
    first = next(entry for entry in session.log(0, session.log_length) if entry.kind == "narration")
    assert first.text.startswith("REPLY0")
    await session.close()
