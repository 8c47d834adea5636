"""What a key matched is shown as it is written, whatever was done to the text to find it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg.lore.matching.script import NATIVE, TAVERN, written_span


@pytest.mark.parametrize(
    ("text", "needle", "written"),
    [
        ("门开了，\n\n风进来。打劫", "打劫", "打劫"),
        ("门开了。\n\n　（风铃）响", "(风铃)", "（风铃）"),
        ("Die  Straße", "strasse", "Straße"),
        ("ﬁne   THE Bell", "bell", "Bell"),
        ("plain", "plain", "plain"),
    ],
)
def test_a_span_of_prepared_text_is_found_in_the_written_one(text: str, needle: str, written: str) -> None:
    start = NATIVE.fold(text).index(needle)
    first, last = written_span(text, NATIVE.fold, (start, start + len(needle)))
    assert text[first:last] == written


@settings(max_examples=60)
@given(st.text(alphabet="aİß，。\n 　打劫Ａ", min_size=1, max_size=20), st.data())
def test_a_span_stays_inside_the_text_and_is_never_empty(text: str, data: st.DataObject) -> None:
    for prepare in (NATIVE.fold, TAVERN.fold):
        length = len(prepare(text))
        start = data.draw(st.integers(0, length - 1))
        end = data.draw(st.integers(start + 1, length))
        first, last = written_span(text, prepare, (start, end))
        assert 0 <= first < last <= len(text)
