"""Wrong arguments are told in the player's language, with what to do and how the command is written."""

from __future__ import annotations

import pytest

from rpg.cli.commands import COMMANDS
from rpg.cli.usage import sentence
from tests.cli.conftest import Rpg

WRONG = {
    "say": "something is missing: SAVE, TEXT.",
    "new harbour": "something is missing: --save.",
    "world": "say what to do, one of: new, check, show,",
    "goto s 99999999999999999999": "NODE has to be a number, not “99999999999999999999”.",
    "memory remove 1e3": "ID has to be a number",
    "goto s x": "NODE has to be a number, not “x”.",
    "lore whyy": "ACT cannot be “whyy”. Did you mean why? It is one of: why, list,",
    "export s --to pdf": "--to cannot be “pdf”.",
    "insert s 2": "one of these is needed: --player --narration.",
    "insert s 2 --player a --narration b": "--narration and --player do not go together",
    "edit s 2 --text": "--text needs a value after it.",
    "memory add a b c": "these words are too many: b c. A text with spaces belongs in quotation marks.",
    "say --foo": "there is no option --foo.",
    "play --authr": "there is no option --authr.",
    "show s --a 3 --l en": "",
    "context s --m x": "--m may mean --messages, --model",
    "lroe why s": "there is no command “lroe”. Did you mean rpg lore?",
}


@pytest.mark.parametrize("words", list(WRONG))
def test_it_says_what_is_wrong_and_what_to_do(words: str, rpg: Rpg) -> None:
    done = rpg(*words.split())
    if not WRONG[words]:
        assert done.code == 1  # options may be cut short where they are unmistakable
        return
    assert done.code == 2
    assert done.err.startswith(f"error: {WRONG[words]}")
    assert "--help`" in done.err


@pytest.mark.parametrize("words", [words for words, told in WRONG.items() if told])
def test_it_is_told_in_chinese(words: str, rpg: Rpg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    said = rpg(*words.split()).err.splitlines()[0]
    assert any("\u4e00" <= char <= "\u9fff" for char in said)
    assert "argument" not in said


def test_the_language_of_the_configuration_counts_before_the_locale(rpg: Rpg) -> None:
    rpg("config", "language", "zh")
    assert rpg("say").err.startswith("error: 还缺少：存档、文字。")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in {"play", "version", "bench"}])
def test_an_unknown_option_is_told_by_every_command(name: str, rpg: Rpg) -> None:
    done = rpg(name, "--nonsense")
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert "usage: rpg" in done.err


def test_other_words_of_the_parser_are_kept() -> None:
    assert sentence("something new") == "something new"


@pytest.mark.parametrize(
    ("word", "near"),
    [("hlep", "rpg help"), ("lantern-harbor", "rpg lantern-harbour"), ("mysave2", "rpg mysave")],
)
def test_a_word_that_names_nothing_is_told_before_anything_is_drawn(word: str, near: str, rpg: Rpg) -> None:
    rpg("new", "lantern-harbour", "--save", "mysave")
    done = rpg(word)
    assert done.code == 1
    assert f"There is no save, world or command “{word}”. Did you mean {near}?" in done.err
    assert done.out == ""
