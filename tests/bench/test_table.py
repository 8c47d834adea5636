"""The table of benches, what a result says, and the command that runs them."""

from __future__ import annotations

import io
import json
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import pytest

from rpg.bench import table
from rpg.bench.layout import table_lines
from rpg.bench.result import Goal, Options, Result, at_least, at_most, exactly, result_document, share
from rpg.bench.table import BENCHES, Bench, UnknownBench, chosen
from rpg.cli.bench import bench
from rpg.cli.output import CommandError, Desk, open_desk
from rpg.text.messages import message

GOOD = Result("scene", 1, {"a": {"x": 0.5}, "n": 3}, (at_least("all", 1.0, 0.9),))
BAD = Result("prefix", 2, {}, (at_least("whole", 0.5, 0.87),))


def told(stream: IO[str]) -> str:
    """What was written to a desk's stream."""
    assert isinstance(stream, io.StringIO)
    return stream.getvalue()


def desk(tmp_path: Path, *names: str, check: bool = False, file: str = "") -> Desk:
    args = Namespace(names=list(names), file=file, check=check, quick=True, long=False, seed=None)
    opened = open_desk(args, {"HOME": str(tmp_path), "LANG": "en"}, tmp_path)
    return Desk(opened.args, opened.paths, opened.config, "en", io.StringIO(), io.StringIO())


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[Result]:
    """What the benches find, without running them."""
    found = [GOOD, BAD]
    monkeypatch.setattr(table, "run_all", lambda benches, options: iter(found))
    return found


@pytest.mark.parametrize("one", BENCHES, ids=lambda one: one.name)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_bench_has_its_sentence(one: Bench, language: str) -> None:
    assert message(language, f"bench.{one.name}")


@pytest.mark.parametrize("one", BENCHES, ids=lambda one: one.name)
def test_every_bench_has_its_module(one: Bench) -> None:
    assert find_spec(f"rpg.bench.{one.module}") is not None


def test_benches_run_in_the_order_of_the_table_and_all_by_default() -> None:
    assert [one.name for one in chosen(["lore", "scene"])] == ["scene", "lore"]
    assert chosen([]) == BENCHES
    with pytest.raises(UnknownBench):
        chosen(["nothing"])


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        (at_least("", 0.95, 0.95), True),
        (at_least("", 0.94999, 0.95), False),
        (at_most("", 1.5, 1.5), True),
        (at_most("", 1.50001, 1.5), False),
        (exactly("", 0, 0), True),
        (exactly("", 1, 0), False),
    ],
)
def test_a_goal_is_judged_by_the_value_and_not_by_what_is_shown(goal: Goal, met: bool) -> None:
    assert goal.met is met


def test_a_share_of_nothing_is_what_the_caller_says() -> None:
    assert (share(1, 4), share(0, 0), share(0, 0, empty=0)) == (0.25, 1.0, 0)


def test_the_document_has_the_documented_keys() -> None:
    document = result_document(GOOD)
    assert document == {
        "name": "scene",
        "seed": 1,
        "figures": {"a": {"x": 0.5}, "n": 3},
        "goals": [{"what": "all", "value": 1.0, "goal": ">= 0.9", "met": True}],
    }
    assert json.loads(json.dumps(document)) == document


def test_rows_that_share_columns_stand_in_one_table() -> None:
    figures = {"one": {"x": 1, "y": 2}, "two": {"x": 3}, "n": 7, "other": {"z": 4}}
    assert list(table_lines(Result("a", 0, figures))) == [
        "     x  y",
        "one  1  2",
        "two  3  -",
        "       z",
        "other  4",
        "n: 7",
    ]


def test_options_pick_the_size_of_the_run() -> None:
    assert Options(quick=True).pick(1, 2, 3) == 1
    assert Options().pick(1, 2, 3) == 2
    assert Options(long=True).pick(1, 2, 3) == 3
    assert Options(long=True).pick(1, 2) == 2


def test_the_table_and_the_file_hold_every_result(results: list[Result], tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    at = desk(tmp_path, file=str(file))
    assert bench(at) == 0
    assert [one["name"] for one in json.loads(file.read_text())] == ["scene", "prefix"]
    assert "ok     all: 1 (wanted >= 0.9)" in told(at.out)
    assert "MISSED whole: 0.5 (wanted >= 0.87)" in told(at.out)


def test_check_fails_and_names_what_was_missed(results: list[Result], tmp_path: Path) -> None:
    at = desk(tmp_path, check=True)
    assert bench(at) == 1
    assert told(at.err) == "error: prefix: whole is 0.5, wanted >= 0.87.\n"
    del results[1]
    assert bench(desk(tmp_path, check=True)) == 0


def test_an_unknown_name_is_a_usage_error_that_lists_the_known(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="scene, prefix") as caught:
        bench(desk(tmp_path, "scenery"))
    assert caught.value.exit == 2


def test_a_file_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--json"):
        bench(desk(tmp_path, file=str(tmp_path / "no" / "out.json")))


def test_stopping_keeps_what_was_finished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(benches: object, options: object) -> object:
        yield GOOD
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "run_all", stopped)
    file = tmp_path / "out.json"
    at = desk(tmp_path, file=str(file))
    assert bench(at) == 130
    assert [one["name"] for one in json.loads(file.read_text())] == ["scene"]
    assert "1 of" in told(at.err)
