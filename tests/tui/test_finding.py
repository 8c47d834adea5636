"""Acts are found by words, whichever the player has for them."""

from __future__ import annotations

import pytest

from rpg.text.messages import LANGUAGES, message
from rpg.tui.actions import ACTIONS
from rpg.tui.finding import score, spans


def found(query: str, language: str) -> list[str]:
    """Names of the actions, the best first."""
    fits = {
        action.name: score(
            query,
            [message(language, f"tui.{kind}_{action.name}") for kind in ("action", "also", "about")]
            + [action.name],
        )
        for action in ACTIONS
    }
    return sorted((name for name, fit in fits.items() if fit), key=lambda name: -fits[name])


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("undo", "undo"),
        ("redo", "redo"),
        ("context", "context"),
        ("help", "help"),
        ("timeline", "timeline"),
        ("panes", "panes"),
        ("theme", "theme"),
        ("LANG", "language"),
        ("pulse", "pulse"),
        ("find bran", "search_all"),
        ("take back", "undo"),
    ],
)
def test_the_words_of_the_interface_find_their_act(query: str, name: str) -> None:
    assert found(query, "en")[0] == name


@pytest.mark.parametrize("query", ["delete", "edit", "copy"])
def test_acts_in_a_menu_are_found_where_the_menu_is(query: str) -> None:
    assert "timeline" in found(query, "en")


@pytest.mark.parametrize(
    ("query", "name"),
    [("撤回", "undo"), ("主题", "theme"), ("分支", "timeline"), ("语言", "language"), ("搜索", "search")],
)
def test_chinese_words_find_their_act(query: str, name: str) -> None:
    assert name in found(query, "zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_action_is_found_by_the_word_of_its_key_and_by_each_synonym(action, language: str) -> None:
    words = [message(language, f"tui.{kind}_{action.name}") for kind in ("action", "also")]
    for word in " ".join(words).split():
        assert action.name in found(word, language)


def test_scattered_letters_are_no_match() -> None:
    assert score("theme", ["Every branch: go there, name, compare"]) == 0
    assert found("thm", "en") == []


def test_a_whole_word_counts_more_than_its_beginning_and_the_first_text_more_than_the_next() -> None:
    assert score("map", ["map"]) > score("map", ["maps"]) > score("map", ["a", "b", "maps"]) > 0


def test_what_was_found_is_marked_in_the_sentence() -> None:
    assert spans("ta back", "Take the last act back") == [(0, 2), (18, 22)]
    assert spans("最后", "撤回最后一步") == [(2, 4)]
