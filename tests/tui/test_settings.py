"""Settings have a name and values in the player's words."""

from __future__ import annotations

import pytest

from rpg.config.options import OPTIONS
from rpg.text.messages import LANGUAGES, message
from rpg.tui.settings.rows import SettingRow, in_words, listed_options, row_content, values_text
from rpg.tui.themes import NAMES

OPTION = {option.key: option for option in OPTIONS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_listed_setting_has_a_name_of_its_own_that_fits_its_column(language: str) -> None:
    names = [message(language, f"optionnames.{option.key}") for option in listed_options()]
    assert len(set(names)) == len(names)
    assert not any(name.startswith("optionnames.") or len(name) > 26 for name in names)


@pytest.mark.parametrize("option", listed_options(), ids=lambda option: option.key)
def test_every_value_to_choose_is_said_in_chinese_words(option) -> None:
    values = NAMES if option.key == "theme" else ("on", "off") if option.kind == "bool" else option.choices
    for value in values:
        words = in_words(option, value, "zh")
        assert words == "English" or not words.isascii(), value


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("context.reply_reserve", "1024", "1,024 tokens"),
        ("wire.temperature", "0.7", "0.7"),
        ("narrator", "storyteller", "the storyteller"),
        ("narrator", "script:on.toml", "script:on.toml"),
        ("model", "auto", "auto"),
        ("session.preset", "none", "no preset"),
        ("context.window", "—", "—"),
    ],
)
def test_a_value_is_said_in_words(key: str, value: str, words: str) -> None:
    assert in_words(OPTION[key], value, "en") == words


def test_what_a_setting_may_be_is_said_in_words() -> None:
    assert values_text(OPTION["context.window"], "en") == "512–10,000,000 tokens"
    assert values_text(OPTION["session.memory_style"], "en") == "a summary / observations"


@pytest.mark.parametrize("width", [20, 40, 72, 108])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_shows_its_key_whole_or_not_at_all(language: str, width: int) -> None:
    for option in listed_options():
        text = row_content(SettingRow(option, "x" * 60, "player"), width, language).plain
        assert option.key in text or width < 26 + 20 + 22 + 2
        assert text.count("…") >= 1 or width > 100
