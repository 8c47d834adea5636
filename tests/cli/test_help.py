"""The first level of the command line: one table, a help that needs nothing, a parser of the one command that runs."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator

import pytest

from rpg.cli.arguments import FAMILIES
from rpg.cli.chinese import WORDS
from rpg.cli.commands import COMMANDS, FOOT, OPTIONS, help_text
from rpg.cli.main import main
from rpg.cli.parser import build_parser, parse
from rpg.text.cells import cell_width
from tests.cli.conftest import Rpg

SEEN = "import sys; from rpg.cli.main import main; main(sys.argv[1:]); print(*sorted(sys.modules), file=sys.stderr)"


def test_every_command_is_declared_in_one_family_and_in_the_table_of_the_help() -> None:
    added = [name for names in FAMILIES.values() for name in names]
    assert sorted(added) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_family_of_a_command_adds_it(name: str) -> None:
    usage = "".join(build_parser(name).format_usage().split())
    assert usage.startswith("usage:rpg")
    with pytest.raises(SystemExit) as left:
        parse([name, "--help"])
    assert left.value.code == 0


def test_help_lists_every_command_with_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert shown == help_text() == build_parser().format_help()
    rows = {line.split()[0]: line for line in shown.splitlines() if line.startswith("  ")}
    assert all(rows[name].endswith(about) for name, about in COMMANDS.items())
    assert max(map(len, shown.splitlines())) <= 80


def test_help_imports_no_parser_and_nothing_below_the_command_line() -> None:
    run = subprocess.run([sys.executable, "-c", SEEN, "--help"], capture_output=True, text=True, check=True)
    seen = run.stderr.split()
    ours = {name for name in seen if name.startswith("rpg")}
    assert ours == {"rpg", "rpg.cli", "rpg.cli.main", "rpg.cli.commands"}
    assert not {"argparse", "typing", "pathlib", "dataclasses"} & set(seen)


def texts_of(parser: ArgumentParser) -> Iterator[str]:
    """Every text of a parser's help, and of those below it."""
    yield from filter(None, [parser.description, *(group.title for group in parser._action_groups)])
    for action in parser._actions:
        yield action.help or ""
        if isinstance(action, _SubParsersAction):
            yield from (choice.help or "" for choice in action._choices_actions)
            for below in action.choices.values():
                yield from texts_of(below)


def test_every_text_of_the_help_is_there_in_chinese() -> None:
    """Lists of names that are the same in every language are not translated."""
    missing = {text for text in texts_of(build_parser()) if text and text not in WORDS}
    assert {text for text in missing if " " in text.replace(", ", "")} == set()
    assert not set(WORDS) - {*texts_of(build_parser()), *OPTIONS.values(), *FOOT}


def test_help_is_told_in_chinese(rpg: Rpg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert rpg("--help").out.startswith("用法：rpg")
    assert "玩一个回合" in rpg("--help").out
    said = rpg("memory", "--help").out
    assert "跨故事的记忆" in said
    assert "记住一件事" in said
    assert "usage" not in said
    assert rpg("say").err.splitlines()[1].startswith("用法：rpg say")


def parsers_of(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    """A parser and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for below in action.choices.values():
                yield from parsers_of(below)


def test_a_chinese_help_has_its_own_placeholders_marks_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    for parser in parsers_of(build_parser()):
        shown = parser.format_help()
        usage = shown.partition("\n\n")[0]
        assert not set(re.findall(r"\b[A-Z]+\b", usage)) - {"N"}, usage
        assert not re.search(r"[\u4e00-\u9fff]:|: ", shown), shown
        rows = re.findall(r"^(  \S.*?  +)\S.*$", shown.partition("\n\n")[2], re.MULTILINE)
        starts = {cell_width(row) for row in rows}
        assert len(starts) <= 1, shown


def test_an_unknown_option_is_told_before_what_is_missing(rpg: Rpg) -> None:
    assert rpg("say", "--foo").err.startswith("error: there is no option --foo.")
    assert rpg("say", "s", "--narator=x").err.startswith("error: there is no option --narator=x.")
    assert rpg("say", "--nar", "x").err.startswith("error: something is missing: SAVE, TEXT.")
