"""Every sentence the player sees is there in every language, with the same values to fill in."""

from __future__ import annotations

import re
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


HAN = "\u3400-\u9fff\u3000-\u303f\uff00-\uffef“”‘’"
HALF_WIDTH = re.compile(
    rf"[{HAN}] ?[,:;!?()]|(?<![A-Za-z])[,:;!?()] ?[{HAN}]|[A-Za-z]: [{HAN}]|[{HAN}]\.(?![.A-Za-z])"
)
"""Half-width punctuation beside a Chinese word. What is typed as it stands, such as `openai:模型`, keeps its
colon: a letter on its left, no space on its right."""
CODE = re.compile(r"`[^`]*`|:[a-z]+!|(?<![\w“])!(?= |$)")
"""What is no punctuation: text to type, commands of an editor, the sign ! that marks something in a list."""


@pytest.mark.parametrize("name", AREAS)
def test_chinese_is_set_with_its_own_punctuation(name: str) -> None:
    wrong = {
        key: text
        for key, text in area("zh", name).items()
        if HALF_WIDTH.search(CODE.sub("x", str(text))) or re.search("[。，；：！？、] ", str(text))
    }
    assert not wrong


@pytest.mark.parametrize("name", AREAS)
def test_whoever_tells_the_story_has_one_name_in_chinese(name: str) -> None:
    """讲述者 is whoever tells, 说书人 the one that comes with the game."""
    assert not [key for key, text in area("zh", name).items() if re.search("叙述者|主持人", str(text))]
