"""The README tells the truth: its commands exist and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rpg.cli.commands import COMMANDS as NAMES
from rpg.cli.parser import build_parser

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CHINESE = (ROOT / "README.zh.md").read_text("utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text("utf-8")

START = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/rpg\n"
TESTS = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' && .venv/bin/python -m pytest\n"


def shell_lines(text: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    lines = [line.split("   #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("rpg ")]


def test_the_two_commands_stand_there_to_the_letter() -> None:
    assert START in README
    assert START in CHINESE
    assert TESTS in README


@pytest.mark.parametrize("line", [*shell_lines(README), *shell_lines(CHINESE), *shell_lines(COMMANDS)])
def test_every_command_line_is_one_that_the_parser_takes(line: str) -> None:
    build_parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", README + CHINESE))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_command_is_documented() -> None:
    for name in NAMES:
        assert f"`rpg {name}" in COMMANDS, name


def test_both_readmes_tell_of_the_same_keys_and_commands() -> None:
    keys = re.compile(r"^\| (`[^|]+) \|", re.M)
    told = [set(re.findall(r"`(?:Ctrl\+\w|F\d|Alt\+.|Esc)`", text)) for text in (README, CHINESE)]
    assert told[0] <= told[1]
    assert len(keys.findall(CHINESE)) >= len(keys.findall(README))
