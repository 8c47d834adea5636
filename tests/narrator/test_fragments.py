"""The pieces of a call's arguments have one meaning, or are refused."""

from __future__ import annotations

import pytest

from rpg.narrator.fragments import read_fragments


@pytest.mark.parametrize(
    ("fragments", "arguments"),
    [
        (['{"a":1}'], ['{"a":1}']),
        (['{"a"', ':"ha', "ha", '"}'], ['{"a":"haha"}']),
        (['{"a"', '{"a"', ':"x"}'], ['{"a":"x"}']),
        (['{"a":"', "x", '"}', '"}'], ['{"a":"x"}']),
        (['{"a":1}', '{"a":1}'], ['{"a":1}']),
        (['{"a":1}', '{"a":2}'], ['{"a":1}', '{"a":2}']),
        (["{", '{"a"', '{"a":1}'], ['{"a":1}']),
    ],
)
def test_pieces_have_one_meaning(fragments: list[str], arguments: list[str]) -> None:
    read = read_fragments(fragments)
    assert [one.arguments for one in read] == arguments
    assert not any(one.problem for one in read)


def test_doubled_pieces_with_two_meanings_are_refused() -> None:
    (read,) = read_fragments(['{"a":"', "ha", "ha", '"}', '"}'])
    assert read.problem
