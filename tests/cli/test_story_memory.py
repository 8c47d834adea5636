"""`rpg memory story SAVE`, `rpg memory pins SAVE`, and what `rpg set` does to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rpg.cli.main import main

WORLD = '[world]\nname = "Harbour"\n[locations.quay]\n[characters.mira]\nname = "Mira"\nlocation = "quay"\n'


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


def test_pins_summary_and_conditions_as_set_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["set", "one", "pin", "key", "The key is brass."]) == 0
    assert main(["set", "one", "summary", "It rained."]) == 0
    assert main(["set", "one", "condition", "Mira", "wary"]) == 0
    capsys.readouterr()
    assert main(["memory", "story", "one", "--json"]) == 0
    view = json.loads(capsys.readouterr().out)
    assert view["summary"]["text"] == "It rained."
    assert [pin["id"] for pin in view["pins"]] == ["key"]
    assert [(row["character"], row["condition"]) for row in view["conditions"]] == [("mira", "wary")]
    assert main(["memory", "story", "one"]) == 0
    out = capsys.readouterr().out
    assert "It rained." in out
    assert "Mira: wary" in out
    assert "key: The key is brass." in out


def test_pins_are_listed_with_what_they_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "pins", "one"]) == 0
    assert "rpg set SAVE pin NAME TEXT" in capsys.readouterr().out
    assert main(["set", "one", "pin", "key", "The key is brass."]) == 0
    capsys.readouterr()
    assert main(["memory", "pins", "one", "--json"]) == 0
    (pin,) = json.loads(capsys.readouterr().out)["pins"]
    assert (pin["id"], pin["tokens"] > 0) == ("key", True)


def test_where_nothing_is_left_out_no_moment_can_be_pinned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "pins", "one", "--recap"]) == 1
    assert "no key moment" in capsys.readouterr().err
