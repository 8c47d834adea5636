"""Every sentence the player sees is there in every language, with the same values to fill in."""

from __future__ import annotations

import string
import tomllib
from importlib import resources

import pytest

from rpg.config.options import OPTIONS
from rpg.text.messages import FALLBACK, LANGUAGES, message

FOLDER = resources.files("rpg.text").joinpath("catalogue")
AREAS = sorted({file.name for language in LANGUAGES for file in FOLDER.joinpath(language).iterdir()})
OTHERS = [language for language in LANGUAGES if language != FALLBACK]


def area(language: str, name: str) -> dict[str, object]:
    return tomllib.loads(FOLDER.joinpath(language, name).read_text("utf-8"))


def fields(template: object) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(str(template)) if name is not None}


@pytest.mark.parametrize("name", AREAS)
@pytest.mark.parametrize("language", OTHERS)
def test_an_area_has_the_same_sentences_in_every_language(name: str, language: str) -> None:
    assert area(language, name).keys() == area(FALLBACK, name).keys()


@pytest.mark.parametrize("name", AREAS)
@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_takes_the_same_values_in_every_language(name: str, language: str) -> None:
    here, there = area(FALLBACK, name), area(language, name)
    different = {key for key in here.keys() & there.keys() if fields(here[key]) != fields(there[key])}
    assert not different


@pytest.mark.parametrize("name", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in_and_says_something(name: str, language: str) -> None:
    for key, template in area(language, name).items():
        assert isinstance(template, str), key
        assert template.strip(), key
        assert all(field.isidentifier() for field in fields(template)), key


@pytest.mark.parametrize("option", [one for one in OPTIONS if "NAME" not in one.key], ids=lambda one: one.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_explained(option, language: str) -> None:
    key = f"options.{option.key}"
    assert message(language, key) != key
