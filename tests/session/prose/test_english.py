"""English clauses: who does what, and whether it is told as done."""

from __future__ import annotations

import pytest

from rpg.session.prose.claims import PLAYER
from rpg.session.prose.english_clauses import Clause, Reader
from rpg.session.prose.english_going import arrives, departs
from rpg.session.prose.english_people import UNNAMED
from rpg.session.prose.english_text import QUOTE, SETTING, is_past, plain, tokens
from rpg.session.prose.names import Marked

IDS = ("mara", "pier", PLAYER)


def clauses(text: str) -> list[Clause]:
    """The clauses of a text with ⟨0⟩ for Mara and ⟦1⟧ for the pier."""
    reader = Reader(Marked(text, IDS, ("Mara", "the pier", "Wren")), {})
    return [clause for sentence in reader.read() for clause in sentence.clauses]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("You walk on.", PLAYER),
        ("At dusk ⟨0⟩ comes home.", "mara"),
        ("In comes ⟨0⟩.", "mara"),
        ("⟨0⟩ and you walk on.", PLAYER),
        ("With a look at you ⟨0⟩ leaves.", "mara"),
        ("⟨0⟩'s brother leaves.", UNNAMED),
        ("A boy runs by.", UNNAMED),
        ("The wind drops.", UNNAMED),
        ("For you there is nothing.", UNNAMED),
        ("Off he goes.", UNNAMED),
    ],
)
def test_who_does_it(text: str, subject: str) -> None:
    assert clauses(text)[0].subject == subject


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("⟨0⟩ nods. She leaves.", ["mara", "mara"]),
        ("⟨0⟩ nods. A man comes in. He sits.", ["mara", UNNAMED, UNNAMED]),
        ("You nod to ⟨0⟩. She leaves.", [PLAYER, "mara"]),
        ("⟨0⟩ drinks, a lantern in each hand, and leaves.", ["mara", UNNAMED, "mara"]),
        ("When the boat lands you jump off.", [UNNAMED, PLAYER]),
    ],
)
def test_who_goes_on_doing_it(text: str, subjects: list[str]) -> None:
    assert [clause.subject for clause in clauses(text)] == subjects


@pytest.mark.parametrize(
    ("text", "real"),
    [
        ("You walk.", True),
        ("You have walked.", True),
        ("You begin to walk.", True),
        ("You could walk.", False),
        ("You do not walk.", False),
        ("You want to walk.", False),
        ("If you walk, you walk.", False),
        ("They say that you walk.", False),
        ("You wait. You had walked.", False),
        ("You often walk.", False),
        ("As if you walk.", False),
    ],
)
def test_what_is_told_as_done(text: str, real: bool) -> None:
    reader = Reader(Marked(text, (), ()), {})
    last = [clause for sentence in reader.read() for clause in sentence.clauses][-1]
    assert any(doing.real for doing in reader.doings(last) if doing.verb.base == "walk") == real


def test_in_a_story_of_the_past_the_past_is_told_as_done() -> None:
    text = "You walked on. You took the path and ran."
    assert is_past(text)
    assert not is_past("You walk on. She had walked here once.")
    reader = Reader(Marked(text, (), ()), {})
    doings = [
        one for sentence in reader.read() for clause in sentence.clauses for one in reader.doings(clause)
    ]
    assert all(doing.real for doing in doings)


def test_what_is_said_aloud_and_lists_of_choices_are_taken_out() -> None:
    told = plain('“Go to the pier,” she says. "Now."\n1. Go to the pier\n- Stay\nYou wait.')
    assert "pier" not in told
    assert "Stay" not in told
    assert QUOTE in told
    assert "You wait." in told


@pytest.mark.parametrize("line", ["**North Pier — Dusk**", "## North Pier", "[North Pier]", "📍 North Pier"])
def test_a_heading_is_known(line: str) -> None:
    assert plain(f"{line}\nYou wait.").startswith(f"{SETTING} North Pier")


def test_turns_of_phrase_are_read_as_plain_words() -> None:
    (words,) = tokens(["You're here by the time they've left, and Mara isn't."])
    assert words[:3] == ("you", "are", "here")
    assert "when" in words
    assert words[-3:] == ("is", "not", ".")


@pytest.mark.parametrize(
    ("verb", "rest", "gone"),
    [
        ("leave", "", True),
        ("leave", "the room", True),
        ("leave", "the ledger on the table", False),
        ("walk", "out into the rain", True),
        ("walk", "over to the bar", False),
        ("push", "the plate away", False),
        ("go", "out of her way", False),
        ("be", "gone", True),
        ("be", "no longer there", True),
        ("be", "not here", True),
        ("walk", "to ⟦1⟧", True),
        ("disappear", "under the table", False),
        ("head", "for the door", True),
        ("turn", "away", False),
    ],
)
def test_what_takes_somebody_out_of_the_scene(verb: str, rest: str, gone: bool) -> None:
    assert departs(verb, "s", tuple(rest.split()), lambda mark: True) == gone


@pytest.mark.parametrize(
    ("verb", "rest", "came"),
    [
        ("enter", "", True),
        ("walk", "in", True),
        ("step", "through the door", True),
        ("walk", "up to you", True),
        ("come", "closer", False),
        ("show", "you the map", False),
        ("show", "up", True),
        ("walk", "the hall", False),
    ],
)
def test_what_brings_somebody_into_the_scene(verb: str, rest: str, came: bool) -> None:
    assert arrives(verb, tuple(rest.split())) == came
