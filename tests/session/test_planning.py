"""What a plan is made from: only what it can use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rpg.bench.long_story import long_story
from rpg.narrator.scripted import Turn
from rpg.session.planning import observation_room
from rpg.session.shelf import shipped
from rpg.world.lorebook import Lorebook, LoreEntry
from tests.runtime.worlds import harbour
from tests.session.stories import new_session, played, telling


async def test_observations_are_read_only_where_they_are_told(tmp_path: Path) -> None:
    session = new_session(tmp_path, telling())
    for number in range(16):
        await played(session.play(f"Message {number}."))
    assert session.plan("Now.").inputs.notes.observations == ()
    session.set_setting("session.memory_style", "observations")
    assert session.plan("Now.").inputs.notes.observations != ()
    await session.close()


def test_the_presets_of_the_game_are_read_once() -> None:
    assert shipped("en")[0] is shipped("en-GB")[0]
    assert shipped("zh")[0] is not shipped("en")[0]


@pytest.mark.parametrize("spare", [0, 40, 200, 1000])
async def test_lore_gives_way_to_the_scene_and_says_so(tmp_path: Path, spare: int) -> None:
    entries = {f"e{n}": LoreEntry(f"e{n}", f"LORE{n} " + "tide " * 30, constant=True) for n in range(6)}
    world = replace(harbour(), lorebooks={"book": Lorebook("book", entries=entries)})
    session = new_session(tmp_path, telling(), world)
    session.set_setting("context.window", 32_768)
    bare = session.plan("Look.")
    alone = bare.setting_used - sum(part.tokens for part in bare.sections if part.group == "lorebook")
    window = next(
        n for n in range(4_000, 32_000) if (n - 1280 - -(-3 * n // 100)) * 60 // 100 >= alone + spare
    )
    session.set_setting("context.window", window)
    plan = session.plan("Look.")
    placed = {part.source for part in plan.sections if part.group == "lorebook"}
    left_out = {one.id for one in plan.omitted if one.reason == "lore_budget_tokens"}
    assert not plan.refused
    assert plan.setting_used <= plan.space.setting_cap
    assert len(placed) + len(left_out) == len(entries)
    assert left_out if spare < 200 else placed
    assert not any(one.reason == "no_context_left" for one in plan.omitted)
    await session.close()


async def test_a_plan_reads_no_more_observations_than_its_window_has_room_for(tmp_path: Path) -> None:
    story = long_story(harbour(), tmp_path, 1200, window=6000)
    session = story.session
    session.set_setting("session.memory_style", "observations")
    await story.say("Before.", Turn(text="It rains."))
    plan = session.plan("Now.")
    notes = plan.inputs.notes.observations
    room = observation_room(plan.inputs.settings)
    longest = max(plan.inputs.count(note.text) for note in notes)
    assert sum(plan.inputs.count(note.text) for note in notes) <= room + longest
    assert notes[0].since > 8
    assert notes[-1].covers >= 1000
    await session.close()
