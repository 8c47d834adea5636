"""The tail card: where, who, conditions, ways, clock and key facts, in the language of the prose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rpg.context.plan import plan
from rpg.runtime.apply import apply
from rpg.runtime.edits import Follow, MoveCharacter, SetExit, SetFlag, UpdateCharacter, UpdateLocation
from rpg.world.model import Exit
from tests.context.stories import begin, letters, world_of


def card(played) -> str:
    made = plan(played.inputs("hm"))
    return next(part.text for part in made.sections if part.id == "tail")


def harbour(language="en", clock=True):
    world = world_of(4, 3, clock=clock, language=language)
    exits = (
        Exit("place1", "up the steps", 5),
        Exit("place2", "an iron door", 2, locked="rusted shut"),
        Exit("place3", "a loose stone", hidden=True),
    )
    return begin(
        replace(
            world, locations={**world.locations, "place0": replace(world.locations["place0"], exits=exits)}
        ),
        9000,
    )


def test_it_says_where_who_and_which_ways_also_hidden_ones():
    text = card(harbour())
    assert "Here: Place 0 (place0), Day 1 08:00" in text
    assert "Present: Person 0 (person0)" in text
    assert "Place 1 (place1) (up the steps, 5 min)" in text
    assert "Place 2 (place2) (an iron door, 2 min, shut: rusted shut)" in text
    assert "Place 3 (place3) (a loose stone, hidden, the player has not found it)" in text
    assert "Summary of place 0." in text


def test_it_says_the_same_in_chinese():
    text = card(harbour("zh"))
    assert "此地：Place 0 (place0)，第1天 08:00" in text
    assert "不通：rusted shut" in text
    assert "隐蔽" in text
    assert "Here" not in text


def test_it_follows_the_state():
    played = harbour()
    for edit in (
        UpdateCharacter("person0", "model", condition="wet", relationship="wary"),
        Follow("person0", "model"),
        SetExit("place0", "place2", "model", locked=""),
        SetFlag("flooded", True, "model"),
        UpdateLocation("place0", "model", note="The lamp is out."),
    ):
        played.state = apply(played.state, edit)
    text = card(played)
    assert "Person 0 (person0) (travels with the player; wet; wary)" in text
    assert "an iron door, 2 min)" in text
    assert "flooded=true" in text
    assert "The lamp is out." in text


def test_it_announces_who_came_and_who_left_for_one_turn():
    played = harbour()
    played.turn(
        "a", "b", [MoveCharacter("person1", "place0", "model"), MoveCharacter("person0", "place1", "model")]
    )
    text = card(played)
    assert "Just arrived: Person 1 (person1)" in text
    assert "Just left: Person 0 (person0)" in text
    played.turn("c", "d")
    assert "Just" not in card(played)


def test_nobody_and_no_clock_are_said_plainly():
    played = harbour(clock=False)
    played.state = apply(played.state, MoveCharacter("person0", None, "model"))
    text = card(played)
    assert "nobody but the player" in text
    assert "Day 1" not in text


@pytest.mark.parametrize("tokens", [0, 20, 80])
def test_key_facts_stay_within_their_tokens(tokens):
    played = harbour()
    long = replace(played.state.world.characters["person0"], summary="A long summary of many words. " * 40)
    world = replace(played.state.world, characters={**played.state.world.characters, "person0": long})
    played = begin(world, 9000, key_fact_tokens=tokens)
    facts = [line for line in card(played).splitlines() if line.startswith("Remember: ")]
    assert letters("".join(facts).removeprefix("Remember: ")) <= tokens + 2
    assert bool(facts) == (tokens > 0)
