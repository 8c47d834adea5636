"""The meter shows the share that is used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.tui.play.meter import Usage, bar


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.0, "░░░░"), (0.5, "██░░"), (1.0, "████"), (3.0, "████"), (-1.0, "░░░░"), (0.125, "▌░░░")],
)
def test_the_bar_fills(share: float, shown: str) -> None:
    assert bar(share, 4) == shown


@given(st.floats(allow_nan=False), st.integers(1, 40))
def test_the_bar_keeps_its_width(share: float, width: int) -> None:
    assert len(bar(share, width)) == width


@pytest.mark.parametrize(
    ("status", "tone"),
    [
        ("ok", "ok"),
        ("tight", "tight"),
        ("setting_too_long", "blocked"),
        ("dialogue_too_long", "blocked"),
        ("over_limit", "blocked"),
    ],
)
def test_every_refusal_is_red(status: str, tone: str) -> None:
    assert Usage(1, 2, status).tone == tone


def test_nothing_measured_is_no_share() -> None:
    assert Usage().share == 0.0
