"""The bench of tool outputs: every manner is decided rightly, and the judge sees what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.bench.ferry import ferry
from rpg.bench.prose_cases import prose_cases
from rpg.bench.scratch import scratch_folder
from rpg.bench.tool_outputs import NATIVE, WRITTEN, Output, Wanted, outputs
from rpg.bench.tools import Judged, facts_of, flags, is_mangled, judge, outcome_of, result_of
from rpg.runtime.apply import apply
from rpg.runtime.edits import MovePlayer, UpdateCharacter
from rpg.runtime.index import index_world
from rpg.runtime.state import initial_state
from rpg.session.events import ToolEvent

ALL = tuple(outputs())
OF_EACH_MANNER = [
    output for output in ALL if output.language == "zh" and output.wanted.name == "update_character"
]


def test_there_are_outputs_enough() -> None:
    prose = sum(len(prose_cases(language)) for language in ("en", "zh"))
    assert len(ALL) == 2 * 3 * (len(NATIVE) + len(WRITTEN))
    assert len(ALL) + prose >= 600
    assert len(OF_EACH_MANNER) == len(NATIVE) + len(WRITTEN)


async def test_every_manner_is_decided_rightly() -> None:
    judged = Judged()
    with scratch_folder() as folder:
        for number, output in enumerate(OF_EACH_MANNER):
            await judge(output, folder / str(number), judged)
    assert (dict(judged.wrong), judged.corrupted, judged.mangled) == ({}, 0, 0)
    assert sum(judged.right.values()) == len(OF_EACH_MANNER)


async def test_a_move_that_is_not_what_was_wanted_is_counted_as_wrong() -> None:
    clean = next(output for output in ALL if output.manner == "clean")
    elsewhere = replace(clean, wanted=Wanted(clean.wanted.name, {}, {"player": "chapel"}))
    judged = Judged()
    with scratch_folder() as folder:
        await judge(elsewhere, folder, judged)
    assert judged.corrupted == 1
    assert dict(judged.wrong) == {"native, clean: corrupted": 1}


def test_what_became_of_an_output_is_told_apart() -> None:
    before = initial_state(index_world(ferry("en")))
    moved = apply(before, MovePlayer("ropewalk", "model"))
    other = apply(moved, UpdateCharacter("bram", "model", condition="hurt"))
    output: Output = next(output for output in ALL if output.wanted.facts == {"player": "ropewalk"})
    told = (ToolEvent("x", "{}", '{"ok":false}'),)
    assert outcome_of(output, before, moved, "", ()) == "applied"
    assert outcome_of(output, before, other, "", ()) == "corrupted"
    assert outcome_of(output, before, before, "", told) == "refused"
    assert outcome_of(output, before, before, "", ()) == "lost"
    assert facts_of(before)["nell"] == "landing"


def test_a_call_in_the_story_and_text_that_is_gone_are_seen() -> None:
    output = next(output for output in ALL if output.manner == "block" and output.language == "en")
    assert not is_mangled(output, "The rain goes on. So it is.", ())
    assert is_mangled(output, 'The rain goes on. {"tool": "x"}', ())
    assert is_mangled(output, "So it is.", ())


@pytest.mark.parametrize("harder", [False, True])
def test_moves_in_prose_are_noticed_and_the_rest_is_left_alone(harder: bool) -> None:
    for found in flags(harder=harder).values():
        assert found.flagged >= (0.8 if harder else 0.95) * found.moving
        assert found.false <= 0.05 * found.still


def test_shares_are_over_everything() -> None:
    judged = Judged()
    judged.decided["native en"], judged.right["native en"] = 100, 98
    result = result_of(judged, flags(harder=False), flags(harder=True))
    assert [goal.met for goal in result.goals] == [False, True, True, True, True]
