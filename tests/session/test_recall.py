"""Long-term memory in play: off by default, staged, following the path, recalled with reasons."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg.context.report import reason_text
from rpg.narrator.protocol import Failure
from rpg.narrator.scripted import ScriptedNarrator, Turn
from rpg.session.events import NoticeEvent
from rpg.session.library import with_narrator
from rpg.session.recall import memories_of
from rpg.session.services import Services
from rpg.session.session import Session
from rpg.store.memory import FILE, MemoryStore
from rpg.timeline.tree import path
from tests.runtime.worlds import teahouse
from tests.session.machine import ACTS, harbour_player
from tests.session.outside import session_with, told, tool_events
from tests.session.stories import played, reopened, telling

ON: dict[str, Any] = {"memory.enabled": True, "memory.write": True, "memory.recall": True}


def remembering(text: str, *more: Turn) -> list[Turn]:
    return [Turn(calls=[("save_memory", {"text": text})]), Turn(text="Noted."), *more]


def store(folder: Path) -> MemoryStore:
    return MemoryStore(folder / "data" / FILE)


def texts(folder: Path) -> list[str]:
    return [memory.text for memory in store(folder).memories()]


def sent(narrator: ScriptedNarrator) -> str:
    return "\n".join(message.content for message in narrator.requests[-1].messages)


async def test_off_nothing_is_read_written_or_offered(tmp_path: Path) -> None:
    store(tmp_path).add("Fears water.", now=0)
    narrator = telling(*remembering("Likes fog."))
    session = session_with(tmp_path, narrator, {"memory.profile": "A sailor."})
    (event,) = tool_events(await told(session, "the water"))
    assert event.refused == "memory_off"
    assert "Fears water." not in sent(narrator)
    assert "A sailor." not in sent(narrator)
    assert texts(tmp_path) == ["Fears water."]


async def test_a_memory_is_written_once_the_reply_is_saved(tmp_path: Path) -> None:
    narrator = telling(*remembering("Likes fog."))
    session = session_with(tmp_path, narrator, ON)
    await told(session)
    (memory,) = store(tmp_path).memories()
    assert (memory.text, memory.world, memory.node) == ("Likes fog.", "Lantern Harbour", session.head)


async def test_a_reply_that_breaks_off_remembers_nothing(tmp_path: Path) -> None:
    broken = [Turn(calls=[("save_memory", {"text": "Likes fog."})]), Turn(error=Failure.OVERLOADED)]
    session = session_with(tmp_path, telling(*broken), ON)
    await told(session)
    assert texts(tmp_path) == []


async def test_undo_withdraws_and_redo_brings_back(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*remembering("Likes fog.")), ON)
    await told(session)
    await session.undo()
    session.telling()
    assert texts(tmp_path) == []
    await session.redo()
    session.telling()
    assert texts(tmp_path) == ["Likes fog."]
    assert len(store(tmp_path).memories(withdrawn=True)) == 1


async def test_a_retry_withdraws_what_the_other_reply_remembered(tmp_path: Path) -> None:
    narrator = telling(*remembering("Likes fog."), *remembering("Likes rain."))
    session = session_with(tmp_path, narrator, ON)
    await told(session)
    await told(session, retry=True)
    assert texts(tmp_path) == ["Likes rain."]
    await session.pick(1)
    session.telling()
    assert texts(tmp_path) == ["Likes fog."]


async def test_what_changed_while_nobody_followed_is_put_right_on_opening(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*remembering("Likes fog.")), ON)
    await told(session)
    await session.undo()
    assert texts(tmp_path) == ["Likes fog."]
    session = reopened(session)
    session.telling()
    assert texts(tmp_path) == []


async def test_a_memory_that_was_not_written_before_a_crash_is_written_on_opening(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*remembering("Likes fog.")), ON)
    await told(session)
    (tmp_path / "data" / FILE).unlink()
    session = reopened(session)
    session.telling()
    assert texts(tmp_path) == ["Likes fog."]


async def test_a_changed_past_keeps_its_memories_once(tmp_path: Path) -> None:
    narrator = telling(*remembering("Likes fog."), Turn(text="On."))
    session = session_with(tmp_path, narrator, ON)
    await told(session)
    await told(session, "go on")
    assert session.head is not None
    await session.edit(2, "hello there")
    session.telling()
    assert texts(tmp_path) == ["Likes fog."]


async def test_a_removed_memory_stays_removed(tmp_path: Path) -> None:
    narrator = telling(*remembering("Likes fog."), Turn(text="On."))
    session = session_with(tmp_path, narrator, ON)
    await told(session)
    store(tmp_path).remove(1)
    await told(session, "go on")
    assert texts(tmp_path) == []


async def test_a_copy_of_a_save_does_not_withdraw_what_the_other_wrote(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(Turn(text="Hm.")), ON)
    await told(session)
    copy = session.save.path.with_name("copy.rpg")
    shutil.copy(session.save.path, copy)
    await session.close()
    first = Session.open(session.save.path, reopened_services(session, telling(*remembering("Likes fog."))))
    await told(first, "a")
    await first.close()
    second = Session.open(copy, reopened_services(session, telling(*remembering("Likes rain."))))
    await told(second, "b")
    await second.close()
    assert sorted(texts(tmp_path)) == ["Likes fog.", "Likes rain."]


def reopened_services(session: Session, narrator: ScriptedNarrator) -> Services:
    return with_narrator(session.services, narrator)


async def test_what_comes_to_mind_is_in_the_prompt_with_its_reason(tmp_path: Path) -> None:
    made = store(tmp_path)
    made.add("Fears deep water.", now=0)
    made.add("Plays at night.", now=0)
    made.pin(2)
    narrator = telling(Turn(text="Hm."))
    session = session_with(tmp_path, narrator, {**ON, "memory.profile": "A retired sailor."})
    plan = session.plan("is the water deep?")
    found = {line.text: line.reason for line in plan.inputs.recalled}
    assert found == {"Plays at night.": "pinned", "Fears deep water.": "it has water, deep"}
    why = {reason_text(part, "en") for part in plan.sections if part.id.startswith("recalled.")}
    assert why == {
        "recalled from long-term memory: pinned",
        "recalled from long-term memory: it has water, deep",
    }
    await told(session, "is the water deep?")
    for text in ("Fears deep water.", "Plays at night.", "A retired sailor."):
        assert text in sent(narrator)


async def test_top_k_zero_recalls_nothing(tmp_path: Path) -> None:
    store(tmp_path).add("Fears deep water.", now=0)
    session = session_with(tmp_path, telling(), {**ON, "memory.top_k": 0})
    assert session.plan("the deep water").inputs.recalled == ()


async def test_a_search_by_the_model_finds_the_same(tmp_path: Path) -> None:
    store(tmp_path).add("Fears deep water.", now=0)
    narrator = telling(Turn(calls=[("search_memory", {"query": "water"})]), Turn(text="Hm."))
    session = session_with(tmp_path, narrator, ON)
    (event,) = tool_events(await told(session))
    assert "Fears deep water." in event.result


async def test_other_stories_are_told_only_when_that_is_on(tmp_path: Path) -> None:
    sessions = {**ON, "memory.sessions": True}
    first = session_with(tmp_path, telling(Turn(text="The lamp went out.")), sessions, name="first")
    await told(first)
    assert not any("lamp" in line.text for line in first.plan("hello").inputs.recalled)
    await first.close()
    for values, is_told in ((ON, False), (sessions, True)):
        second = session_with(tmp_path, telling(), values, world=teahouse(), name=f"second{is_told}")
        lines = [line for line in second.plan("hello").inputs.recalled if "The lamp went out." in line.text]
        assert bool(lines) is is_told
        await second.close()
    assert lines[0].reason == "故事《first》"


async def test_a_broken_memory_never_stops_a_turn(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_bytes(b"no database" * 200)
    session = session_with(tmp_path, telling(Turn(text="On it goes.")), ON)
    events = await played(session.play("hello"))
    assert session.log(2, 3)[0].text == "On it goes."
    assert "not a database" in session.memory.problem
    assert [event.code for event in events if isinstance(event, NoticeEvent)] == ["memory_failed"]


async def _play_remembering(folder: Path, seed: int, acts: list[str]) -> None:
    player = harbour_player(folder, seed, **{"memory.enabled": True, "memory.write": True, "memory.top_k": 0})
    for act in acts:
        await player.step(act)
        session = player.session
        session.telling()
        nodes = (session.save.node(id) for id in path(session.save, session.head))
        expected = sorted(text for node in nodes for text in memories_of(node.content))
        assert sorted(texts(folder)) == expected, player.done
    await player.session.close()


async def test_an_edited_opening_does_not_make_it_another_story(tmp_path: Path) -> None:
    session = session_with(tmp_path, telling(*remembering("Likes fog.")), ON)
    await told(session)
    await session.edit(path(session.save, session.head)[0], "Another beginning.", "keep")
    assert texts(tmp_path) == ["Likes fog."]
    again = reopened(session)
    again.telling()
    assert texts(tmp_path) == ["Likes fog."]


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32),
    acts=st.lists(st.sampled_from((*ACTS, *["tool_state"] * 12)), min_size=5, max_size=25),
)
def test_the_memory_holds_what_the_path_has_saved_after_any_acts(seed: int, acts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_play_remembering(Path(folder), seed, acts))
