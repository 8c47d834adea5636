"""Rows become segments, with ranges laid over them."""

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style

from rpg.tui.chatlog.paint import GUTTER, MEASURE, column, occurrences, overlay

BOLD = Style(bold=True)


@given(
    st.lists(st.text(st.sampled_from("ab港"), min_size=1, max_size=6), max_size=5),
    st.integers(0, 12),
    st.integers(0, 12),
)
def test_an_overlay_keeps_the_text_and_covers_its_range(texts: list[str], start: int, end: int) -> None:
    painted = overlay([Segment(text) for text in texts], start, end, BOLD)
    whole = "".join(texts)
    assert "".join(segment.text for segment in painted) == whole
    covered = "".join(s.text for s in painted if s.style and s.style.bold)
    assert covered == whole[start:end]


def test_prose_keeps_a_readable_measure_in_the_middle_of_a_wide_pane() -> None:
    assert column(40) == (GUTTER, 36)
    assert column(MEASURE + 4) == (GUTTER, MEASURE)
    assert column(200) == ((200 - MEASURE) // 2, MEASURE)
    assert column(1)[1] == 1


def test_words_are_found_in_any_case() -> None:
    assert occurrences("Rain and rain", "RAIN") == [(0, 4), (9, 13)]
    assert occurrences("Rain", "") == []
