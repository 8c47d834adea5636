"""The bench of tool outputs: every manner is decided rightly, and the judge sees what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.bench.ferry import ferry
from rpg.bench.prose import LANGUAGES, Language
from rpg.bench.scratch import scratch_folder
from rpg.bench.tool_outputs import NATIVE, WRITTEN, outputs
from rpg.bench.tools import (
    Flags,
    Judged,
    facts_of,
    flags,
    is_mangled,
    judge,
    outcome_of,
    result_of,
    told_flags,
)
from rpg.bench.tools_manners import MORE_NATIVE, MORE_WRITTEN
from rpg.bench.tools_pieces import Output, Wanted
from rpg.bench.tools_prose import NOTHING, PARTS, told_replies
from rpg.bench.tools_worlds import CASTS
from rpg.runtime.apply import apply
from rpg.runtime.edits import MovePlayer, UpdateCharacter
from rpg.runtime.index import index_world
from rpg.runtime.state import initial_state
from rpg.session.events import ToolEvent

ALL = tuple(outputs())
OF_EACH_MANNER = [
    output for output in ALL if output.language == "zh" and output.wanted.name == "update_character"
]


MANNERS = len(NATIVE) + len(MORE_NATIVE) + len(WRITTEN) + len(MORE_WRITTEN)


def test_there_are_outputs_enough() -> None:
    assert len(ALL) == 2 * 5 * MANNERS
    assert len(ALL) >= 600
    assert len(OF_EACH_MANNER) == MANNERS
    assert not NATIVE.keys() & MORE_NATIVE.keys()
    assert not WRITTEN.keys() & MORE_WRITTEN.keys()


def test_there_are_replies_enough_and_each_names_what_its_world_has() -> None:
    for language in LANGUAGES:
        told = [reply for part in PARTS for reply in told_replies(part, language)]
        assert sum(reply.moved != NOTHING for reply in told) >= 110
        assert sum(reply.moved == NOTHING for reply in told) >= 110
        for reply in told:
            cast = CASTS[reply.world]
            kind, _, id = reply.moved.partition("=")
            ids = {"player": cast.places, "arrived": cast.elsewhere, "left": cast.here}.get(kind, {id: ""})
            assert cast.language == language
            assert id in ids


async def test_manners_of_calling_are_decided_rightly() -> None:
    """Every third manner; the bench plays them all, with every call and in both languages."""
    judged, played = Judged(), OF_EACH_MANNER[::3]
    with scratch_folder() as folder:
        for number, output in enumerate(played):
            await judge(output, folder / str(number), judged)
    assert (dict(judged.wrong), judged.corrupted, judged.mangled) == ({}, 0, 0)
    assert sum(judged.right.values()) == len(played)


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
        assert found.flagged >= 0.95 * found.moving
        assert found.false <= 0.05 * found.still


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_in_the_prose_of_chat_models_are_noticed_and_the_rest_is_left_alone(language: Language) -> None:
    development, unseen = told_flags("development", language, every=5), told_flags("unseen", language)
    assert development.flagged >= 0.9 * development.moving
    assert development.false <= 0.05 * development.still
    assert unseen.flagged >= 0.8 * unseen.moving
    assert unseen.false <= 0.05 * unseen.still


def test_shares_are_over_everything() -> None:
    judged = Judged()
    judged.decided["native en"], judged.right["native en"] = 100, 98
    result = result_of(judged, {"prose": Flags(10, 10, 10, 0)})
    assert [goal.met for goal in result.goals] == [False, True, True, True, True]
