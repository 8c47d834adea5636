from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main
from rpg.cli.scenario.form import EXPECT, SCENARIO, STEP, Scenario, read_scenario, scenario_files
from rpg.world.kinds import Shape

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "world-format.md").read_text("utf-8")
WORLD = """
[world]
name = "W"
[clock]
[[questions]]
id = "q"
ask = "Q?"
[locations.inn]
description = "A low inn."
[[locations.inn.exits]]
to = "cellar"
minutes = 3
hidden = true
[[locations.inn.exits]]
to = "yard"
minutes = 2
[locations.cellar]
description = "A deep cellar."
[locations.yard]
description = "A wide yard."
[characters.odile]
location = "inn"
"""
MOVE = '{ call = "edit_location_registry", arguments = { operations = [{ op = "move_player", to = "cellar" }] } }'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outcome(home: Path, capsys: pytest.CaptureFixture[str], scenario: str) -> tuple[int, Any]:
    folder = home / "w"
    (folder / "tests").mkdir(parents=True)
    (folder / "world.toml").write_text(WORLD, encoding="utf-8")
    (folder / "tests" / "one.toml").write_text(scenario, encoding="utf-8")
    code = main(["world", "test", "w", "--json"])
    return code, json.loads(capsys.readouterr().out)


def misses(document: Any) -> list[tuple[str, str, str]]:
    return [(miss["what"], miss["wanted"], miss["found"]) for miss in document["scenarios"][0]["misses"]]


def test_a_scripted_scenario_plays_tools_travel_and_time_travel(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, document = outcome(
        home,
        capsys,
        f"""
answers = {{ q = "yes" }}
[[steps]]
say = "Down!"
replies = [{MOVE}, {{ text = "You climb down." }}]
expect = {{ location = "cellar", clock = "Day 1 08:03", absent = ["odile"], says = ["climb"], prompt_has = ["deep"] }}
[[steps]]
act = "undo"
expect = {{ location = "inn", present = ["odile"], prompt_has = ["low"], prompt_lacks = ["deep"], unknown = ["cellar"] }}
[[steps]]
act = "redo"
expect = {{ location = "cellar", known = ["cellar"] }}
[[steps]]
travel = "inn"
replies = [{{ text = "Up again." }}]
expect = {{ says = ["Up again."] }}
""",
    )

    assert misses(document) == []
    assert code == 0
    assert document["passed"] == 1


def test_what_does_not_come_out_is_told_with_its_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = outcome(
        home,
        capsys,
        f"""
[[steps]]
say = "Down!"
replies = [{MOVE}, {{ text = "You climb down." }}]
expect = {{ location = "inn", present = ["odile"], clock = "Day 2", flags = ["wet"], says = ["fly"], prompt_lacks = ["deep"] }}
""",
    )

    assert code == 1
    assert [(what, wanted) for what, wanted, _ in misses(document)] == [
        ("location", "inn"),
        ("present", "odile"),
        ("clock", "Day 2 00:00"),
        ("flags", "wet"),
        ("says", "fly"),
        ("prompt_lacks", "deep"),
    ]
    assert {miss["line"] for miss in document["scenarios"][0]["misses"]} == {2}


def test_without_replies_the_storyteller_tells_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = outcome(
        home,
        capsys,
        """
[[steps]]
say = "go to the yard"
expect = { location = "yard", prompt_has = ["wide yard"] }
[[steps]]
travel = "cellar"
expect = { refused = true }
[[steps]]
travel = "inn"
expect = { refused = true }
""",
    )

    assert code == 1
    assert misses(document) == [("outcome", "refused", "done")]


@pytest.mark.parametrize(
    ("scenario", "code", "line"),
    [
        ("[[steps]]\nsay = 'x'\ntravel = 'y'\n", "step_acts", 1),
        ("name = 'x'\n[[steps]]\n", "step_acts", 2),
        ("[[steps]]\nsya = 'x'\nact = 'undo'\n", "unknown_key", 2),
        ("[[steps]]\nact = 'jump'\n", "bad_choice", 2),
        ("[[steps]\n", "syntax", 1),
        ("[[steps]]\nsay = 'x'\nexpect = { clock = 'noon' }\n", "bad_moment", 3),
    ],
)
def test_a_broken_scenario_is_one_clear_message(
    home: Path, capsys: pytest.CaptureFixture[str], scenario: str, code: str, line: int
) -> None:
    exit_code, document = outcome(home, capsys, scenario)
    problems = document["scenarios"][0]["problems"]

    assert exit_code == 1
    assert [problem["code"] for problem in problems] == [code]
    assert problems[0]["line"] == line


def test_an_unknown_question_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, document = outcome(home, capsys, "answers = { nope = 'x' }\n[[steps]]\nsay = 'x'\n")

    assert code == 1
    assert misses(document)[0][0] == "begin"


def test_a_world_without_scenarios_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "w.toml").write_text(WORLD, encoding="utf-8")

    assert main(["world", "test", "w.toml"]) == 1
    assert "no scenarios" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["lantern-harbour", "rain-harbour", "first-steps", "first-move"])
def test_the_worlds_that_come_with_the_game_pass_their_own(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scenario_files(ROOT / "worlds" / name)
    assert main(["world", "test", str(ROOT / "worlds" / name)]) == 0, capsys.readouterr().out


def test_the_example_of_the_reference_is_a_scenario(tmp_path: Path) -> None:
    example = re.search(r"```toml scenario\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    (tmp_path / "e.toml").write_text(example[1], encoding="utf-8")

    assert isinstance(read_scenario(tmp_path / "e.toml"), Scenario)


@pytest.mark.parametrize(
    ("heading", "shape"), [("A scenario", SCENARIO), ("A step", STEP), ("`expect`", EXPECT)]
)
def test_the_reference_tells_every_key(heading: str, shape: Shape) -> None:
    below = PAGE.split(f"### {heading}\n")[1]
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table is not None

    assert re.findall(r"^\| `(\w+)`", table[0], re.MULTILINE) == list(shape.keys)
