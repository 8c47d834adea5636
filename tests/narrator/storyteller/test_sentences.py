"""The storyteller's sentences exist in both languages, with the same values to fill in."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from string import Formatter

import pytest

AREA = {
    language: tomllib.loads(
        resources.files("rpg.text").joinpath("catalogue", language, "storyteller.toml").read_text("utf-8")
    )
    for language in ("en", "zh")
}


def fields(wording: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(wording) if name}


def test_both_languages_have_the_same_sentences() -> None:
    assert AREA["en"].keys() == AREA["zh"].keys()


@pytest.mark.parametrize("key", list(AREA["en"]))
def test_a_sentence_fills_in_the_same_values_in_both_languages(key: str) -> None:
    used = [set().union(*(fields(line) for line in AREA[language][key].splitlines())) for language in AREA]
    assert used[0] == used[1]


def test_every_sentence_is_used_and_every_one_that_is_used_exists() -> None:
    package = resources.files("rpg.narrator.storyteller")
    code = "\n".join(file.read_text("utf-8") for file in package.iterdir() if file.name.endswith(".py"))
    said = set(re.findall(r'say\(\s*"(\w+)"', code))
    assert said <= AREA["en"].keys()
    named = set(re.findall(r'"(\w+)"', code))
    built = {key for key in AREA["en"] if key.removesuffix("_one").removesuffix("_many") in named}
    built |= {key for key in AREA["en"] if key.startswith(("period_", "meta_"))}
    assert AREA["en"].keys() - named - built == set()
