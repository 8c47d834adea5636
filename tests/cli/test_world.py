from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main
from rpg.store.save import Save

GOOD = '[world]\nname = "Harbour"\n[locations.quay]\n[[locations.quay.exits]]\nto = "inn"\n[locations.inn]\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("RPG_WORLDS", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def world(folder: Path, text: str = GOOD) -> str:
    file = folder / "harbour.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def said(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_clean_world_passes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "check", world(home)]) == 0
    assert capsys.readouterr().out == "Harbour: nothing to mend\n"


def test_warnings_pass_and_errors_do_not(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "check", world(home, GOOD + "[locations.island]\n")]) == 0
    assert "warning: `island` cannot be reached" in capsys.readouterr().out
    assert main(["world", "check", world(home, GOOD + "sumary = 'x'\n")]) == 1
    out = capsys.readouterr().out
    assert "harbour.toml:7:1: error: `sumary` is not a key of a location (did you mean `summary`?)" in out
    assert "1 errors, 0 warnings" in out


def test_the_check_as_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = world(home, GOOD + "sumary = 'x'\n")
    assert main(["world", "check", path, "--json", "--language", "zh"]) == 1

    assert said(capsys) == {
        "id": "harbour",
        "name": "Harbour",
        "path": path,
        "errors": 1,
        "warnings": 0,
        "problems": [
            {
                "code": "unknown_key",
                "severity": "error",
                "file": path,
                "line": 7,
                "column": 1,
                "message": "地点没有 `sumary` 这个键",
                "fix": "是否想写 `summary`？",
            }
        ],
    }


def test_foreign_text_in_a_problem_is_shown_without_steering_the_terminal(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["world", "check", world(home, GOOD + '"\\u001b[2J[red]\\nx" = 1\n')]) == 1
    out = capsys.readouterr().out

    assert "\x1b" not in out
    assert "[red]" in out
    assert len(out.splitlines()) == 2


@pytest.mark.parametrize("act", ["check", "show", "map"])
def test_an_unknown_world_is_one_error(act: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", act, "lantern-harbuor"]) == 1
    assert (
        capsys.readouterr().err
        == "error: there is no world called lantern-harbuor; did you mean lantern-harbour?\n"
    )


@pytest.mark.parametrize("act", ["show", "map"])
def test_a_broken_world_is_one_error(home: Path, act: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", act, world(home, "[world\n")]) == 1
    err = capsys.readouterr().err

    assert err.startswith("error: the world cannot be played: 1 errors")
    assert "harbour.toml:1:7" in err


@pytest.mark.parametrize("words", [["world"], ["world", "check"], ["world", "dance"]])
def test_wrong_usage_exits_with_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(words)
    except SystemExit as left:
        code = int(left.code or 0)

    assert code == 2
    assert "usage: rpg world" in capsys.readouterr().err


def test_a_new_world_is_written_checked_and_shown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "new", "Salt & Smoke"]) == 0
    assert "salt_smoke is written" in capsys.readouterr().out
    assert main(["world", "check", "salt_smoke"]) == 0
    assert main(["world", "new", "Salt & Smoke"]) == 1
    assert "nothing is overwritten" in capsys.readouterr().err
    assert main(["world", "new", "🦊"]) == 2


def test_a_new_world_goes_where_the_worlds_are(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "worlds").mkdir()
    main(["world", "new", "盐", "--language", "zh", "--json"])
    assert said(capsys)["path"] == "worlds/盐"
    main(["world", "new", "x", "--worlds", "mine", "--json"])
    assert said(capsys)["path"] == "mine/x"
    main(["world", "new", "far/away", "--json"])
    assert said(capsys)["id"] == "away"
    assert main(["world", "check", "盐"]) == 0


def test_show_counts_and_measures(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "show", "lantern-harbour", "--json"]) == 0
    shown = said(capsys)
    assert shown["counts"]["locations"] == 10
    assert shown["windows"][0]["fits"] is True
    assert main(["world", "show", "rain-harbour"]) == 0
    assert "雨港 (rain-harbour), language zh" in capsys.readouterr().out


def test_the_map_is_text_or_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["world", "map", world(home)]) == 0
    assert "From quay, where the story begins: to inn." in capsys.readouterr().out
    assert main(["world", "map", world(home), "--json"]) == 0
    assert said(capsys)["start"] == "quay"


def test_watching_checks_again_after_a_change(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = world(home)
    steps: list[Callable[[], object]] = [
        lambda: world(home, GOOD + "[locations.island]\n"),
        lambda: None,
        lambda: world(home, GOOD + "[locations.island]\nname = 1\n"),
        lambda: world(home, GOOD + "\n"),
    ]

    def sleep(_: float) -> None:
        if not steps:
            raise KeyboardInterrupt
        steps.pop(0)()

    monkeypatch.setattr("time.sleep", sleep)
    assert main(["world", "watch", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Harbour: nothing to mend"
    assert lines[2].endswith(" changed: harbour.toml")
    assert "warning: `island`" in lines[3]
    assert lines[4] == "0 errors, 1 warnings"
    assert "error: `name`" in lines[6]
    assert lines[7] == "1 errors, 1 warnings"
    assert lines[8].endswith(" changed: harbour.toml")
    assert lines[9:] == [f"solved: {lines[6]}", f"solved: {lines[3]}", "Harbour: nothing to mend"]


def test_a_watch_hands_new_versions_to_a_story_that_nobody_plays(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = world(home)
    assert main(["new", path, "--save", "s", "--worlds", str(home)]) == 0
    file = next(home.rglob("s.rpg"))
    steps: list[Callable[[], object]] = [
        lambda: world(home, GOOD.replace('name = "', 'name = "New ', 1)),
        lambda: world(home, GOOD.replace('name = "', 'name = "Newer ', 1)),
    ]
    with Save.open(file) as played:

        def sleep(_: float) -> None:
            if not steps:
                raise KeyboardInterrupt
            if len(steps) == 1:
                played.close()
            steps.pop(0)()

        monkeypatch.setattr("time.sleep", sleep)
        assert main(["world", "watch", path, "--save", str(file), "--worlds", str(home)]) == 0
    said = capsys.readouterr().out
    assert "is being played: /watch there" in said
    assert main(["show", str(file)]) == 0
    assert "Newer" in capsys.readouterr().out
