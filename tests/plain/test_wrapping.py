"""At a terminal no word is cut and no mark begins a line, in whatever pieces the story comes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.plain.wrapping import Wrapping
from rpg.text.wrap import wrap_text

STORY = "船尾坐着一个撑伞的人。The ferry puts you off at the quay，就知道“她来了”。\n\n第二段：走吧……好。"


def whole(pieces: list[str], width: int) -> str:
    wrapping = Wrapping(lambda: width)
    return "".join(map(wrapping.feed, pieces)) + wrapping.settle()


def broken(text: str, width: int) -> str:
    return "\n".join("\n".join(wrap_text(line, width)) for line in text.split("\n"))


@given(st.lists(st.integers(0, len(STORY)), max_size=6), st.integers(4, 40))
def test_pieces_make_the_same_lines_as_the_whole(cuts: list[int], width: int) -> None:
    ends = [0, *sorted(cuts), len(STORY)]
    assert whole([STORY[a:b] for a, b in pairwise(ends)], width) == broken(STORY, width)


@given(st.text(alphabet="ab- 。，“”…中\n", max_size=40), st.integers(2, 12))
def test_words_come_letter_by_letter(text: str, width: int) -> None:
    told = whole(list(text), width)
    assert [line.rstrip() for line in told.split("\n")] == [
        line.rstrip() for line in broken(text, width).split("\n")
    ]


@pytest.mark.parametrize(("piece", "at_once"), [("one two", "one"), ("一二三", "一二"), ("word", "")])
def test_what_cannot_move_any_more_is_written_at_once(piece: str, at_once: str) -> None:
    assert Wrapping(lambda: 20).feed(piece).rstrip() == at_once


def test_after_something_was_typed_a_line_begins() -> None:
    wrapping = Wrapping(lambda: 4)
    assert wrapping.feed("> ") + wrapping.settle() == "> "
    assert wrapping.feed("abc\n") == "abc\n"
