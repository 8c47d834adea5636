"""Everything on the screen is measured, cut and padded in cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.cells import cell_to_index, cell_width, clusters, cut, pad, split_cells

MIXED = st.lists(st.sampled_from([*"abc 港口ー“”…é한", "👩‍🚀", "❤️", "e\u0301"]), max_size=40).map("".join)


@pytest.mark.parametrize(
    ("text", "narrow", "wide"),
    [
        ("quay", 4, 4),
        ("雨港", 4, 4),
        ("e\u0301", 1, 1),
        ("👩‍🚀", 2, 2),
        ("“a”…", 4, 7),
        ("", 0, 0),
    ],
)
def test_widths_with_ambiguous_characters_of_one_and_two_cells(text: str, narrow: int, wide: int) -> None:
    assert cell_width(text) == narrow
    assert cell_width(text, 2) == wide


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("The Old Quay", 20, "The Old Quay"),
        ("The Old Quay", 8, "The Old…"),
        ("雨港码头", 6, "雨港…"),
        ("雨港码头", 5, "雨港…"),
        ("雨港", 1, "…"),
        ("雨港", 0, ""),
    ],
)
def test_cut_text_ends_in_an_ellipsis_and_fits(text: str, cells: int, expected: str) -> None:
    assert cut(text, cells) == expected


@given(MIXED, st.integers(0, 30), st.sampled_from(["left", "right", "center"]), st.sampled_from([1, 2]))
def test_padded_text_is_exactly_as_wide_as_asked(text, cells, align, ambiguous) -> None:
    assert cell_width(pad(text, cells, align=align, ambiguous=ambiguous), ambiguous) == cells


@given(MIXED, st.integers(0, 30))
def test_a_split_loses_nothing_and_halves_no_character(text: str, cells: int) -> None:
    left, right = split_cells(text, cells)
    assert left + right == text
    assert cell_width(left) <= cells
    borders = {cluster.start for cluster in clusters(text)} | {len(text)}
    assert len(left) in borders


def test_a_column_finds_the_wide_character_that_covers_it() -> None:
    assert [cell_to_index("a港b", cell) for cell in range(5)] == [0, 1, 1, 2, 3]
