from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.world.macros import expand, is_known, macros_in

VALUES = {"user": "Ann", "char": None, "location": "{{user}}"}


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("{{user}}", "Ann"),
        ("{{USER}} and {{ user }}", "Ann and Ann"),
        ("{{char}}", "{{char}}"),
        ("{{unknown}}", "{{unknown}}"),
        ("{{location}}", "{{user}}"),
        ("{{{user}}}", "{Ann}"),
        ("{{user", "{{user"),
        ("{user}", "{user}"),
        ("{{}}", "{{}}"),
        ("{{us\ner}}", "{{us\ner}}"),
        ("\\1 {{user}}", "\\1 Ann"),
    ],
)
def test_known_macros_are_filled_in_and_others_left(text: str, expanded: str) -> None:
    assert expand(text, VALUES) == expanded


@given(st.text("{}user: \n", max_size=40))
def test_text_without_macros_is_left_alone(text: str) -> None:
    assert expand(text, {}) == text


def test_macros_are_listed_with_their_argument() -> None:
    assert list(macros_in("{{User}} {{outlet:: News }} {{x::y::z}}")) == [
        ("user", ""),
        ("outlet", "News"),
        ("x", "y::z"),
    ]


@pytest.mark.parametrize(
    ("name", "argument", "known"),
    [
        ("user", "", True),
        ("user", "x", False),
        ("outlet", "n", True),
        ("outlet", "", False),
        ("roll", "d6", False),
    ],
)
def test_what_means_something_is_known(name: str, argument: str, known: bool) -> None:
    assert is_known(name, argument) is known
