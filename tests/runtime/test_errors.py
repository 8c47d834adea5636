from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import rpg.runtime
import rpg.text
from rpg.runtime.apply import EditError, apply
from rpg.runtime.edits import MovePlayer
from rpg.runtime.errors import sentence
from tests.runtime.worlds import start

SOURCES = sorted(Path(rpg.runtime.__file__).parent.rglob("*.py"))
CATALOGUES = Path(rpg.text.__file__).parent / "catalogue"


def catalogue(language: str) -> dict[str, str]:
    return tomllib.loads((CATALOGUES / language / "runtime.toml").read_text("utf-8"))


def codes() -> set[str]:
    found = {
        code for source in SOURCES for code in re.findall(r'EditError\(\s*"(\w+)"', source.read_text("utf-8"))
    }
    return found | {"unknown_location", "unknown_character", "ambiguous_location", "ambiguous_character"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_refusal_has_a_sentence_for_the_player(language: str) -> None:
    assert len(codes()) > 25
    assert codes() - set(catalogue(language)) == set()


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    english, chinese = catalogue("en"), catalogue("zh")
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", chinese[key])), key


def test_the_player_is_told_in_their_language_with_the_nearest_names() -> None:
    with pytest.raises(EditError) as caught:
        apply(start(), MovePlayer("markt", "hand"))
    assert sentence(caught.value, "en").startswith(
        "There is no place called “markt”. Did you mean The Market"
    )
    assert sentence(caught.value, "zh").startswith("没有叫“markt”的地方。是不是想说“The Market")


def test_names_with_braces_are_shown_as_they_are() -> None:
    with pytest.raises(EditError) as caught:
        apply(start(), MovePlayer("{name} {x}", "hand"))
    assert "“{name} {x}”" in sentence(caught.value, "en")
