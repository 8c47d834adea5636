"""Actions are declared once; every face of them has words in every language."""

from __future__ import annotations

import string
import tomllib
from importlib import resources

import pytest
from textual.command import CommandPalette

from rpg.text.messages import LANGUAGES
from rpg.tui.actions import ACTIONS, actions_for, shown
from rpg.tui.application import RpgApp
from rpg.tui.play.screen import PlayScreen
from rpg.tui.title import TitleScreen
from tests.tui.conftest import MakeApp
from tests.tui.screens import settle
from tests.tui.test_journeys import press


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
    [("ctrl+t", "^T"), ("f8", "F8"), ("escape", "Esc"), ("alt+left", "Alt+←"), ("n", "N")],
)
def test_keys_are_written_as_people_write_them(key: str, text: str) -> None:
    assert shown(key) == text


@pytest.mark.parametrize("between", ["f1", "f11"])
@pytest.mark.parametrize("playing", [True, False])
async def test_the_palette_below_another_screen_is_not_opened_twice(
    make_app: MakeApp, between: str, playing: bool
) -> None:
    app = make_app(playing=playing)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p", between, "ctrl+p", "escape")
        assert sum(isinstance(screen, CommandPalette) for screen in app.screen_stack) <= 1


@pytest.mark.parametrize("size", [(12, 3), (20, 5), (80, 8)])
async def test_paging_the_palette_ends_nothing_however_low_the_window(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p", "pagedown", "pageup")
        assert app.is_running


@pytest.mark.parametrize(("language", "said"), [("en", "leaves the game"), ("zh", "退出游戏")])
async def test_ctrl_c_says_what_leaves_in_the_player_s_language(
    make_app: MakeApp, language: str, said: str
) -> None:
    app = make_app(language, playing=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await app.run_action("help_quit")
        await settle(pilot)
        assert any(said in one.message for one in app._notifications)
