"""The memory view: what stands for what is left out, what can be edited, what is pinned."""

from __future__ import annotations

from pathlib import Path

from rpg.narrator.scripted import Turn
from rpg.session.memoryview import memory_view, pin_recap
from rpg.session.session import Session
from tests.session.stories import new_session, played, telling

PROMISE = "Mira swears she will bring the brass key. " + "The rain goes on over the stones of the quay. " * 14
RAIN = "The rain goes on, and nobody says a word about it. " * 12


async def long_story(folder: Path, turns: int = 24, **values: object) -> Session:
    """A story whose log no longer fits; the promise is in its first reply."""
    script = [Turn(text=PROMISE), *[Turn(text=RAIN)] * (turns - 1)]
    session = new_session(folder, telling(*script), **{"context.window": 6000, **values})
    for n in range(turns):
        await played(session.play(f"I wait {n}."))
    return session


async def test_a_short_story_has_nothing_left_out_and_no_recap(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling(Turn(text=PROMISE)))
    await played(session.play("hello"))
    view = memory_view(session)
    assert (view["cut"], view["recap"], view["observations"]) == (None, "", [])
    assert view["summary"]["text"] == ""
    assert await pin_recap(session) is None


async def test_the_summary_in_force_is_shown_with_what_it_covers(tmp_path: Path) -> None:
    session = await long_story(tmp_path)
    view = memory_view(session)
    summary = view["summary"]
    sent = next(part.text for part in session.plan("").sections if part.id == "summary")
    assert summary["in_force"]
    assert summary["editable"]
    assert summary["text"].splitlines()[0] in sent
    assert summary["source"] == "extractive"
    assert 0 < summary["covers"] < session.log_length


async def test_a_summary_by_the_player_is_in_force_at_once_and_can_be_undone(tmp_path: Path) -> None:
    session = await long_story(tmp_path)
    before = memory_view(session)["summary"]["text"]
    await session.set("summary", "Mira has my key.")
    summary = memory_view(session)["summary"]
    assert (summary["text"], summary["source"], summary["in_force"]) == ("Mira has my key.", "player", True)
    await session.undo()
    assert memory_view(session)["summary"]["text"] == before


async def test_observations_are_read_only_and_say_which_messages_they_cover(tmp_path: Path) -> None:
    session = await long_story(tmp_path)
    rows = memory_view(session)["observations"]
    assert [(row["since"], row["covers"]) for row in rows][:2] == [(2, 9), (10, 17)]
    assert not any(row["editable"] or row["in_force"] for row in rows)
    session.set_setting("session.memory_style", "observations")
    assert any(row["in_force"] for row in memory_view(session)["observations"])


async def test_the_key_moment_of_what_is_left_out_is_offered_and_can_be_pinned(tmp_path: Path) -> None:
    session = await long_story(tmp_path)
    await session.set("summary", "It rained.")
    view = memory_view(session)
    assert view["cut"]["from"] == 2
    assert "swears she will bring the brass key" in view["recap"]
    await pin_recap(session)
    after = memory_view(session)
    assert [pin["text"] for pin in after["pins"]] == [view["recap"]]
    assert after["recap"] != view["recap"]
    pinned = [part for part in session.plan("").sections if part.group == "pinned"]
    assert view["recap"] in pinned[0].text


async def test_conditions_and_pins_are_edited_by_nodes_of_their_own(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    await session.set("condition", "mira", "wary")
    await session.set("pin", "key", "The key is brass.")
    view = memory_view(session)
    row = next(row for row in view["conditions"] if row["character"] == "mira")
    assert (row["condition"], row["detail"]) == ("wary", "full")
    assert [(pin["id"], pin["text"]) for pin in view["pins"]] == [("key", "The key is brass.")]
    await session.set("pin", "key", "")
    assert memory_view(session)["pins"] == []


async def test_who_is_only_a_name_and_has_nothing_to_tell_is_not_listed(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    listed = {row["character"] for row in memory_view(session)["conditions"]}
    assert "mira" in listed
    assert "ana" not in listed
