"""Menus: read from a call, shown as a part, answered by number."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.timeline.nodes import TextPart, WidgetPart
from rpg.tools.menus import Menu, choice_meant, menu_of, read_menu
from tests.tools.kit import called, result_of

MENU = Menu("Where to?", ("The market", "The lighthouse", "Stay"))


def test_a_call_ends_the_reply_with_a_menu_part() -> None:
    answer = called("ask_user_input", {"question": "Where to?", "choices": ["Market", "Stay"]})
    assert answer.ends
    assert result_of(answer) == {"ok": True, "shown": 2}
    (part,) = answer.parts
    assert isinstance(part, WidgetPart)
    assert json.loads(part.data) == {"question": "Where to?", "choices": ["Market", "Stay"]}
    assert menu_of(answer.parts) == Menu("Where to?", ("Market", "Stay"))


def test_choices_may_come_as_objects_and_double_ones_count_once() -> None:
    choices = [{"label": "Go"}, {"text": "Stay"}, {"label": "Go"}]
    assert read_menu({"question": "?", "choices": choices}).choices == ("Go", "Stay")


@pytest.mark.parametrize(
    "arguments",
    [
        {"question": "Where?"},
        {"question": "Where?", "choices": []},
        {"question": "Where?", "choices": ["one"]},
        {"question": "Where?", "choices": ["same", "same"]},
        {"question": "Where?", "choices": [str(n) for n in range(10)]},
        {"question": "Where?", "choices": [1, 2]},
        {"question": "", "choices": ["a", "b"]},
        {"question": "Where?", "choices": ["a", "b" * 301]},
        {"question": "Where?", "choices": "a or b", "more": 1},
    ],
)
def test_a_menu_that_cannot_be_shown_is_an_error_and_does_not_end_the_reply(
    arguments: dict[str, object],
) -> None:
    answer = called("ask_user_input", arguments)
    assert result_of(answer)["ok"] is False
    assert not answer.ends
    assert answer.parts == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "The market"),
        (" 3 ", "Stay"),
        ("2.", "The lighthouse"),
        ("２", "The lighthouse"),
        ("三", "三"),
        ("0", "0"),
        ("4", "4"),
        ("1 please", "1 please"),
        ("-1", "-1"),
        ("²", "²"),
        ("", ""),
    ],
)
def test_a_bare_number_means_its_choice_and_everything_else_itself(typed: str, meant: str) -> None:
    assert choice_meant(MENU, typed) == meant


@given(st.text())
def test_without_a_menu_every_word_means_itself(text: str) -> None:
    assert choice_meant(None, text) == text


@given(st.text())
def test_a_part_that_holds_no_menu_is_none(data: str) -> None:
    found = menu_of((TextPart("x"), WidgetPart("choices", data)))
    assert found is None or isinstance(found, Menu)
