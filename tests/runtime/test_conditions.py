"""Conditions: each part by table, and that a condition is the sum of its parts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.runtime.apply import apply
from rpg.runtime.conditions import holds, moment, says, unmet
from rpg.runtime.edits import Edit, Follow, Happen, MovePlayer, SetAnswer, SetClock, SetFlag
from rpg.runtime.state import State
from rpg.text.folding import fold
from rpg.world.beats import Beat, Condition
from rpg.world.model import World
from tests.runtime.worlds import harbour, start

DAY = 24 * 60


def world() -> World:
    from dataclasses import replace

    made = harbour()
    quay = replace(made.locations["quay"], tags=("outdoors", "wet"))
    return replace(
        made, locations={**made.locations, "quay": quay}, beats={"bell": Beat("bell"), "tide": Beat("tide")}
    )


def after(*edits: Edit) -> State:
    state = start(world())
    for edit in edits:
        state = apply(state, edit)
    return state


def flag(name: str, value: bool | int | str = True) -> Edit:
    return SetFlag(name, value, "hand")


MARKET: Edit = MovePlayer("market", "hand")

CASES: list[tuple[Condition, Sequence[Edit], bool]] = [
    (Condition(), (), True),
    (Condition(location=("market", "quay")), (), True),
    (Condition(location=("market",)), (), False),
    (Condition(location=("market",)), (MARKET,), True),
    (Condition(tag=("outdoors", "wet")), (), True),
    (Condition(tag=("outdoors", "dry")), (), False),
    (Condition(present=("mira", "tomas")), (), True),
    (Condition(present=("mira", "ana")), (), False),
    (Condition(absent=("ana",)), (), True),
    (Condition(absent=("ana", "mira")), (), False),
    (Condition(company=("mira",)), (), False),
    (Condition(company=("mira",)), (Follow("mira", "hand"),), True),
    (Condition(visited=("quay",)), (), True),
    (Condition(visited=("market",)), (), False),
    (Condition(not_visited=("market",)), (), True),
    (Condition(not_visited=("market", "castle")), (MARKET,), False),
    (Condition(after=8 * 60), (), True),
    (Condition(after=8 * 60 + 1), (), False),
    (Condition(before=8 * 60), (), False),
    (Condition(before=DAY), (), True),
    (Condition(starts=7 * 60, ends=9 * 60), (), True),
    (Condition(starts=7 * 60, ends=8 * 60), (), False),
    (Condition(starts=20 * 60, ends=5 * 60), (), False),
    (Condition(starts=20 * 60, ends=5 * 60), (SetClock(3 * DAY + 60, "hand"),), True),
    (Condition(starts=20 * 60), (SetClock(DAY - 1, "hand"),), True),
    (Condition(ends=5 * 60), (SetClock(60, "hand"),), True),
    (Condition(flag=("lit",)), (), False),
    (Condition(flag=("lit",)), (flag("lit"),), True),
    (Condition(flag=("lit",)), (flag("lit", False),), False),
    (Condition(flag=("trust=2", "lit=true")), (flag("lit"), flag("trust", 2)), True),
    (Condition(flag=("trust=2",)), (flag("trust", 3),), False),
    (Condition(flag=("answer.origin=the salt road",)), (), True),
    (Condition(flag=("answer.origin=the sea",)), (), False),
    (Condition(flag=("answer.origin=the sea",)), (SetAnswer("origin", "the sea", "hand"),), True),
    (Condition(not_flag=("lit",)), (), True),
    (Condition(not_flag=("lit", "x")), (flag("x"),), False),
    (Condition(told=("mira.ledger",)), (), False),
    (Condition(told=("mira.ledger",)), (flag("told.mira.ledger"),), True),
    (Condition(not_told=("mira.ledger",)), (flag("told.mira.ledger"),), False),
    (Condition(asked=("mira.ledger",)), (flag("asked.mira.ledger"),), True),
    (Condition(asked=("mira.ledger",)), (flag("told.mira.ledger"),), True),
    (Condition(asked=("mira.ledger",)), (), False),
    (Condition(beat=("bell",)), (), False),
    (Condition(beat=("bell",)), (Happen("bell", "world"),), True),
    (Condition(beat=("bell", "tide")), (Happen("bell", "world"),), False),
    (Condition(beat=("bell",), wait=1), (Happen("bell", "world"),), False),
    (Condition(not_beat=("bell",)), (Happen("bell", "world"),), False),
    (Condition(not_beat=("bell",)), (), True),
    (Condition(turn=1), (), False),
    (Condition(said=("light lamp",)), (), False),
]


@pytest.mark.parametrize(("condition", "edits", "expected"), CASES)
def test_a_condition_holds_when_it_says_so(
    condition: Condition, edits: Sequence[Edit], expected: bool
) -> None:
    assert holds(condition, moment(after(*edits))) is expected


def test_no_time_is_ever_right_where_time_is_not_modelled() -> None:
    state = start(harbour(clock=False))

    assert unmet(Condition(after=0), moment(state)) == "time"
    assert unmet(Condition(starts=0, ends=DAY), moment(state)) == "time"


@pytest.mark.parametrize(
    ("line", "phrase", "expected"),
    [
        ("I light the great lamp.", "light lamp", True),
        ("I look for the lamplighter", "light lamp", False),
        ("LIGHTING the lamps", "light lamp", True),
        ("I enlighten Mira about lamps", "light lamp", False),
        ("把灯点上", "点 灯", True),
        ("把灯点上", "点灯", False),
        ("點燈", "点灯", False),
        ("take the key", "", False),
        ("ｔａｋｅ the key", "take key", True),
        ("(a+)+", "(a+)+", True),
        ("drop it", ".*", False),
    ],
)
def test_a_phrase_fits_a_line_by_its_pieces(line: str, phrase: str, expected: bool) -> None:
    assert says(fold(line).casefold(), phrase) is expected


parts = st.sampled_from([case[0] for case in CASES if case[0].wait == 0])


@settings(max_examples=80)
@given(
    parts,
    parts,
    st.lists(st.sampled_from([flag("lit"), MARKET, flag("told.mira.ledger"), Happen("bell", "world")])),
)
def test_two_conditions_hold_together_when_each_does(
    first: Condition, second: Condition, edits: list[Edit]
) -> None:
    now = moment(after(*edits), "light the lamp")
    names = [name for name in first.__slots__ if getattr(second, name) != getattr(Condition(), name)]
    if any(getattr(first, name) != getattr(Condition(), name) for name in names):
        return
    from dataclasses import replace

    both = replace(first, **{name: getattr(second, name) for name in names})
    hours = {"starts", "ends"}
    if hours & set(names) and any(getattr(first, name) is not None for name in hours):
        return
    assert holds(both, now) is (holds(first, now) and holds(second, now))
