"""Completion and the manual are made from what is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rpg.cli.completion import tree
from rpg.cli.parser import build_parser
from rpg.cli.shells import bash, fish, zsh
from rpg.cli.topics import TOPICS, manual_folder
from tests.cli.conftest import Rpg

RPG = Path(sys.executable).with_name("rpg")
TYPED = [
    ("", "undo", "--version"),
    ("un", "undo", "redo"),
    ("world ch", "check", "watch"),
    ("say s --nar", "--narrator", "--json"),
    ("completion ", "fish", "--names"),
    ("export s --to ", "bundle", "undo"),
    ("say s --language z", "zh", "en"),
    ("help wr", "writing", "undo"),
    ("config context.w", "context.window", "theme"),
    ("set s cond", "condition", "clock"),
    ("preset s u", "use", "off"),
    ("lore why s --in", "--input", "--id"),
    ("say ", "my story", "--json"),
    ("say m", "my story", "雨夜"),
    ("show 雨", "雨夜", "my story"),
    ("world check to", "town", "my story"),
    ("play ", "town", "--plain"),
    ("play ", "雨夜", "--plain"),
    ("config theme --save m", "my story", "雨夜"),
    ("import sto", "story.json", "town"),
    ("goto 雨夜 ", "", "my story"),
    ("goto 雨夜 ", "", "story.json"),
]
"""What is typed, what is offered for it, and what is not."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two saves, a world, a file, and `rpg` on the way."""
    for file in ("saves/my story.rpg", "saves/雨夜.rpg", "worlds/town/world.toml", "story.json"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.setenv("RPG_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("RPG_WORLDS", str(tmp_path / "worlds"))
    monkeypatch.setenv("PATH", f"{RPG.parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def in_bash(typed: str) -> str:
    words = ["rpg", *typed.split(" ")]
    array = " ".join(f'"{word}"' for word in words)
    return f'COMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _rpg; printf "%s\\n" "${{COMPREPLY[@]}}"'


def in_zsh(typed: str) -> str:
    words = ["rpg", *typed.split(" ")]
    array = " ".join(f'"{word}"' for word in words)
    return f'words=({array}); CURRENT={len(words)}; PREFIX="{words[-1]}"; _rpg'


def in_fish(typed: str) -> str:
    return f"complete -C 'rpg {typed}'"


ZSH_PARTS = """
compdef() { : }
compadd() { shift; for one in $@; do [[ $one == $PREFIX* ]] && print -r -- $one; done }
_files() { print -rl -- $PREFIX*(N) }
"""
"""What zsh brings only where somebody types."""

SHELLS: dict[str, tuple[list[str], Callable[[], str], Callable[[str], str]]] = {
    "bash": (["bash", "-c"], lambda: bash(tree(build_parser())), in_bash),
    "zsh": (["zsh", "-f", "-c"], lambda: ZSH_PARTS + zsh(tree(build_parser())), in_zsh),
    "fish": (["fish", "--no-config", "-c"], lambda: fish(tree(build_parser())), in_fish),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_what_is_typed(folder: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    command, script, asked = SHELLS[shell]
    lines = "\n".join(f"{asked(typed)}\necho '== next'" for typed, _, _ in TYPED)
    run = subprocess.run([*command, f"{script()}\n{lines}\n"], capture_output=True, text=True, cwd=folder)
    answers = run.stdout.split("== next\n")
    assert len(answers) == len(TYPED) + 1, run.stderr
    for (typed, offered, kept), answer in zip(TYPED, answers, strict=False):
        found = [line.split("\t")[0].replace("\\ ", " ") for line in answer.splitlines()]
        assert not offered or offered in found, (typed, found, run.stderr)
        assert kept not in found, (typed, found)


def test_names_are_printed_one_a_line_and_nothing_is_opened(rpg: Rpg, folder: Path) -> None:
    assert rpg("completion", "--names", "saves").out == "my story\n雨夜\n"
    assert "town" in rpg("completion", "--names", "worlds").out.splitlines()


def test_without_a_shell_one_is_told_which_there_are(rpg: Rpg) -> None:
    refused = rpg("completion")
    assert refused.code == 2
    assert "fish" in refused.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_a_script(rpg: Rpg, shell: str) -> None:
    assert "undo" in rpg("completion", shell).out


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_has_a_page(rpg: Rpg, topic: str) -> None:
    shown = rpg("help", topic)
    assert shown.code == 0
    assert (manual_folder() / TOPICS[topic]).read_text("utf-8").splitlines()[0] in shown.out


def test_an_unknown_topic_names_the_known_ones(rpg: Rpg) -> None:
    refused = rpg("help", "dragons")
    assert refused.code == 1
    assert "commands" in refused.err
