"""The texts of digests and frames: short, true to the state, the same bytes whichever model counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.context.plan import plan
from rpg.runtime.apply import apply
from rpg.runtime.edits import MoveCharacter, MovePlayer, UpdateCharacter
from rpg.text.tokens import encode_cl100k
from tests.context.stories import begin, wire_text, world_of

LONG = {
    "en": "She remembers every lamp that was ever lit along the harbour wall, and who paid for it. " * 9,
    "zh": "她记得港口沿岸点过的每一盏灯，也记得每一盏是谁付的钱。" * 9,
}


def block_of(made, id):
    return next(part.text for part in made.sections if part.id == id)


def away(language="en", text=""):
    """Somebody of whom a lot is known has left."""
    world = world_of(3, 2, language=language)
    person = replace(world.characters["person0"], summary=text or "Harbourmaster.")
    played = begin(replace(world, characters={**world.characters, "person0": person}), 9000)
    played.state = apply(
        played.state,
        UpdateCharacter(
            "person0", "model", text or "wet", text or "wary", (text or "FACT ONE", text + " FACT TWO")
        ),
    )
    played.turn("bye", "She goes.", [MoveCharacter("person0", "place1", "model")])
    return played


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_digest_is_about_eighty_tokens_at_most_however_much_is_known(language):
    played = away(language, LONG[language])
    played.notes = [replace(note, text=LONG[language]) for note in played.notes]
    digest = block_of(plan(played.inputs("x")), "digest.person0")
    assert 20 < encode_cl100k(digest) <= 95


def test_a_digest_tells_what_the_state_knows():
    digest = block_of(plan(away().inputs("x")), "digest.person0")
    for line in (
        "Person 0 (person0): Harbourmaster.",
        "Condition: wet",
        "Toward the player: wary",
        "Went to: Place 1 (place1)",
        "When they parted: Left note person0 1.",
        "Knows: FACT ONE",
    ):
        assert line in digest
    assert "SECRET" not in digest


def test_one_who_stays_behind_and_one_who_vanishes_are_told_so():
    played = begin(world_of(3, 2), 9000)
    played.turn("go", "ok", [MovePlayer("place1", "model")])
    assert "Stayed at: Place 0 (place0)" in block_of(plan(played.inputs("x")), "digest.person0")
    played.turn("poof", "ok", [MoveCharacter("person1", None, "model")])
    assert "Out of sight." in block_of(plan(played.inputs("x")), "digest.person1")


def test_the_blocks_read_the_same_when_another_model_counts():
    played = away()
    inputs = played.inputs("x")
    other = plan(replace(inputs, count=lambda text: 2 * len(text.split()) + 1))
    mine = plan(inputs)
    assert [block.text for block in mine.blocks] == [block.text for block in other.blocks]


def test_a_better_note_waits_for_the_cut_or_the_return():
    played = away()
    played.turn("a", "b")
    better = replace(played.notes[0], text="A BETTER NOTE.", source="model")
    played.notes.append(better)
    assert "A BETTER NOTE." not in wire_text(played.turn("c", "d"))
    played.turn("come", "She comes.", [MoveCharacter("person0", "place0", "model")])
    frame = block_of(plan(played.inputs("e")), "frame.person.person0")
    assert "When they parted: A BETTER NOTE." in frame


def test_a_better_note_is_in_force_after_a_cut():
    played = away()
    played.settings = replace(played.settings, window=3300)
    played.turn("a", "b")
    played.notes.append(replace(played.notes[0], text="A BETTER NOTE.", source="model"))
    made = played.turn("c", "d" * 400)
    while not made.history.moved:
        assert "A BETTER NOTE." not in wire_text(made)
        made = played.turn("e", "f" * 400)
    assert "A BETTER NOTE." in wire_text(made)


def test_a_note_that_is_no_longer_valid_takes_its_digest_with_it():
    played = away()
    played.turn("a", "b")
    played.notes = []
    digest = block_of(plan(played.inputs("c")), "digest.person0")
    assert "When they parted" not in digest


def test_time_in_a_sheet_is_the_time_of_the_frame():
    world = world_of(2, 1, clock=True)
    place = replace(world.locations["place0"], description="It is {{time}} here.")
    played = begin(replace(world, locations={**world.locations, "place0": place}), 9000)
    first = played.turn("a", "b")
    assert "It is Day 1 08:00 here." in wire_text(first)
    played.state = played.state.set(("clock",), 600)
    later = plan(played.inputs("c"))
    assert "It is Day 1 08:00 here." in wire_text(later)
    assert "Day 1 10:00" in block_of(later, "tail")
