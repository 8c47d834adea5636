"""Marks of emphasis are not read aloud."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.spoken import Spoken, spoken, spoken_line


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a **look around** now", "a look around now"),
        ("*The Quay.* Rain.", "The Quay. Rain."),
        ("***Both***, he says", "Both, he says"),
        ("你**好**吗", "你好吗"),
        ("*（说书人）*", "（说书人）"),
        ("2*3 and 2 * 3", "2*3 and 2 * 3"),
        ("* one\n* two", "* one\n* two"),
        ("* * *", "* * *"),
        ("*****", "*****"),
        ("", ""),
    ],
)
def test_emphasis_goes_and_other_asterisks_stay(written: str, read: str) -> None:
    assert spoken(written) == read


@given(st.text("*a 中.\n", max_size=30), st.lists(st.integers(0, 30), max_size=4))
def test_pieces_read_like_the_whole(text: str, cuts: list[int]) -> None:
    stream = Spoken()
    at = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(at)]
    assert "".join(map(stream.feed, pieces)) + stream.finish() == spoken(text)


@pytest.mark.parametrize("cut", range(12))
def test_behind_a_full_width_mark_the_space_goes_with_the_asterisks(cut: int) -> None:
    text = "**渡口。** 石埠头。"
    stream = Spoken()
    assert stream.feed(text[:cut]) + stream.feed(text[cut:]) + stream.finish() == "渡口。石埠头。"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("**渡口。** 石埠头。  小桂在这里。", "渡口。石埠头。小桂在这里。"),
        ("Wet *stone*.\n\nRain. ", "Wet stone. Rain."),
        ("", ""),
    ],
)
def test_paragraphs_on_one_line_are_joined_as_their_marks_want_it(text: str, line: str) -> None:
    assert spoken_line(text) == line
