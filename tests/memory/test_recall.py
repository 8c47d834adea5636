"""What is told of somebody who is back: how long it has been, where they were, what was when they parted."""

from __future__ import annotations

import pytest

from rpg.memory.recall import duration_text, since_last_met


@pytest.mark.parametrize(
    ("turns", "minutes", "line"),
    [
        (0, None, "Back after a moment; last seen at The Quay."),
        (1, None, "Back after 1 turn; last seen at The Quay."),
        (5, 0, "Back after 5 turns; last seen at The Quay."),
        (5, 50, "Back after 5 turns (50 min of the story's time); last seen at The Quay."),
        (2, 600, "Back after 2 turns (about 10 h of the story's time); last seen at The Quay."),
    ],
)
def test_the_time_away_is_told_in_turns_and_by_the_clock(turns: int, minutes: int | None, line: str) -> None:
    assert since_last_met("en", turns=turns, parted_at="The Quay", minutes=minutes) == (line,)


def test_the_time_away_in_chinese() -> None:
    lines = since_last_met("zh", turns=2, parted_at="码头", came_from=("市场", "灯塔"), minutes=600)
    assert lines == ("时隔2回合（故事中过了约10小时）再见，上次见于码头。", "其间身在市场，后至灯塔。")


def test_places_that_say_nothing_are_left_out() -> None:
    lines = since_last_met("en", turns=2, parted_at="The Quay", came_from=("", "The Quay", "The Market"))
    assert lines[1:] == ("Was meanwhile at The Market.",)


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "0 min"),
        (59, "59 min"),
        (60, "about 1 h"),
        (2879, "about 48 h"),
        (2880, "about 2 days"),
        (10_080, "about 7 days"),
    ],
)
def test_a_length_of_time_is_as_fine_as_it_matters(minutes: int, text: str) -> None:
    assert duration_text("en", minutes) == text
