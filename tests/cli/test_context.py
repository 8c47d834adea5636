"""`rpg context SAVE`: the panel, what-if, difference and history without sending anything."""

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
summary = "Wet stone."
[[locations.quay.exits]]
to = "inn"
[locations.inn]
[characters.mira]
name = "Mira"
location = "inn"
description = "Harbourmaster."
"""
SCRIPT = json.dumps({"turns": [{"text": "One."}, {"text": "Two."}]})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    for name in (
        "RPG_WORLDS",
        "RPG_SAVES",
        "RPG_BASE_URL",
        "OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "RPG_API_KEY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "harbour.toml").write_text(WORLD, encoding="utf-8")
    (tmp_path / "script.json").write_text(SCRIPT, encoding="utf-8")
    narrator = f"script:{tmp_path / 'script.json'}"
    assert main(["new", str(tmp_path / "harbour.toml"), "--save", "one", "--narrator", narrator]) == 0
    assert main(["say", "one", "hello"]) == 0
    capsys.readouterr()
    return tmp_path


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["context", "one", "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_report_and_the_exact_request(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--input", "I wait", "--messages")
    assert found["status"] == "ok"
    assert found["messages"][-1]["content"].endswith("I wait")


def test_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    ids = {part["id"] for part in document(capsys, "--arrive", "Mira")["sections"]}
    assert "frame.person.mira" in ids
    plain = document(capsys)
    assert "frame.person.mira" not in {part["id"] for part in plain["sections"]}
    assert document(capsys, "--without-preset")["used"] < plain["used"]
    assert document(capsys, "--model", "llama-2-7b")["window"] == 4096
    assert main(["context", "one", "--arrive", "Nobody"]) == 1


def test_the_difference_to_the_last_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(document(capsys, "--diff")["diff"]) >= {"added", "removed", "changed", "tokens", "prefix"}
    assert main(["context", "one", "--diff"]) == 0
    assert "Since the last turn's request" in capsys.readouterr().out


def test_the_history_of_costs(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--history")
    assert [turn["turn"] for turn in found["turns"]] == [1]
    assert found["turns"][0]["spent"]["requests"] == 1
    assert main(["context", "one", "--history"]) == 0
    out = capsys.readouterr().out
    assert "▒" in out
    assert "1 requests" in out
