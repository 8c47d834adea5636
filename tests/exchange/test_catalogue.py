"""Every sentence of the area is there in both languages, with the same values in it."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

import rpg.exchange
import rpg.text

SOURCE = Path(rpg.exchange.__file__).parent
CATALOGUE = Path(rpg.text.__file__).parent / "catalogue"
ERRORS = re.compile(r'ExchangeError\(\s*"(\w+)"(?: if [^"]+ else "(\w+)")?')
ITEMS = re.compile(r'\.add\(\s*(?:"\w+"|"\w+" if [^"]+"\w+"),\s*"(\w+)"(?: if \w+ else "(\w+)")?')


def sentences(language: str) -> dict[str, str]:
    return tomllib.loads((CATALOGUE / language / "exchange.toml").read_text("utf-8"))


def codes(pattern: re.Pattern[str]) -> set[str]:
    text = "\n".join(file.read_text("utf-8") for file in SOURCE.rglob("*.py"))
    return {code for found in pattern.findall(text) for code in found if code}


def values(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_error_has_a_sentence_and_a_remedy(language: str) -> None:
    known = sentences(language)
    found = codes(ERRORS)

    assert len(found) > 40
    assert {code for code in found if code not in known or f"{code}_remedy" not in known} == set()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_line_of_a_report_has_a_sentence(language: str) -> None:
    known = sentences(language)
    found = codes(ITEMS) | {"chat_messages", "chat_alternatives", "chat_hidden"}

    assert len(found) > 30
    assert {code for code in found if f"item_{code}" not in known} == set()


def test_both_languages_say_the_same_with_the_same_values() -> None:
    english, chinese = sentences("en"), sentences("zh")

    assert english.keys() == chinese.keys()
    assert {key for key in english if values(english[key]) != values(chinese[key])} == set()
