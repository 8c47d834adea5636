"""Departure and return: the full sheet comes back with how long it has been and what changed meanwhile."""

from __future__ import annotations

from dataclasses import replace

from rpg.context.plan import plan
from rpg.context.result import Plan
from rpg.runtime.edits import AdvanceTime, MoveCharacter, MovePlayer, SetClock
from rpg.world.model import ScheduleBlock, World
from tests.context.stories import Play, begin, world_of

HOUR = 60


def world(*schedule: ScheduleBlock) -> World:
    """Six places; person 0 is with the player at place 0 unless the schedule says otherwise."""
    made = world_of(6, 2, clock=True)
    person = replace(made.characters["person0"], schedule=schedule)
    return replace(made, characters={**made.characters, "person0": person})


def text(made: Plan, id: str) -> str:
    return next((part.text for part in made.sections if part.id == id), "")


def frame(played: Play, kind: str = "player") -> str:
    return text(plan(played.inputs("hello", kind)), "frame.person.person0")


def gone(*schedule: ScheduleBlock) -> Play:
    """A story in which person 0 left in the second turn, and two more turns passed."""
    played = begin(world(*schedule))
    played.turn("one", "ONE")
    played.turn("two", "TWO", [MoveCharacter("person0", "place3", "model")])
    for n in range(2):
        played.turn(f"more {n}", "MORE", [AdvanceTime(2 * HOUR, "model")])
    return played


def test_who_is_back_is_told_in_full_with_turns_clock_place_and_note() -> None:
    played = gone()
    played.turn("back", "BACK", [MoveCharacter("person0", "place0", "model")])
    told = frame(played)
    assert "PERSONFACT0" in told
    assert "Back after 3 turns (about 4 h of the story's time); last seen at Place 0" in told
    assert "Was meanwhile at Place 3" in told
    assert "When they parted: Left note person0 1." in told


def test_a_return_within_a_reply_counts_to_that_reply_and_not_to_the_next_turn() -> None:
    played = gone()
    assert played.state.turn == 4
    played.turn("back", "BACK", [MoveCharacter("person0", "place0", "model")])
    assert "Back after 3 turns" in frame(played)


def test_meeting_somebody_by_travelling_counts_to_the_travel() -> None:
    played = begin(world())
    played.turn("one", "ONE", [MoveCharacter("person0", "place1", "model")])
    played.turn("two", "TWO")
    inputs = played.inputs("to place 1", "travel", [MovePlayer("place1", "player", "place0", 5)])
    told = text(plan(inputs), "frame.person.person0")
    assert "Back after 2 turns (5 min of the story's time); last seen at Place 0" in told


def test_the_day_of_a_person_is_told_as_what_happened_meanwhile() -> None:
    played = begin(
        world(ScheduleBlock(9 * HOUR, 12 * HOUR, "place2"), ScheduleBlock(12 * HOUR, 15 * HOUR, "place4"))
    )
    played.turn("one", "ONE")
    played.turn("wait", "WAITED", [AdvanceTime(2 * HOUR, "model")])
    played.turn("on", "ON")
    played.turn("wait on", "ON", [SetClock(16 * HOUR, "model")])
    told = frame(played)
    assert "about 8 h of the story's time" in told
    assert "Was meanwhile at Place 2 (place2), then Place 4 (place4)." in told


def test_who_was_moved_by_the_story_is_not_said_to_have_kept_their_day() -> None:
    played = begin(world(ScheduleBlock(9 * HOUR, 10 * HOUR, "place2")))
    played.turn("one", "ONE", [MoveCharacter("person0", "place3", "model")])
    played.turn("wait", "WAITED", [AdvanceTime(20, "model")])
    played.turn("away", "AWAY", [MoveCharacter("person0", None, "model")])
    played.turn("wait", "WAITED", [AdvanceTime(5 * HOUR, "model")])
    played.turn("back", "BACK", [MoveCharacter("person0", "place0", "model")])
    assert "Was meanwhile" not in frame(played)


def test_away_and_back_within_one_reply_is_an_arrival_and_no_farewell() -> None:
    played = begin(world())
    played.turn("one", "ONE")
    there = [MoveCharacter("person0", "place3", "model"), MoveCharacter("person0", "place0", "model")]
    played.turn("two", "TWO", there)
    made = plan(played.inputs("x"))
    card = text(made, "tail")
    assert "Just arrived: Person 0" in card
    assert "Just left" not in card
    assert text(made, "frame.person.person0")
    assert not text(made, "digest.person0")
    later = played.turn("three", "THREE")
    assert "Just arrived" not in text(plan(played.inputs("y")), "tail")
    assert "Just arrived" in text(later, "tail")


def test_the_digest_is_at_most_about_eighty_tokens_and_says_where_they_went() -> None:
    from rpg.memory.clip import rough_tokens

    played = gone()
    told = text(plan(played.inputs("x")), "digest.person0")
    assert "Went to: Place 3" in told
    assert rough_tokens(told) <= 88


def test_what_is_told_of_a_return_stays_the_same_while_they_stay() -> None:
    played = gone()
    played.turn("back", "BACK", [MoveCharacter("person0", "place0", "model")])
    frames = set()
    for n in range(3):
        frames.add(text(played.turn(f"on {n}", "ON", [AdvanceTime(HOUR, "model")]), "frame.person.person0"))
    assert len(frames) == 1


def test_without_a_clock_only_turns_are_counted() -> None:
    played = begin(world_of(6, 2))
    played.turn("one", "ONE", [MoveCharacter("person0", "place3", "model")])
    played.turn("two", "TWO")
    played.turn("back", "BACK", [MoveCharacter("person0", "place0", "model")])
    assert "Back after 2 turns; last seen at Place 0" in frame(played)
