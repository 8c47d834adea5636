"""Lists, asides and sentences are put together as the language sets them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.messages import aside, joined, listed, message


@pytest.mark.parametrize(
    ("sentences", "together"),
    [
        (("It is shut.", "Find a key."), "It is shut. Find a key."),
        (("门关着。", "去找钥匙。"), "门关着。去找钥匙。"),
        (("找不到（/tmp/a）。", "use `rpg saves`."), "找不到（/tmp/a）。use `rpg saves`."),
        (("他说“走。”", "门开了。"), "他说“走。”门开了。"),
        (("It ends…", "And begins."), "It ends… And begins."),
        (("", "Only this.", ""), "Only this."),
        ((), ""),
    ],
)
def test_sentences_are_joined_with_a_space_only_where_the_mark_brings_none(
    sentences: tuple[str, ...], together: str
) -> None:
    assert joined(*sentences) == together


@given(st.lists(st.text(alphabet="ab 。.（”", max_size=6), max_size=5))
def test_joining_keeps_every_sentence_in_order_and_adds_nothing_but_spaces(parts: list[str]) -> None:
    whole = joined(*parts)
    assert whole.replace(" ", "") == "".join(parts).replace(" ", "")
    assert "。 " not in whole or any("。 " in part or part.startswith(" ") for part in parts)


def test_a_list_is_set_apart_as_the_language_does() -> None:
    assert listed("en", ("a", "b")) == "a, b"
    assert listed("zh", ("甲", "乙")) == "甲、乙"
    assert listed("zh", ()) == ""


def test_what_stands_aside_has_the_brackets_of_the_language() -> None:
    assert (aside("en", "x"), aside("zh", "x"), aside("zh", "")) == (" (x)", "（x）", "")


@pytest.mark.parametrize(("language", "shown"), [("en", "x, y"), ("zh", "x、y")])
def test_several_words_in_a_sentence_are_told_as_a_list(language: str, shown: str) -> None:
    assert shown in message(language, "cli.adopted_lost", names=("x", "y"))
