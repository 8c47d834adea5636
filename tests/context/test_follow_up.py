"""Later requests of a turn, and scenes that would not fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rpg.context.plan import follow_up, plan, scene_fits
from rpg.context.values import ToolOffer, WireCall, WireMessage
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, MovePlayer, UpdateCharacter
from tests.context.stories import begin, prose, wire_text, world_of


def said(tokens=10, rounds=1):
    """A turn so far: calls with results of `tokens` tokens."""
    made = []
    for n in range(rounds):
        id = f"call{n:05d}"
        made.append(WireMessage("assistant", "", (WireCall(id, "edit_location_registry", "{}"),)))
        made.append(WireMessage("tool", prose(f"result{n}", tokens), call_id=id))
    return tuple(made)


def played_on(window=4500, turns=20):
    played = begin(world_of(3, 3, person_tokens=150), window)
    for n in range(turns):
        played.turn(f"say {n}", prose(str(n), 60))
    return played


def test_the_turn_so_far_stands_as_one_block_behind_the_input():
    first = plan(played_on().inputs("go"))
    made = follow_up(first, said(rounds=2))
    assert made.messages[: len(first.messages)] == first.messages
    assert made.messages[len(first.messages) :] == said(rounds=2)
    assert made.record["start"] == first.record["start"]


def test_the_cut_advances_when_results_need_room():
    first = plan(played_on().inputs("go"))
    room = first.space.available - first.total
    made = follow_up(first, said(room + 20))
    assert not made.refused
    assert made.history.start > first.history.start
    assert made.total <= made.space.available
    assert made.messages[-2:] == said(room + 20)


def test_the_old_scenes_frame_goes_when_the_cut_is_not_enough():
    played = played_on()
    first = plan(played.inputs("go"))
    stage = apply(first.inputs.state, MovePlayer("place1", "model"))
    newest = first.sections[[part.id for part in first.sections].index(f"message.{first.inputs.log.count}")]
    fixed = first.setting_used + sum(
        p.tokens for p in first.sections if p.group in ("memory", "pinned", "input")
    )
    large = said(first.space.available - fixed - newest.tokens + 40)
    assert follow_up(first, large).refused
    made = follow_up(first, large, stage=stage)
    assert not made.refused
    assert "PLACEFACT0" not in wire_text(made)
    assert "PERSONFACT0" not in wire_text(made)
    assert made.total <= made.space.available


def test_somebody_who_is_still_on_the_stage_keeps_their_frame():
    played = played_on()
    first = plan(played.inputs("go"))
    stage = apply(first.inputs.state, MovePlayer("place1", "model", companions=("person0",)))
    newest = next(p for p in first.sections if p.id == f"message.{first.inputs.log.count}")
    fixed = first.setting_used + sum(
        p.tokens for p in first.sections if p.group in ("memory", "pinned", "input")
    )
    made = follow_up(first, said(first.space.available - fixed - newest.tokens + 30), stage=stage)
    assert "PERSONFACT0" in wire_text(made)
    assert "PLACEFACT0" not in wire_text(made)


def test_the_next_turn_follows_from_the_record_of_a_follow_up():
    played = played_on()
    first = plan(played.inputs("go"))
    made = follow_up(first, said(first.space.available - first.total + 20))
    played.turn("go", "We go.", [MovePlayer("place1", "model")])
    played.record = dict(made.record)
    later = plan(played.inputs("look"))
    assert later.history.start >= made.history.start
    assert "PLACEFACT1" in wire_text(later)
    assert "PLACEFACT0" not in wire_text(later)


def test_a_forced_answer_is_asked_for_behind_the_last_result_without_a_new_message():
    first = plan(played_on().inputs("go"))
    made = follow_up(first, said(), force_text=True)
    assert len(made.messages) == len(first.messages) + 2
    assert made.messages[-1].role == "tool"
    assert made.messages[-1].content.startswith(said()[-1].content)
    assert "No more tool calls" in made.messages[-1].content
    assert follow_up(first, (), force_text=True).messages == first.messages


def test_text_beside_a_call_is_sent_back_as_it_was_said():
    first = plan(played_on().inputs("go"))
    turn = (replace(said()[0], content="He nods."), said()[1])
    made = follow_up(first, turn)
    assert made.messages[-2].content == "He nods."
    roles = [message.role for message in made.messages]
    assert all(one != other for one, other in pairwise(roles))


def test_a_scene_that_fits_says_what_it_needs():
    played = played_on()
    fit = scene_fits(played.inputs("go"), apply(played.state, MovePlayer("place1", "model")))
    assert fit.fits
    assert fit.needed <= fit.cap
    assert {id for id, _, _ in fit.sheets} == {"place1", "person1"}


def test_a_scene_that_does_not_fit_names_its_sheets_largest_first():
    played = begin(world_of(3, 4, person_tokens=700), 4000)
    stage = played.state
    for who in ("person1", "person2", "person3"):
        stage = apply(stage, MoveCharacter(who, "place0", "model"))
    fit = scene_fits(played.inputs("x"), stage)
    assert not fit.fits
    sizes = [tokens for _, _, tokens in fit.sheets]
    assert sizes == sorted(sizes, reverse=True)
    assert ("person1", "Person 1 (person1)") in [(id, name) for id, name, _ in fit.sheets]
    assert plan(replace(played.inputs("x"), state=stage)).status == "setting_too_long"


def test_tools_that_may_be_withheld_do_not_make_a_scene_too_large():
    played = begin(world_of(2, 1), 4000)
    schema = {"type": "object", "properties": {"x": {"description": "y" * 9000}}}
    inputs = replace(played.inputs("x"), tools=(ToolOffer("big", "Big.", schema, True),))
    assert scene_fits(inputs, played.state).fits


def crowded(window=4500):
    """The first plan of a turn, and results for which the room beside the old scene is too small."""
    played = played_on(window)
    first = plan(played.inputs("go"))
    return played, first, said(first.space.available - first.total + 20)


def test_a_cut_that_the_turn_has_made_already_is_kept_by_its_later_requests():
    played = played_on()
    while not (first := plan(played.inputs("go"))).history.moved:
        played.turn("go", prose("on", 60))
    later = follow_up(first, said())
    assert later.history.start == first.history.start
    assert later.messages[: len(first.messages)] == first.messages


def test_a_cut_that_a_later_request_made_is_kept_by_those_after_it():
    _, first, results = crowded()
    second = follow_up(first, results)
    third = follow_up(first, (*results, *said(5)), latest=second)
    assert second.history.start > first.history.start
    assert third.history.start == second.history.start
    assert third.messages[: len(second.messages)] == second.messages


def test_the_frames_of_those_who_leave_go_before_the_cut_advances():
    played, first, results = crowded()
    stage = apply(first.inputs.state, MovePlayer("place1", "model"))
    made = follow_up(first, results, stage=stage)
    assert made.history.start == first.history.start
    assert "PLACEFACT0" not in wire_text(made)
    played.turn("go", "We go.", [MovePlayer("place1", "model")])
    played.record = dict(made.record)
    later = plan(played.inputs("look"))
    assert "The player left Place 0" in wire_text(later)
    assert "PLACEFACT1" in wire_text(later)


def test_a_frame_that_went_within_the_turn_puts_no_known_facts_into_the_tail_card():
    played = played_on()
    played.state = apply(played.state, UpdateCharacter("person0", "model", knows=("KNOWNFACT",)))
    first = plan(played.inputs("go"))
    results = said(first.space.available - first.total + 20)
    made = follow_up(first, results, stage=apply(first.inputs.state, MovePlayer("place1", "model")))
    assert "PERSONFACT0" not in wire_text(made)
    assert "KNOWNFACT" not in wire_text(made)
