"""Actions are declared once; every face of them has words in every language."""

from __future__ import annotations

import string
import tomllib
from importlib import resources

import pytest

from rpg.text.messages import LANGUAGES
from rpg.tui.actions import ACTIONS, actions_for, shown
from rpg.tui.application import RpgApp
from rpg.tui.play.screen import PlayScreen
from rpg.tui.title import TitleScreen


def catalogue(language: str) -> dict[str, str]:
    text = resources.files("rpg.text").joinpath("catalogue", language, "tui.toml").read_text("utf-8")
    return tomllib.loads(text)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    english, chinese = catalogue("en"), catalogue("zh")
    assert english.keys() == chinese.keys()
    assert {key: fields(text) for key, text in english.items()} == {
        key: fields(text) for key, text in chinese.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_action_has_a_label_and_a_sentence(action, language: str) -> None:
    assert catalogue(language)[f"action_{action.name}"]
    assert catalogue(language)[f"about_{action.name}"]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_action_can_be_done_where_it_is_listed(action) -> None:
    where = {"play": PlayScreen, "title": TitleScreen, "everywhere": RpgApp}[action.scope]
    assert hasattr(where, f"action_{action.method}")


@pytest.mark.parametrize("scope", ["play", "title"])
def test_no_key_does_two_things(scope) -> None:
    keys = [key for action in actions_for(scope) for key in action.keys]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("key", "text"),
    [("ctrl+t", "^T"), ("f8", "F8"), ("escape", "Esc"), ("alt+left", "alt+←"), ("n", "N")],
)
def test_keys_are_written_as_people_write_them(key: str, text: str) -> None:
    assert shown(key) == text
