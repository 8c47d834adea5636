"""`rpg preset SAVE list|use|on|off|edit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main

WORLD = """
[world]
name = "Harbour"
[locations.quay]
[presets.own]
name = "The world's own"
[[presets.own.entries]]
id = "voice"
text = "Speak softly."
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    for name in ("RPG_WORLDS", "RPG_SAVES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harbour.toml").write_text(WORLD, encoding="utf-8")
    assert main(["new", str(tmp_path / "harbour.toml"), "--save", "one", "--narrator", "storyteller"]) == 0
    capsys.readouterr()
    return tmp_path


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["preset", "one", *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return {row["id"]: row for row in document["presets"]}


def test_the_list_shows_all_sources_and_the_active_one(capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "list")
    assert {id: row["source"] for id, row in found.items()} == {
        "own": "world",
        "plain": "game",
        "slow": "game",
        "brisk": "game",
    }
    assert [id for id, row in found.items() if row["active"]] == ["plain"]


def test_use_switch_and_edit(capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, "use", "own")["own"]["active"]
    assert not rows(capsys, "off", "voice")["own"]["entries"][0]["enabled"]
    entry = rows(capsys, "edit", "voice", "--text", "Shout.", "--position", "before_input")["own"]["entries"][
        0
    ]
    assert (entry["text"], entry["position"], entry["enabled"]) == ("Shout.", "before_input", False)
    assert rows(capsys, "on", "voice")["own"]["entries"][0]["enabled"]


def test_a_copy_is_a_file_of_the_players_own(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "edit", "--copy", "Mine")
    assert found["mine"]["active"]
    assert Path(found["mine"]["file"]) == home / "home" / "data" / "presets" / "mine.toml"


def test_wrong_names_are_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preset", "one", "use", "nothing"]) == 1
    assert "error: There is no preset “nothing”." in capsys.readouterr().err
    assert main(["preset", "one", "edit", "voice"]) == 2
    assert "--text" in capsys.readouterr().err


def test_the_plain_list_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preset", "one", "list"]) == 0
    out = capsys.readouterr().out
    assert "● plain: Plain prose (comes with the game," in out
    assert "○ brisk: Brisk adventure" in out
