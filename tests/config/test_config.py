"""The configuration as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rpg.config.config import ConfigError, load_config


@pytest.mark.parametrize("text", ['ambiguous_width = "z"', '[context]\nwindow = "a"', "background = 3"])
def test_a_value_that_no_option_takes_is_told_at_once_with_its_key(tmp_path: Path, text: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as told:
        load_config(file).check()
    assert told.value.values["key"] in ("ambiguous_width", "context.window", "background")


def test_a_key_that_no_option_has_stops_nothing(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('no_such_key = "z"', "utf-8")
    load_config(file).check()
