"""`rpg tools`, `memory`, `mcp` and `pulse` as a player types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rpg.cli.main import main
from tests.session.stories import new_session, telling


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folders below `tmp_path`, with one save."""
    for name in (
        "RPG_BASE_URL",
        "RPG_MODEL",
        "RPG_API_KEY",
        "OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        "RPG_WORLDS",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RPG_HOME", str(tmp_path))
    monkeypatch.setenv("RPG_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("LANG", "C")
    monkeypatch.chdir(tmp_path)
    new_session(tmp_path, telling()).save.close()
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(words) == code
    shown = capsys.readouterr()
    return shown.out + shown.err


def document(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(capsys, *words, "--json"))
    return found


def configure(home: Path, text: str) -> None:
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "config.toml").write_text(text, "utf-8")


def test_tools_lists_every_tool_with_its_reasons(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "tools", "story")
    rows = {row["name"]: row for row in found["tools"]}
    assert found["isolated"] is False
    assert rows["edit_location_registry"]["available"] is True
    assert [one["code"] for one in rows["save_memory"]["reasons"]] == ["memory_off", "memory_write_off"]
    assert rows["save_memory"]["reasons"][0]["text"] == "memory is off"
    assert "记忆已关闭" in run(capsys, "tools", "story", "--language", "zh")


def test_tools_says_what_is_wrong_with_a_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(home, '[tools.weather]\ndescription = "x"\ncommand = "sh -c evil"\n')
    said = run(capsys, "tools", "story")
    assert "! tools.weather.command: This must be a list of texts" in said
    assert "weather  " not in said


def test_a_description_is_changed_and_reset(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "look_up*" in run(capsys, "tools", "story", "--describe", "look_up", "Peek.")
    rows = document(capsys, "tools", "story")["tools"]
    assert next(row for row in rows if row["name"] == "look_up")["description"] == "Peek."
    assert "look_up*" not in run(capsys, "tools", "story", "--reset", "look_up")
    assert "no tool nothing" in run(capsys, "tools", "story", "--describe", "nothing", "x", code=1)


def test_rewriting_shows_what_changes_and_saves_it_only_on_yes(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = home / "script.json"
    script.write_text(json.dumps({"turns": [{"text": "Peek at far things."}]}), "utf-8")
    words = ("tools", "story", "--rewrite", "look_up", "--narrator", f"script:{script}")
    assert "+Peek at far things." in run(capsys, *words)
    assert "look_up*" not in run(capsys, "tools", "story")
    assert "Saved." in run(capsys, *words, "--yes")
    assert "look_up*" in run(capsys, "tools", "story")


def test_rewriting_needs_a_model(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "needs a model" in run(capsys, "tools", "story", "--rewrite", "look_up", code=1)


def test_memory_from_the_command_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Nothing is remembered." in run(capsys, "memory", "list")
    assert document(capsys, "memory", "add", "玩家害怕深水") == {"act": "add", "id": 1}
    run(capsys, "memory", "add", "Likes \x1b[1mfog")
    run(capsys, "memory", "pin", "1")
    assert run(capsys, "memory", "list") == "1*  玩家害怕深水\n2  Likes fog\n"
    (hit,) = document(capsys, "memory", "search", "深水")["hits"]
    assert (hit["id"], hit["words"]) == (1, ["深水"])
    run(capsys, "memory", "pin", "1", "--off")
    run(capsys, "memory", "remove", "2")
    assert [one["pinned"] for one in document(capsys, "memory", "list", "--all")["memories"]] == [False]
    assert "There is no memory 9" in run(capsys, "memory", "remove", "9", code=1)
    assert "1 to 500 characters" in run(capsys, "memory", "add", "  ", code=1)


def test_a_broken_memory_is_one_sentence(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "data").mkdir(exist_ok=True)
    (home / "data" / "memory.sqlite3").write_bytes(b"no database" * 200)
    said = run(capsys, "memory", "list", code=1)
    assert said.startswith("error: The memory ")
    assert "Traceback" not in said


def test_servers_from_the_command_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No server is configured" in run(capsys, "mcp", "list")
    configure(
        home,
        '[mcp.servers.sky]\ncommand = ["no-such-program-anywhere"]\nuse = true\n[mcp.servers."b ad"]\nurl = "x"\n',
    )
    found = document(capsys, "mcp", "list")
    assert found["servers"] == [{"name": "sky", "address": "no-such-program-anywhere", "chosen": True}]
    assert found["problems"][0].startswith("mcp.servers.b ad: ")


def test_a_server_that_does_not_answer_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(home, '[mcp.servers.sky]\ncommand = ["no-such-program-anywhere"]\n')
    said = run(capsys, "mcp", "test", "sky", code=1)
    assert said.startswith("○ sky")
    assert "  ! " in said
    assert "No server is named moon" in run(capsys, "mcp", "test", "moon", code=1)


def test_the_pulse_from_the_command_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, "pulse", "story")["place"] == "The Quay"
    assert run(capsys, "pulse", "story").startswith("Lantern Harbour: you are at The Quay · Day 1 08:00.")
    assert run(capsys, "pulse", "story", "--language", "zh").startswith("Lantern Harbour：你在The Quay")
    assert run(capsys, "pulse", "story", "--prose").startswith("Lantern Harbour: you are at")


def test_a_menu_is_printed_and_a_number_answers_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = home / "script.json"
    call = {"name": "ask_user_input", "arguments": {"question": "Where to?", "choices": ["Up", "Down"]}}
    script.write_text(json.dumps({"turns": [{"text": "Well.", "calls": [call]}]}), "utf-8")
    said = run(capsys, "say", "story", "hello", "--narrator", f"script:{script}")
    assert "Where to?\n1. Up\n2. Down" in said
    run(capsys, "say", "story", "2")
    assert "> Down" in run(capsys, "log", "story")


def test_what_a_story_came_to_can_be_forgotten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(home, "[memory]\nenabled = true\nsessions = true\n")
    run(capsys, "say", "story", "hello")
    (story,) = document(capsys, "memory", "list", "--all")["stories"]
    assert story["name"] == "story"
    assert document(capsys, "memory", "forget", "story")["stories"] == 1
    assert "Nothing is kept" in run(capsys, "memory", "forget", "story", code=1)
