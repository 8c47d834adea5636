"""Labels, prompts and sentences are there in both languages, with the same values in them."""

from __future__ import annotations

import string
import tomllib
from importlib import resources

import pytest

from rpg.text.labels import instructions, labels, speaker


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_label_has_the_same_values_in_both_languages():
    english, chinese = labels("en"), labels("zh")
    assert english.keys() == chinese.keys()
    for name, template in english.items():
        assert fields(template) == fields(chinese[name]), name


@pytest.mark.parametrize("area", ["context", "memory"])
def test_every_sentence_has_the_same_values_in_both_languages(area):
    folder = resources.files("rpg.text").joinpath("catalogue")
    english, chinese = (
        tomllib.loads(folder.joinpath(language, f"{area}.toml").read_text("utf-8"))
        for language in ("en", "zh")
    )
    assert english.keys() == chinese.keys()
    for key, template in english.items():
        assert fields(template) == fields(chinese[key]), key


@pytest.mark.parametrize("language", ["en", "zh", "zh-CN", "fr"])
@pytest.mark.parametrize(
    "name", ["platform", "arrival", "force_text", "summary", "observations", "departure"]
)
def test_every_prompt_is_there_in_each_language_or_in_english(language, name):
    own = instructions("zh" if language.startswith("zh") else "en", name)
    assert instructions(language, name) == own
    assert own


def test_the_instructions_name_the_one_tool_that_moves_people():
    for language in ("en", "zh"):
        assert "edit_location_registry" in instructions(language, "platform")
        assert "<rpg:now>" in instructions(language, "platform")


def test_a_last_underscore_is_a_space():
    assert speaker("en")("comma") == ", "
    assert speaker("zh")("comma") == "、"


def test_values_are_put_in_as_they_are():
    assert speaker("en")("here", name="{time}") == "Here: {time}"
