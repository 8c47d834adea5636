from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.runtime.apply import EditError, apply
from rpg.runtime.edits import (
    AdvanceTime,
    Edit,
    MoveCharacter,
    MovePlayer,
    SetClock,
    SetFlag,
    SetLock,
    UpdateCharacter,
)
from rpg.runtime.gametools import GAME_TOOLS, run_game_tool, turn_minutes
from tests.runtime.strategies import anything
from tests.runtime.worlds import harbour, start


@pytest.mark.parametrize(
    ("name", "arguments", "edit"),
    [
        (
            "update_character",
            {"character": "Mira Vale", "condition": "wet", "relationship": None, "knows": []},
            UpdateCharacter("mira", "model", "wet"),
        ),
        (
            "update_character",
            {"character": "mira", "knows": "Tomas lied.", "condition": ""},
            UpdateCharacter("mira", "model", knows=("Tomas lied.",)),
        ),
        ("update_character", {"character": "mira", "condition": ""}, UpdateCharacter("mira", "model", "")),
        ("set_flag", {"name": "bell", "value": "rung\n twice"}, SetFlag("bell", "rung twice", "model")),
        ("set_flag", {"name": "bell", "value": False}, SetFlag("bell", False, "model")),
        ("set_flag", {"name": "bell", "value": None}, SetFlag("bell", None, "model")),
        ("advance_time", {"minutes": "30"}, AdvanceTime(30, "model")),
        ("advance_time", {"minutes": 30.0}, AdvanceTime(30, "model")),
    ],
)
def test_a_call_becomes_its_edit(name: str, arguments: Any, edit: Edit) -> None:
    done = run_game_tool(start(), name, arguments)
    assert done.edits == (edit,)
    assert done.stage.hash == apply(start(), edit).hash


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("update_char", {}, "unknown_operation"),
        ("set_flag", "bell", "bad_operations"),
        ("set_flag", {"name": "bell"}, "missing_argument"),
        ("set_flag", {"value": 1}, "missing_argument"),
        ("set_flag", {"name": "bell", "value": [1]}, "bad_value"),
        ("set_flag", {"name": "bell", "value": float("inf")}, "malformed"),
        ("set_flag", {"name": "bell", "value": "x" * 1001}, "too_long"),
        ("set_flag", {"name": "bell", "value": 1, "valeu": 2}, "unknown_argument"),
        ("update_character", {"character": "mira"}, "missing_argument"),
        ("update_character", {"condition": "wet"}, "missing_argument"),
        ("update_character", {"character": "mirra", "condition": "wet"}, "unknown_character"),
        ("update_character", {"character": "mira", "condition": 3}, "bad_value"),
        ("update_character", {"character": "mira", "knows": ["x" * 1001]}, "too_long"),
        ("advance_time", {}, "missing_argument"),
        ("advance_time", {"minutes": "soon"}, "bad_value"),
        ("advance_time", {"minutes": True}, "bad_value"),
        ("advance_time", {"minutes": 2.5}, "bad_value"),
        ("advance_time", {"minutes": -5}, "bad_minutes"),
    ],
)
def test_what_is_refused_says_why_and_what_to_do(name: str, arguments: Any, code: str) -> None:
    with pytest.raises(EditError) as caught:
        run_game_tool(start(), name, arguments)
    assert caught.value.code == code
    assert caught.value.hint


@given(st.sampled_from(tuple(GAME_TOOLS)), st.data())
def test_no_call_raises_anything_but_a_refusal(name: str, data: st.DataObject) -> None:
    known = GAME_TOOLS[name].schema["properties"]
    arguments = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(known, anything)) | anything)
    with suppress(EditError):
        run_game_tool(start(), name, arguments)


@pytest.mark.parametrize(
    "edits",
    [
        [MovePlayer("market", "model", "quay", 5)],
        [MovePlayer("market", "player", "quay", 5), AdvanceTime(5, "model")],
        [AdvanceTime(0, "model")],
        [SetClock(0, "hand")],
    ],
)
def test_a_turn_that_moved_the_player_or_the_clock_takes_no_more_time(edits: list[Edit]) -> None:
    assert turn_minutes(start(), edits) is None


@pytest.mark.parametrize(
    "edits", [[], [MoveCharacter("mira", "market", "model")], [MovePlayer("quay", "model", "quay")]]
)
def test_any_other_turn_takes_the_minutes_of_a_turn(edits: list[Edit]) -> None:
    assert turn_minutes(start(), edits) == AdvanceTime(10, "player")


def test_no_time_passes_without_a_clock_or_with_a_locked_one() -> None:
    assert turn_minutes(start(harbour(clock=False)), []) is None
    assert turn_minutes(apply(start(), SetLock("clock", True, "player")), []) is None
