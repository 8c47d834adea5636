"""Blocks become lines that fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.text.inline import Mark
from rpg.text.layout import Piece, Role, lay_blocks, line_text, prose_line
from rpg.text.markdown import parse_markdown

SOURCE = st.text(st.sampled_from("ab *_`#->|1. \n\n港“，"), max_size=120)


@pytest.mark.parametrize(
    ("source", "width", "lines"),
    [
        ("# Title\nbody", 20, ["Title", "", "body"]),
        ("- one two\n- three", 8, ["• one", "  two", "• three"]),
        ("> a b c", 5, ["▎ a b", "▎ c"]),
        ("|a|bb|\n|--|--|\n|1|2|", 20, ["a   │ bb ", "────┼────", "1   │ 2  "]),
        ("```\nx = [1]\n y\n```", 20, ["x = [1]", " y"]),
        ("a\n\n---\n\nb", 9, ["a", "", "  * * *", "", "b"]),
    ],
)
def test_blocks_as_lines(source: str, width: int, lines: list[str]) -> None:
    assert [line_text(line) for line in lay_blocks(parse_markdown(source), width)] == lines


def test_marks_follow_the_text_over_a_line_break() -> None:
    lines = lay_blocks(parse_markdown("go *over the hill* now"), 8)
    assert lines == [
        (Piece("go "), Piece("over", Role.PROSE, Mark.EMPHASIS)),
        (Piece("the hill", Role.PROSE, Mark.EMPHASIS),),
        (Piece("now"),),
    ]


@given(SOURCE, st.integers(24, 60))
@settings(max_examples=150)
def test_no_line_is_wider_than_asked(source: str, width: int) -> None:
    assert all(cell_width(line_text(line)) <= width for line in lay_blocks(parse_markdown(source), width))


def test_prose_on_one_line_has_words_and_no_marks() -> None:
    assert prose_line("# Day\n\nThe *quay* is **wet**.\n- rope \x1b[1m") == "Day The quay is wet. • rope"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("**鱼市。** 鳗鱼。\n\n四下无人。", "鱼市。 鳗鱼。四下无人。"),
        ("“走吧。”\n\n“去哪？”", "“走吧。”“去哪？”"),
        ("He left.\n\n“Well,” she said.", "He left. “Well,” she said."),
    ],
)
def test_paragraphs_of_chinese_are_joined_without_a_space(source: str, line: str) -> None:
    assert prose_line(source) == line
