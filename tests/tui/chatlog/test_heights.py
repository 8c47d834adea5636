"""Rows and entries find each other."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rpg.tui.chatlog.heights import Heights

ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(0, 9)),
        st.tuples(st.just("set"), st.integers(0, 40), st.integers(0, 9)),
        st.tuples(st.just("truncate"), st.integers(0, 40)),
    ),
    max_size=40,
)


@given(st.integers(0, 20), ACTS)
def test_sums_and_places_agree_with_a_plain_list(count: int, acts: list[Any]) -> None:
    heights, plain = Heights(count, 3), [3] * count
    for act in acts:
        match act:
            case ("append", height):
                heights.append(height)
                plain.append(height)
            case ("set", index, height) if index < len(plain):
                assert heights.set(index, height) == height - plain[index]
                plain[index] = height
            case ("truncate", keep):
                heights.truncate(min(keep, len(plain)))
                del plain[keep:]
    assert len(heights) == len(plain)
    assert heights.total == sum(plain)
    assert [heights.top(i) for i in range(len(plain) + 1)] == [sum(plain[:i]) for i in range(len(plain) + 1)]
    rows = [(i, within) for i, height in enumerate(plain) for within in range(height)]
    assert [heights.locate(row) for row in range(len(rows))] == rows
    assert heights.locate(len(rows)) == (len(plain), 0)
