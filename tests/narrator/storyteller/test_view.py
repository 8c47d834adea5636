"""Openings of authored text, and wordings that do not repeat."""

from __future__ import annotations

import pytest

from rpg.narrator.storyteller.view import View, view_of
from tests.narrator.storyteller.worlds import GARDEN, MILL, start


def view(*told: str) -> View:
    history = tuple(("narration", text) for text in told)
    return view_of(start(MILL), "en", 3, history)


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("One sentence of some length here. Another.", "One sentence of some length here."),
        ("Short. Then a longer one follows. And more.", "Short. Then a longer one follows."),
        (
            "“She had that lad in knots, she had. They were meant to go.”",
            "“She had that lad in knots, she had.”",
        ),
        ("“Done.” He leaves the room at once.", "“Done.” He leaves the room at once."),
        ("", ""),
    ],
)
def test_the_opening_of_a_text_is_whole(text: str, opening: str) -> None:
    assert view().opening_of(text) == opening


def test_the_opening_of_a_chinese_quotation_is_closed() -> None:
    assert view_of(start(GARDEN), "zh").opening_of(
        "“那年冬天他给过我一口饭吃，就这些，没有别的了。你走吧。”"
    ) == ("“那年冬天他给过我一口饭吃，就这些，没有别的了。”")


def test_a_wording_is_not_used_again_while_there_are_others() -> None:
    told: list[str] = []
    for _ in range(6):
        told.append(view(*told).say("no_answer", name="Ixo"))

    assert all(told[at] not in told[max(0, at - 3) : at] for at in range(6))


def test_a_wording_is_known_by_its_core_whatever_it_is_about() -> None:
    assert view().sounds_like("no_answer", view().say("no_answer", name="Zelka Thorn"))
    assert not view().sounds_like("no_answer", "Zelka Thorn is here.")
