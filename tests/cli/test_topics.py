"""`rpg help`: pages of the manual, pages made from the tables of the game, and the usage of commands."""

from __future__ import annotations

import pytest

from rpg.cli.commands import COMMANDS
from rpg.cli.topics import topic_names
from rpg.plain.commands import COMMANDS as SLASH
from rpg.text.messages import message
from tests.cli.conftest import Rpg


@pytest.mark.parametrize("language", ["en", "zh"])
def test_playing_tells_every_key_and_every_command(language: str, rpg: Rpg) -> None:
    from rpg.tui.actions import ACTIONS

    page, keys = (rpg("help", topic, "--language", language).out for topic in ("playing", "keys"))
    for action in ACTIONS:
        if action.keys:
            row = message(language, "plain.about", name=f"`{action.shown_key}`", text="")
            about = message(language, f"tui.about_{action.name}")
            assert f"{row}{about}" in keys, action.name
            assert f"{row}{about}" in page, action.name
    assert all(f"`/{command.name}" in page for command in SLASH)
    assert all(f"`rpg {name}`" in page for name in COMMANDS)
    assert "tui." not in page
    assert "cli." not in page


def test_the_name_of_a_command_shows_how_it_is_written(rpg: Rpg) -> None:
    assert rpg("help", "say").out.startswith("usage: rpg say")
    assert rpg("help", "lore", "why").out.startswith("usage: rpg lore why")


def test_an_unknown_page_names_those_there_are_and_the_near_one(rpg: Rpg) -> None:
    said = rpg("help", "loreboks", "--language", "zh").err
    assert "你是说 rpg help lorebooks 吗？" in said
    assert "、".join(topic_names()) in said
    assert "你是说" not in rpg("help", "火星", "--language", "zh").err


def test_a_page_in_the_language_of_the_player_goes_before_the_english_one(rpg: Rpg) -> None:
    assert rpg("help", "settings", "--language", "zh").out.startswith("# 设置")
    assert rpg("help", "settings", "--language", "en").out.startswith("# Settings")


def test_a_page_that_is_english_only_says_so(rpg: Rpg) -> None:
    page = rpg("help", "design", "--language", "zh").out
    assert page.startswith(message("zh", "cli.page_english"))
    assert rpg("help", "design", "--language", "en").out in page
    told = {
        line.split()[2]: line
        for line in rpg("help", "--language", "zh").out.splitlines()
        if "rpg help " in line[:12]
    }
    assert told["design"].endswith("（英文）")
    assert not told["settings"].endswith("（英文）")
