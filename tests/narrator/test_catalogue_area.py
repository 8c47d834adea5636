"""Every code that a narrator gives has its sentence in both languages."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from rpg.narrator.protocol import Failure
from rpg.text.messages import LANGUAGES, message

NOTICES = ("broken_line", "calls_ignored", "tools_as_text")
WAITS = tuple(f"waiting_{why}" for why in ("rate_limit", "overloaded", "disconnected", "loading", "empty"))


def area(language: str) -> dict[str, str]:
    file = resources.files("rpg.text").joinpath("catalogue", language, "narrator.toml")
    return tomllib.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [*Failure, *(f"{kind}_remedy" for kind in Failure), *NOTICES, *WAITS])
def test_a_code_has_its_sentence(language: str, code: str) -> None:
    assert code in area(language)
    assert message(language, f"narrator.{code}", count=2, model="m", detail="d", limit=3)


def test_both_languages_have_the_same_sentences() -> None:
    assert area("en").keys() == area("zh").keys()
