from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.carry import carry
from rpg.runtime.compare import Change, change_text, compare
from rpg.runtime.edits import (
    AdvanceTime,
    CreateLocation,
    Edit,
    Follow,
    MovePlayer,
    Reveal,
    SetAnswer,
    SetExit,
    SetFlag,
    UpdateCharacter,
)
from rpg.runtime.state import State
from tests.runtime.strategies import edits
from tests.runtime.worlds import start


def after(*edits: Edit) -> State:
    state = start()
    for edit in edits:
        state = apply(state, edit)
    return state


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (UpdateCharacter("mira", "model", "wet"), ["Mira Vale, condition: — → wet"]),
        (SetFlag("bell", True, "model"), ["Fact bell: — → yes"]),
        (SetAnswer("origin", "the isles", "player"), ["Answer origin: the salt road → the isles"]),
        (Reveal("castle", "model"), ["The Castle is known: — → yes"]),
        (Follow("mira", "model"), ["Mira Vale travels with you: — → yes"]),
        (
            SetExit("quay", "cellar", "model", hidden=False),
            ["Way The Cellar → The Quay: hidden → open"],
        ),
        (
            AdvanceTime(60, "model"),
            ["Time: Day 1 08:00 → Day 1 09:00", "Tomas Vale is at: The Quay → The Market"],
        ),
        (
            CreateLocation("yard", "Yard", "Mud.", "", "model", connect_to="quay"),
            ["Place “Yard”: — → Yard; Mud.", "Way The Quay → Yard: — → open"],
        ),
        (
            MovePlayer("market", "model", minutes=5),
            [
                "You are at: The Quay → The Market",
                "Time: Day 1 08:00 → Day 1 08:05",
                "The Market, visits: — → 1",
            ],
        ),
    ],
)
def test_a_difference_reads_as_a_line(edit: Edit, lines: list[str]) -> None:
    changes = compare(start(), after(edit), "en")
    assert [change_text(change, "en") for change in changes] == lines


def test_the_other_way_round_before_and_after_change_places() -> None:
    one, other = start(), after(UpdateCharacter("mira", "model", "wet"))
    assert compare(one, other, "zh") == (Change("condition", ("Mira Vale",), "", "wet"),)
    assert compare(other, one, "zh") == (Change("condition", ("Mira Vale",), "wet", ""),)


@given(st.lists(edits, max_size=10), st.sampled_from(("en", "zh")))
def test_every_difference_can_be_read_and_equal_states_have_none(chain: list[Edit], language: str) -> None:
    state = start()
    for edit in chain:
        state, _ = carry(state, edit)
    for change in compare(start(), state, language):
        text = change_text(change, language)
        assert "runtime." not in text
        assert "{" not in text
    assert compare(state, state, language) == ()
