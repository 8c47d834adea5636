"""`rpg export`, `rpg import`, `rpg world import`, `rpg world export` as a player types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rpg.cli.main import main
from tests.exchange.files import card_v2, encoded, lines_of, png_card
from tests.store.saves import dump_rows, furnished_save


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    for name in ("RPG_SAVES", "RPG_WORLDS", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    saves = tmp_path / "home" / "data" / "saves"
    saves.mkdir(parents=True)
    furnished_save(saves)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, exit: int = 0) -> str:
    assert main(words) == exit
    told = capsys.readouterr()
    return told.err if exit else told.out


def test_a_story_is_printed_or_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = said(capsys, "export", "story", "--to", "markdown")

    said(capsys, "export", "story", "--to", "markdown", "--out", "book.md")

    assert printed.startswith("# Small World\n")
    assert (home / "book.md").read_text() == printed


@pytest.mark.parametrize(("to", "name"), [("json", "x.json"), ("bundle", "x.zip")])
def test_a_save_goes_out_and_comes_in_the_same(
    to: str, name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "export", "story", "--to", to, "--out", name)

    document = json.loads(said(capsys, "import", name, "--save", "back", "--json"))

    saves = home / "home" / "data" / "saves"
    assert (document["what"], document["save"], document["nodes"]) == (to, "back", 10)
    assert dump_rows(saves / "back.rpg") == dump_rows(saves / "story.rpg")


def test_a_bundle_gets_a_name_when_none_is_given(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "export", "story", "--to", "bundle")

    assert (home / "story.bundle.zip").is_file()


def test_nothing_is_overwritten(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.md").write_text("mine")

    told = said(capsys, "export", "story", "--to", "markdown", "--out", "x.md", exit=1)

    assert told == "error: x.md: Something is there already; nothing is overwritten. Choose another name.\n"
    assert (home / "x.md").read_text() == "mine"


def test_a_branch_by_label_and_by_node(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    by_node = said(capsys, "export", "story", "--to", "tavern", "--branch", "2")

    by_label = said(capsys, "export", "story", "--to", "tavern", "--branch", "the other way")

    assert by_label == by_node
    assert len(by_node.splitlines()) == 11
    assert "99" in said(capsys, "export", "story", "--to", "tavern", "--branch", "99", exit=1)
    assert "--branch" in said(capsys, "export", "story", "--to", "json", "--branch", "2", exit=2)


def test_a_chat_comes_into_a_world_and_the_report_is_printed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "c.jsonl").write_bytes(
        lines_of({"name": "Bob", "is_user": False, "mes": "Hi.", "swipes": ["Ho.", "Hi."]})
    )

    text = said(capsys, "import", "c.jsonl", "--world", "lantern-harbour", "--save", "chat")

    assert "1 other replies" in text
    shown = json.loads(said(capsys, "show", "chat", "--json"))
    assert shown["world"]["name"] == "Lantern Harbour"


def test_a_card_and_a_broken_file_into_a_world(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "mira.png").write_bytes(png_card(card_v2()))
    (home / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n")

    assert main(["world", "import", "mira.png", "bad.png", "--into", "w"]) == 1

    told = capsys.readouterr()
    assert "character Mira (mira)" in told.out
    assert told.err == "error: bad.png: byte 8: The picture ends in the middle. Download it again.\n"
    assert said(capsys, "world", "check", "w")


@pytest.mark.parametrize(
    ("name", "start"), [("out.json", b"{"), ("out.png", b"\x89PNG"), ("out.charx", b"PK")]
)
def test_a_card_goes_into_what_the_name_ends_in(
    name: str, start: bytes, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "mira.json").write_bytes(encoded(card_v2()))
    said(capsys, "world", "import", "mira.json", "--into", "w")

    said(capsys, "world", "export", "w", "--to", "card-v3", "--out", name)

    assert (home / name).read_bytes().startswith(start)
    printed = said(capsys, "world", "export", "w", "--to", "card-v2")
    assert json.loads(printed) == card_v2()


def test_reports_are_documents_with_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "mira.json").write_bytes(encoded(card_v2()))

    document = json.loads(said(capsys, "world", "import", "mira.json", "--into", "w", "--json"))

    taken = document["taken"][0]
    assert (taken["what"], taken["id"], document["errors"]) == ("card", "mira", [])
    assert {item["kind"] for item in taken["report"]} >= {"kept", "changed", "unused"}


def test_errors_are_told_in_chinese_too(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.json").write_text("{")

    told = said(capsys, "import", "x.json", "--language", "zh", exit=1)

    assert told.startswith("error: x.json:1:2: 这不是 JSON")


def test_the_formats_of_the_help_are_those_there_are() -> None:
    from rpg.cli.arguments.world import FORMATS as LISTED
    from rpg.exchange.world.exporting import FORMATS

    assert LISTED == FORMATS
