"""Completion and the manual are made from what is there."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from rpg.cli.completion import bash, tree
from rpg.cli.parser import build_parser
from rpg.cli.topics import TOPICS, manual_folder
from tests.cli.conftest import Rpg

BASH = shutil.which("bash")


@pytest.mark.skipif(BASH is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", "undo"),
        ("un", "undo"),
        ("world ch", "check"),
        ("say s --nar", "--narrator"),
        ("completion ", "fish"),
        ("export s --to ", "bundle"),
        ("export --to b", "bundle"),
        ("say s --language z", "zh"),
        ("help wr", "writing"),
        ("config context.w", "context.window"),
        ("set s cond", "condition"),
        ("preset s u", "use"),
        ("lore why s --in", "--input"),
    ],
)
def test_bash_completes_commands_and_options(typed: str, expected: str) -> None:
    words = ["rpg", *typed.split(" ")]
    array = " ".join(f'"{word}"' for word in words)
    script = f"{bash(tree(build_parser()))}\nCOMP_WORDS=({array}); COMP_CWORD={len(words) - 1}; _rpg\n"
    run = subprocess.run(
        [str(BASH), "-c", script + 'printf "%s\\n" "${COMPREPLY[@]}"'], capture_output=True, text=True
    )
    assert expected in run.stdout.split()


@pytest.mark.skipif(BASH is None, reason="there is no bash here")
def test_options_are_offered_behind_a_hyphen_only() -> None:
    script = f"{bash(tree(build_parser()))}\nCOMP_WORDS=(rpg lore ''); COMP_CWORD=2; _rpg\n"
    run = subprocess.run([str(BASH), "-c", script + 'echo "${COMPREPLY[@]}"'], capture_output=True, text=True)
    assert "why" in run.stdout
    assert "--" not in run.stdout


def test_fish_knows_options_and_their_values(rpg: Rpg) -> None:
    lines = rpg("completion", "fish").out.splitlines()
    assert (
        "complete -c rpg -n '__fish_seen_subcommand_from export' -l to -x -a 'markdown json tavern bundle'"
        in lines
    )
    assert all(line.count("'") % 2 == 0 for line in lines)


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
