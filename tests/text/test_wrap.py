"""Prose breaks where a reader of its script expects it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.text.wrap import NEVER_FIRST, NEVER_LAST, break_lines, wrap_text

PROSE = st.lists(
    st.sampled_from([*"abc -—港口，。！“”（）《》…ーé\n 1", "👩‍🚀", "e\u0301"]), max_size=120
).map("".join)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("unbreakableword", 6, ["unbrea", "kablew", "ord"]),
        ("a well-known face", 8, ["a well-", "known", "face"]),
        ("wait—no", 5, ["wait—", "no"]),
        ("他走进雨港。", 10, ["他走进雨", "港。"]),
        ("他说：“你好”", 8, ["他说：", "“你好”"]),
        ("等等……好", 7, ["等等……", "好"]),
        ("他——走了", 6, ["他——走", "了"]),
        ("见到Mira了", 5, ["见到", "Mira", "了"]),
        ("one\ntwo", 20, ["one", "two"]),
        ("", 5, [""]),
        ("trailing   ", 8, ["trailing"]),
        ("  indent stays", 8, ["  indent", "stays"]),
        ("港", 1, ["港"]),
        ("a（港", 3, ["a", "（", "港"]),
    ],
)
def test_lines_end_where_they_may(text: str, width: int, lines: list[str]) -> None:
    assert wrap_text(text, width) == lines


@given(PROSE, st.integers(2, 30))
def test_no_line_is_too_wide_and_nothing_but_spaces_is_lost(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    assert all(cell_width(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


@given(st.text(st.sampled_from("港口灯塔，。“”《》"), min_size=1, max_size=60), st.integers(12, 30))
def test_no_line_begins_or_ends_with_the_wrong_punctuation(text: str, width: int) -> None:
    lines = wrap_text(text, width)
    for before, after in pairwise(lines):
        forced = not any(
            left not in NEVER_LAST and right not in NEVER_FIRST for left, right in pairwise(before)
        )
        assert forced or (before[-1] not in NEVER_LAST and after[0] not in NEVER_FIRST)


@given(PROSE, st.integers(4, 20), st.data())
def test_all_but_the_last_line_stand_when_more_text_follows(text: str, width: int, data) -> None:
    cut = data.draw(st.integers(0, len(text)))
    if text[cut : cut + 1] and cell_width(text[: cut + 1]) == cell_width(text[:cut]):
        return  # the piece ends inside a character
    early, whole = break_lines(text[:cut], width), break_lines(text, width)
    assert whole[: len(early) - 1] == early[:-1]
    assert break_lines(text, width, start=early[-1].start)[1:] == whole[len(early) :]
