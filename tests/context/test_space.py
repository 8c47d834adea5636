"""The arithmetic of space at its borders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.context.space import Reserve, WindowTooSmall, available_space, safety_margin, space_of
from rpg.context.values import ContextSettings


@pytest.mark.parametrize(
    ("window", "percent", "quality", "margin"),
    [
        (8192, None, "estimated", 246),
        (8192, None, "exact", 246),
        (8192, None, "calibrated", 82),
        (4096, None, "estimated", 123),
        (10_000, None, "estimated", 300),
        (10_001, None, "estimated", 301),
        (100, 0, "estimated", 0),
        (1000, 2.5, "calibrated", 25),
        (700, 7, "estimated", 49),
    ],
)
def test_the_safety_margin_is_rounded_up_from_a_share_of_the_window(window, percent, quality, margin):
    assert safety_margin(window, percent, quality) == margin


@pytest.mark.parametrize(
    ("window", "available", "cap", "lore"),
    [
        (8192, 8192 - 256 - 1024 - 246, 3999, 999),
        (4096, 4096 - 256 - 1024 - 123, 1615, 403),
        (1322, 2, 1, 0),
        (1321, 1, 0, 0),
        (1320, 0, 0, 0),
        (600, 0, 0, 0),
    ],
)
def test_the_setting_may_use_sixty_percent_rounded_down(window, available, cap, lore):
    space = space_of(ContextSettings(window), "estimated")
    assert (space.available, space.setting_cap, space.lore_cap) == (available, cap, lore)


@pytest.mark.parametrize(("setting", "dialogue"), [(0, 1000), (1, 999), (600, 400), (601, 400), (5000, 400)])
def test_dialogue_gets_what_the_setting_leaves_and_at_least_forty_percent(setting, dialogue):
    space = space_of(ContextSettings(1000, system_reserve=0, reply_reserve=0, safety=0), "exact")
    assert space.dialogue_cap(setting) == dialogue


def test_reserves_that_fill_the_window_are_an_error_that_says_how_much():
    with pytest.raises(WindowTooSmall) as error:
        available_space(1000, Reserve(256, 700, 44))
    assert (error.value.window, error.value.reserved) == (1000, 1000)
    assert available_space(1001, Reserve(256, 700, 44)) == 1


@given(st.integers(1, 2_000_000), st.integers(0, 5000), st.integers(0, 5000), st.floats(0, 50))
def test_the_parts_never_exceed_the_window(window, system, reply, percent):
    space = space_of(ContextSettings(window, system, reply, percent), "estimated")
    assert 0 <= space.available <= window
    assert space.setting_cap * 100 <= space.available * 60
    assert space.dialogue_cap(space.setting_cap) * 100 >= space.available * 40
    assert space.setting_cap + space.dialogue_cap(space.setting_cap) == space.available
