"""Reasoning never becomes story and no word of the story is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.narrator.protocol import ReasoningDelta, TextDelta
from rpg.narrator.reasoning import Opening, ThinkSplitter, may_think_first


def told(pieces: list[str], opening: Opening = Opening.TEXT) -> tuple[str, str]:
    """Story and reasoning of a text that comes in these pieces."""
    splitter = ThinkSplitter(opening)
    out = [delta for piece in pieces for delta in splitter.feed(piece)] + splitter.finish()
    story = "".join(delta.text for delta in out if isinstance(delta, TextDelta))
    return story, "".join(delta.text for delta in out if isinstance(delta, ReasoningDelta))


@pytest.mark.parametrize(
    ("text", "story", "reasoning"),
    [
        ("Once.", "Once.", ""),
        ("<think>a</think>b", "b", "a"),
        ("<think>a</think>\n\nb\n", "b\n", "a"),
        ("  <think>a</think> b", "  b", "a"),
        ("a <think>b</think> c", "a c", "b"),
        ("a<think>b</think> c", "a c", "b"),
        ("<thinking>a</thinking>b", "b", "a"),
        ("◁think▷a◁/think▷b", "b", "a"),
        ("<think>a", "", "a"),
        ("<think>a<think>b</think>c", "c", "a<think>b"),
        ("a < b <th", "a < b <th", ""),
        ("<thinker>", "<thinker>", ""),
        ("x</thi", "x</thi", ""),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_marks_are_seen_wherever_they_are_cut(text: str, story: str, reasoning: str, size: int) -> None:
    assert told([text[at : at + size] for at in range(0, len(text), size)]) == (story, reasoning)


@pytest.mark.parametrize(
    ("text", "story", "reasoning"),
    [
        ("a</think>b", "b", "a"),
        ("<think>a</think>b", "b", "a"),
        ("just story", "just story", ""),
    ],
)
def test_a_reply_that_may_begin_in_reasoning_is_held_until_it_is_clear(
    text: str, story: str, reasoning: str
) -> None:
    assert told(list(text), Opening.MAYBE) == (story, reasoning)


def test_a_closing_mark_alone_is_noticed() -> None:
    splitter = ThinkSplitter()
    splitter.feed("hm</think>story")
    assert splitter.began_in_thought


def test_reasoning_in_a_field_ends_the_doubt() -> None:
    splitter = ThinkSplitter(Opening.MAYBE)
    assert splitter.feed("story") == []
    assert splitter.settle() == [TextDelta("story")]
    assert splitter.feed(" goes on") == [TextDelta(" goes on")]


MARKED = st.lists(
    st.sampled_from(
        ["<think>", "</think>", "<thinking>", "</thinking>", "◁think▷", "<", "</", "thi", " ", "\n", "word"]
    ),
    max_size=12,
).map("".join)


@given(MARKED, st.sampled_from(Opening), st.lists(st.integers(1, 4), max_size=30))
def test_where_the_text_is_cut_does_not_matter(text: str, opening: Opening, sizes: list[int]) -> None:
    pieces, at = [], 0
    for size in sizes:
        pieces.append(text[at : at + size])
        at += size
    assert told([*pieces, text[at:]], opening) == told([text], opening)


@given(st.text(alphabet="ab <>/\n", max_size=30))
def test_a_text_without_marks_is_told_as_it_is(text: str) -> None:
    assert told(list(text)) == (text, "")


def test_a_doubt_that_was_for_nothing_is_told() -> None:
    splitter = ThinkSplitter(Opening.MAYBE)
    splitter.feed("story")
    splitter.finish()
    assert splitter.began_in_thought is False


@pytest.mark.parametrize(
    ("model", "doubt"),
    [
        ("deepseek-r1:8b", True),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", True),
        ("qwq:32b", True),
        ("Qwen3-30B-A3B-Thinking-2507", True),
        ("deepseek-chat", False),
        ("command-r1000", False),
        ("gpt-4o", False),
    ],
)
def test_models_that_think_first_are_known_by_name(model: str, doubt: bool) -> None:
    assert may_think_first(model) is doubt
