"""The line that is offered for pinning where the log is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rpg.memory.recap import RECAP_TOKENS, key_moment
from tests.context.stories import letters

TOLD = (
    "[Day 1 08:00 · The Quay] The rain went on. Mira promised to bring the key.",
    "[Day 1 09:00 · The Market] Tomas owes you three coins. The bells rang.",
)


def test_a_promise_is_worth_more_than_a_debt_and_both_more_than_scenery() -> None:
    assert key_moment(TOLD, [], letters) == "Mira promised to bring the key."
    assert key_moment(TOLD[1:], [], letters) == "Tomas owes you three coins."


def test_what_is_kept_already_is_not_offered_again() -> None:
    assert key_moment(TOLD, ["mira PROMISED to bring the key."], letters) == "Tomas owes you three coins."
    assert key_moment(TOLD, list(TOLD), letters) == ""


def test_of_equals_the_latest_is_offered() -> None:
    told = ["Mira promised the key.", "Mira promised the lamp."]
    assert key_moment(told, [], letters) == "Mira promised the lamp."


def test_chinese_is_read_alike() -> None:
    assert (
        key_moment(["【第1天 08:00】雨一直下。米拉答应把钥匙带来。"], [], letters) == "米拉答应把钥匙带来。"
    )


def test_nothing_that_matters_is_nothing_to_offer() -> None:
    assert key_moment(["The rain went on."], [], letters) == ""
    assert key_moment([], [], letters) == ""


@given(st.lists(st.text(max_size=200), max_size=6), st.lists(st.text(max_size=50), max_size=3))
def test_it_is_one_line_within_its_bounds(told: list[str], kept: list[str]) -> None:
    line = key_moment(told, kept, letters)
    assert "\n" not in line
    assert letters(line) <= RECAP_TOKENS
