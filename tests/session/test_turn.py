"""A turn: words, plan, stream, tools, one commit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from rpg.narrator.protocol import Failure, TextDelta
from rpg.narrator.scripted import SCRIPT, ScriptedNarrator, Turn, Wait
from rpg.runtime.whereabouts import present, whereabouts
from rpg.session.events import (
    BlockedEvent,
    CancelledEvent,
    FailedEvent,
    NoticeEvent,
    PreviewEvent,
    SavedEvent,
    StartedEvent,
    TextEvent,
    ToolEvent,
)
from rpg.store.save import Save
from tests.runtime.worlds import harbour
from tests.session.stories import REGISTRY, moves, new_session, played, reopened, telling


async def test_a_turn_saves_the_words_and_the_reply(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text="The gulls answer.")))
    events = await played(session.play("hello"))
    assert isinstance(events[0], StartedEvent)
    assert isinstance(events[-1], SavedEvent)
    assert "".join(e.text for e in events if isinstance(e, TextEvent)) == "The gulls answer."
    assert [entry.text for entry in session.log(1, 3)] == ["hello", "The gulls answer."]
    assert session.head_state.turn == 1
    assert session.draft == ""


async def test_a_tool_move_is_previewed_then_committed_with_the_reply(tmp_path: Path) -> None:
    wait = Wait(asyncio.Event())
    second = Turn(text="The market is loud.", wait=wait, wait_after=0)
    narrator = telling(Turn(calls=[moves("market", **{"with": ["mira"]})]), second)
    session = new_session(tmp_path, narrator)
    before = session.head_state
    seen: list[tuple[str, str]] = []
    async for event in session.play("let us go to the market, Mira"):
        if isinstance(event, PreviewEvent):
            seen.append((session.state.player_location, session.head_state.player_location))
            wait.event.set()
    assert seen == [("market", "quay")]
    after = session.head_state
    assert after.player_location == "market"
    assert "mira" in present(after)
    assert after.clock is not None
    assert before.clock is not None
    assert after.clock - before.clock == 5


async def test_the_follow_up_request_holds_the_sheets_of_the_new_scene(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = new_session(tmp_path, narrator)
    await played(session.play("to the market"))
    first, second = narrator.requests
    assert "Quick hands." not in "".join(message.content for message in first.messages)
    results = [message for message in second.messages if message.role == "tool"]
    assert "Fish, lamp oil, gossip." in results[-1].content
    assert "Quick hands." in results[-1].content


async def test_a_reply_that_breaks_off_changes_nothing_and_keeps_an_attempt(tmp_path: Path) -> None:
    broken = Turn(text="The market is lo", disconnect_after=12)
    narrator = telling(Turn(calls=[moves("market")]), broken)
    session = new_session(tmp_path, narrator)
    before = session.head_state
    events = await played(session.play("to the market"))
    failed = events[-1]
    assert isinstance(failed, FailedEvent)
    assert failed.code == Failure.DISCONNECTED
    assert session.head_state.player_location == "quay"
    assert session.head_state.clock == before.clock
    assert session.unanswered() == session.head == failed.node
    assert [attempt.content.text for attempt in session.attempts()] == ["The market i"]


async def test_a_failed_turn_can_be_retried(tmp_path: Path) -> None:
    narrator = telling(Turn(error=Failure.OVERLOADED), Turn(text="Here now."))
    session = new_session(tmp_path, narrator)
    await played(session.play("hello"))
    await played(session.retry())
    assert [entry.text for entry in session.log(1, 9)] == ["hello", "Here now."]
    assert await session.undo()
    assert session.draft == "hello"
    assert session.log_length == 1


async def test_a_new_message_after_a_failure_is_a_sibling_of_the_failed_one(tmp_path: Path) -> None:
    narrator = telling(Turn(error=Failure.OVERLOADED), Turn(text="Yes."))
    session = new_session(tmp_path, narrator)
    await played(session.play("first"))
    await played(session.play("second"))
    assert [entry.text for entry in session.log(1, 9)] == ["second", "Yes."]
    texts = {session.save.node(id).text for id in session.save.children(1)}
    assert texts == {"first", "second"}


async def test_a_broken_reply_can_be_kept_with_its_edits(tmp_path: Path) -> None:
    broken = Turn(text="The market is lo", disconnect_after=12)
    narrator = telling(Turn(calls=[moves("market")]), broken)
    session = new_session(tmp_path, narrator)
    await played(session.play("to the market"))
    await session.keep_attempt()
    assert session.head_state.player_location == "market"
    assert session.log(2, 3)[0].text == "The market i"
    assert session.attempts() == ()


async def test_a_broken_reply_is_continued_in_the_same_sentence(tmp_path: Path) -> None:
    broken = Turn(text="The market is loud tonight.", disconnect_after=16)
    narrator = telling(Turn(calls=[moves("market")]), broken, Turn(text="ud tonight. Ana waves."))
    session = new_session(tmp_path, narrator)
    await played(session.play("to the market"))
    await played(session.go_on())
    assert session.log(2, 3)[0].text == "The market is loud tonight. Ana waves."
    assert session.head_state.player_location == "market"
    roles = [message.role for message in narrator.requests[-1].messages]
    assert roles[-4:] == ["assistant", "tool", "assistant", "user"]


async def test_a_reply_cut_by_its_length_says_so_and_can_be_continued(tmp_path: Path) -> None:
    narrator = telling(Turn(text="It rains and", finish="length"), Turn(text=" rains."))
    session = new_session(tmp_path, narrator)
    events = await played(session.play("look"))
    assert [(e.code, e.action) for e in events if isinstance(e, NoticeEvent)] == [
        ("ended_length", "continue")
    ]
    clock = session.head_state.clock
    await played(session.go_on())
    assert session.log(2, 3)[0].text == "It rains and rains."
    assert session.head_state.clock == clock
    await session.undo()
    assert session.log(2, 3)[0].text == "It rains and"


async def test_a_changed_world_is_adopted_and_undone(tmp_path: Path) -> None:
    from dataclasses import replace

    session = new_session(tmp_path, telling(Turn(text="Hm.")))
    world = harbour()
    renamed = replace(world.locations["quay"], name="The New Quay")
    changed = replace(world, locations={**world.locations, "quay": renamed})
    adopted = await session.adopt(changed)
    assert adopted.lost == ()
    assert session.world.locations["quay"].name == "The New Quay"
    again = reopened(session)
    assert again.world.locations["quay"].name == "The New Quay"
    await again.undo()
    assert again.world.locations["quay"].name == "The Quay"


async def test_an_escape_sequence_cut_in_two_by_the_wire_is_still_removed(tmp_path: Path) -> None:
    pieces = [
        TextDelta(piece) for piece in ("A \x1b[3", "1mred\x1b", "[0m lamp \x1b]0;ti", "tle\x07glows.\x1b[")
    ]
    session = new_session(tmp_path, telling(Turn(steps=pieces)))
    await played(session.play("look"))
    assert session.log(2, 3)[0].text == "A red lamp glows."


async def test_a_move_in_words_alone_is_told_and_recorded_with_one_key(tmp_path: Path) -> None:
    narrator = telling(Turn(text="You climb the steps and reach The Market. Stalls crowd around you."))
    session = new_session(tmp_path, narrator)
    events = await played(session.play("let us go up"))
    notices = [event for event in events if isinstance(event, NoticeEvent)]
    assert [(n.code, n.action) for n in notices] == [("moved_in_prose", "record:1")]
    assert session.head_state.player_location == "quay"
    await session.record(1)
    assert session.head_state.player_location == "market"
    assert session.unrecorded() == ()
    await session.undo()
    assert session.head_state.player_location == "quay"


async def test_cancelling_keeps_what_had_come(tmp_path: Path) -> None:
    wait = Wait(asyncio.Event(), asyncio.Event())
    narrator = telling(Turn(text="Once upon a time", wait=wait, wait_after=7))
    session = new_session(tmp_path, narrator)
    events = []

    async def read() -> None:
        events.extend([event async for event in session.play("tell me")])

    reader = asyncio.create_task(read())
    assert wait.reached is not None
    await wait.reached.wait()
    await session.cancel()
    await reader
    assert isinstance(events[-1], CancelledEvent)
    assert narrator.cancelled == 1
    assert session.attempts()[0].content.text == "Once up"
    assert session.head_state.turn == 1


async def test_a_blocked_message_makes_no_node_and_stays_as_draft(tmp_path: Path) -> None:
    narrator = telling()
    session = new_session(tmp_path, narrator, **{"context.window": 512})
    events = await played(session.play("hello"))
    assert isinstance(events[-1], BlockedEvent)
    assert narrator.requests == []
    assert session.log_length == 1
    assert session.draft == "hello"


async def test_the_words_are_on_disk_before_the_request_goes_out(tmp_path: Path) -> None:
    seen: list[str] = []

    def look(request: object) -> Turn:
        with Save.open(tmp_path / "saves" / "story.rpg", write=False) as save:
            assert save.head is not None
            seen.append(save.node(save.head).text)
        return Turn(text="Good.")

    session = new_session(tmp_path, telling(look))
    await played(session.play("remember me"))
    assert seen == ["remember me"]


async def test_an_identical_call_in_a_later_round_is_answered_from_the_first(tmp_path: Path) -> None:
    call = ("update_character", {"character": "mira", "condition": "wary"})
    narrator = telling(Turn(calls=[call]), Turn(calls=[call]), Turn(text="She looks away."))
    session = new_session(tmp_path, narrator)
    await played(session.play("I stare at her"))
    head = session.head
    assert head is not None
    edits = session.save.node(head).content.edits
    assert [type(edit).__name__ for edit in edits] == ["UpdateCharacter", "AdvanceTime"]


async def test_tool_rounds_are_capped_and_a_text_answer_is_forced(tmp_path: Path) -> None:
    narrator = telling(
        *[Turn(calls=[("set_flag", {"name": f"f{n}", "value": n})]) for n in range(3)], Turn(text="So.")
    )
    session = new_session(tmp_path, narrator, **{"tools.rounds": 3})
    events = await played(session.play("go"))
    assert isinstance(events[-1], SavedEvent)
    assert [request.force_text for request in narrator.requests] == [False, False, False, True]


async def test_an_invented_tool_is_refused_with_the_reason_and_the_story_goes_on(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[("teleport_everyone", {})]), Turn(text="Nothing happens."))
    session = new_session(tmp_path, narrator)
    events = await played(session.play("go"))
    tool = next(event for event in events if isinstance(event, ToolEvent))
    assert tool.refused == "unknown_tool"
    assert isinstance(events[-1], SavedEvent)


async def test_menu_and_tool_end_in_the_same_state(tmp_path: Path) -> None:
    by_menu = new_session(tmp_path / "menu", telling(Turn(text="You walk."), Turn(text="You sit.")))
    await played(by_menu.travel("market", ["mira"]))
    await played(by_menu.play("I sit down"))
    by_tool = new_session(
        tmp_path / "tool",
        telling(
            Turn(calls=[moves("market", **{"with": ["mira"]})]), Turn(text="You walk."), Turn(text="You sit.")
        ),
    )
    await played(by_tool.play("to the market with Mira"))
    await played(by_tool.play("I sit down"))
    assert by_menu.head_state.hash == by_tool.head_state.hash


async def test_a_travel_stands_when_its_arrival_fails(tmp_path: Path) -> None:
    narrator = telling(Turn(error=Failure.NO_SERVER), Turn(text="You arrive."))
    session = new_session(tmp_path, narrator)
    await played(session.travel("market"))
    assert session.head_state.player_location == "market"
    assert session.unanswered() is not None
    await played(session.retry())
    assert session.log(2, 3)[0].text == "You arrive."
    await session.undo()
    assert session.head_state.player_location == "quay"


async def test_a_retry_keeps_the_world_as_it_was_before_the_first_try(tmp_path: Path) -> None:
    hurt = ("update_character", {"character": "mira", "condition": "hurt"})
    narrator = telling(
        Turn(calls=[hurt]),
        Turn(text="She falls."),
        Turn(text="She laughs."),
        Turn(calls=[hurt]),
        Turn(text="Ow."),
    )
    session = new_session(tmp_path, narrator)
    await played(session.play("I push her"))
    assert session.head_state.condition("mira") == "hurt"
    await played(session.retry())
    assert session.head_state.condition("mira") == ""
    await played(session.retry())
    assert session.log(2, 3)[0].replies == 3
    await session.pick(2)
    assert session.log(2, 3)[0].text == "She laughs."
    assert session.head_state.condition("mira") == ""


async def test_the_player_rolls_the_same_and_the_world_anew_on_a_retry(tmp_path: Path) -> None:
    def dice(who: str) -> Turn:
        return Turn(calls=[("roll_dice", {"dice": "10d1000", "who": who})])

    script = [turn for _ in range(2) for turn in (dice("player"), dice("world"), Turn(text="It falls."))]
    session = new_session(tmp_path, telling(*script))
    await played(session.play("I jump"))
    first = _rolls(session)
    await played(session.retry())
    second = _rolls(session)
    assert first["player"] == second["player"]
    assert first["world"] != second["world"]


async def test_the_worlds_dice_stay_where_the_setting_says_so(tmp_path: Path) -> None:
    dice = Turn(calls=[("roll_dice", {"dice": "10d1000", "who": "world"})])
    narrator = telling(dice, Turn(text="So."), dice, Turn(text="So."))
    session = new_session(tmp_path, narrator, **{"session.retry_dice": "none"})
    await played(session.play("I jump"))
    first = _rolls(session)
    await played(session.retry())
    assert _rolls(session) == first


def _rolls(session: object) -> dict[str, tuple[int, ...]]:
    from rpg.session.session import Session
    from rpg.timeline.nodes import RollPart

    assert isinstance(session, Session)
    assert session.head is not None
    parts = session.save.node(session.head).content.parts
    return {part.who: part.dice for part in parts if isinstance(part, RollPart)}


async def test_a_reopened_save_is_the_same_and_asks_nobody(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="Noise."))
    session = new_session(tmp_path, narrator)
    await played(session.play("to the market"))
    hash, head, texts = session.head_state.hash, session.head, [entry.text for entry in session.log(0, 9)]
    again = reopened(session, telling())
    assert (again.head_state.hash, again.head) == (hash, head)
    assert [entry.text for entry in again.log(0, 9)] == texts


async def test_a_scene_that_would_not_fit_is_refused_with_the_sheets_named(tmp_path: Path) -> None:
    from dataclasses import replace

    world = harbour()
    big = replace(world.characters["ana"], description="word " * 3000)
    crowded = replace(world, characters={**world.characters, "ana": big})
    narrator = telling(Turn(calls=[moves("market")]), Turn(text="You stay."))
    session = new_session(tmp_path, narrator, crowded, **{"context.window": 6000})
    events = await played(session.play("to the market"))
    tool = next(event for event in events if isinstance(event, ToolEvent))
    assert "scene_too_large" in tool.result
    assert "Ana" in tool.result
    assert session.head_state.player_location == "quay"


async def test_schedules_move_people_and_the_player_is_told(tmp_path: Path) -> None:
    narrator = telling(Turn(calls=[("advance_time", {"minutes": 90})]), Turn(text="Time passes."))
    session = new_session(tmp_path, narrator)
    assert "tomas" in present(session.head_state)
    events = await played(session.play("I wait"))
    saved = events[-1]
    assert isinstance(saved, SavedEvent)
    assert saved.changes.left == ("tomas",)
    assert whereabouts(session.head_state, "tomas") == "market"


def test_the_registry_is_never_switched_off(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(), **{f"tools.{REGISTRY}.enabled": False})
    assert REGISTRY in [tool.name for tool in session.telling().tools.offered()]


async def test_the_storyteller_is_not_asked_to_record_what_it_tells(tmp_path: Path) -> None:
    """It moves people by the same door as it tells of them; what sounds like a move is a description."""
    turns = [Turn(text="You climb the steps and reach The Market.")]
    session = new_session(tmp_path, ScriptedNarrator(turns, traits=replace(SCRIPT, offline=True)))
    events = await played(session.play("let us go up"))
    assert not [event for event in events if isinstance(event, NoticeEvent)]
    assert session.unrecorded() == ()
