"""Observations and summaries in the prompt, in both memory styles."""

from __future__ import annotations

from dataclasses import replace

from rpg.context.memory_in_force import best_observations, held, in_force, newest
from rpg.context.plan import plan
from rpg.context.record import Memory
from rpg.context.sections import short_hash
from rpg.context.values import Note
from tests.context.stories import begin, prose, wire_text, world_of


def observed(count=6, tokens=20):
    return [
        Note("observation", f"OBSERVED{n} {prose(str(n), tokens)}", 8 * (n + 1), 8 * n + 1)
        for n in range(count)
    ]


def inputs(style, notes, window=6000):
    played = begin(world_of(2, 1), window, memory_style=style)
    played.notes = list(notes)
    return played.inputs("x")


def test_nothing_is_in_force_before_anything_is_cut():
    told = held(inputs("summary", [Note("summary", "S", 4)]), Memory())
    assert (told.summary, told.observations, told.covers) == ("", (), 0)


def test_the_newest_summary_takes_force_and_is_held_by_its_hash():
    notes = [Note("summary", "OLD", 4), Note("summary", "NEW", 8)]
    told = newest(inputs("summary", notes), Memory(), 100)
    assert (told.summary, told.covers, told.memory.summary) == ("NEW", 8, short_hash("NEW"))
    later = [*notes, Note("summary", "NEWER", 12)]
    assert held(inputs("summary", later), told.memory).summary == "NEW"


def test_a_summary_that_is_no_longer_valid_gives_way_to_the_newest_valid_one():
    told = held(inputs("summary", [Note("summary", "OLD", 4)]), Memory(summary=short_hash("GONE")))
    assert told.summary == "OLD"
    later = [Note("summary", "OLD", 4), Note("summary", "NEW", 8)]
    assert held(inputs("summary", later), told.memory).summary == "OLD"
    assert held(inputs("summary", []), Memory(summary=short_hash("GONE"))).summary == ""


def test_the_newest_observations_that_fit_are_in_force_and_the_summary_stands_for_the_rest():
    notes = observed()
    size = (len(notes[0].text) + 3) // 4
    told = newest(inputs("observations", [*notes, Note("summary", "SUM", 24)]), Memory(), size * 3)
    assert [note.text.split()[0] for note in told.observations] == ["OBSERVED3", "OBSERVED4", "OBSERVED5"]
    assert told.summary == "SUM"
    assert (told.covers, told.untold) == (48, 24)


def test_when_all_observations_fit_no_summary_is_needed():
    told = newest(inputs("observations", [*observed(2), Note("summary", "SUM", 24)]), Memory(), 10_000)
    assert told.summary == ""
    assert len(told.observations) == 2


def test_observations_in_force_stay_until_the_next_cut():
    notes = observed(3)
    told = newest(inputs("observations", notes), Memory(), 10_000)
    more = [*notes, *observed(5)[3:]]
    assert held(inputs("observations", more), told.memory).observations == told.observations


def play_flat(turns=30):
    played = begin(world_of(2, 1), 3600, memory_style="observations")
    made = []
    for n in range(turns):
        made.append(played.turn(f"say {n}", prose(f"r{n}", 60)))
        if n % 4 == 3:
            count = played.story.count
            played.notes.append(Note("observation", f"OBSERVED{n}.", count - 1, count - 8))
    return made


def test_the_flat_style_carries_observations_where_the_log_is_cut():
    made = play_flat()
    cut = [one for one in made if one.history.start > one.history.first]
    assert cut
    assert all("<rpg:observed>" in wire_text(one) for one in cut)
    assert not any("<rpg:summary>" in wire_text(one) for one in made)
    moves = [one for one in made if one.history.moved]
    shown = {part.text for one in cut for part in one.sections if part.id == "observations"}
    assert len(shown) <= len(moves)


def test_changing_the_style_changes_the_rendering_and_not_the_cut():
    played = begin(world_of(2, 1), 3400)
    for n in range(20):
        played.turn(f"say {n}", prose(f"r{n}", 60))
    played.notes = [Note("summary", "SUMMARY.", 40), *observed(4, 4)]
    before = plan(played.inputs("x"))
    played.settings = replace(played.settings, memory_style="observations")
    after = plan(played.inputs("x"))
    assert "SUMMARY." in wire_text(before)
    assert "OBSERVED3" in wire_text(after)
    assert before.history.start == after.history.start > 2


def test_a_record_says_which_notes_must_be_found_again():
    made = play_flat()
    told = {short_hash(note.text) for note in made[-1].inputs.notes.observations}
    assert in_force(made[-1].record).observations
    assert set(in_force(made[-1].record).observations) <= told
    assert in_force(None) == Memory()


def test_one_observation_a_stretch_stands_the_models_where_there_is_one():
    block = {"since": 2, "covers": 9}
    old = Note("observation", "Early.", 5)
    plain = Note("observation", "Extractive.", **block)
    better = Note("observation", "Model.", **block, source="model")
    later = Note("observation", "Extractive again.", **block)
    for order in ((old, plain, better), (old, better, plain), (better, later, old)):
        assert [note.text for note in best_observations(order)] == ["Early.", "Model."]
    assert [note.text for note in best_observations((old, plain, later))] == ["Early.", "Extractive again."]
    assert best_observations(()) == ()
