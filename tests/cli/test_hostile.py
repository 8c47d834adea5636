"""Files of a player that are broken or hostile give one clear error, whichever command reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Rpg

DEEP = 2_000
FILES = {
    "deep lists": b"a = " + b"[" * DEEP + b"]" * DEEP,
    "deep tables": b"a = " + b"{b = " * DEEP + b"1" + b"}" * DEEP,
    "deep json": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "a huge number": b"a = " + b"9" * 6_000,
    "a huge number in json": b'{"a":' + b"9" * 6_000 + b"}",
    "nul": b'a = "x\0y"\n',
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "latin-1": b'{"a": "caf\xe9"}',
    "half a pair": b'{"name": "\\ud800", "first_mes": "\\udfff"}',
    "empty": b"",
    "bytes": bytes(range(256)),
    "an archive cut off": b"PK\x03\x04abc",
    "a picture cut off": b"\x89PNG\r\n\x1a\nabc",
}
READERS = (
    ("import {file}", "x.json"),
    ("import {file}", "x.zip"),
    ("world import {file} --into into", "x.png"),
    ("world check {file}", "x.toml"),
    ("new {file} --save n", "x.toml"),
    ("lore add {file}", "x.json"),
    ("lore eval {file}", "x.json"),
    ("say s look --narrator script:{file}", "x.json"),
    ("say s look --narrator script:{file}", "x.toml"),
    ("show {file}", "x.rpg"),
)
OWN = (("preset s list", "data/presets/x.toml"), ("lore list", "data/lorebooks/x.toml"))


@pytest.fixture
def story(rpg: Rpg) -> None:
    assert rpg("new", "lantern-harbour", "--save", "s").code == 0


def told_clearly(out: str, err: str) -> bool:
    """One sentence of ours, not a fault of the program."""
    return "unexpected" not in out + err and "Traceback" not in err


@pytest.mark.parametrize("what", list(FILES))
def test_a_file_that_is_given_is_refused_in_one_sentence(
    what: str, rpg: Rpg, story: None, home: Path
) -> None:
    for words, name in READERS:
        file = home / name
        file.write_bytes(FILES[what])
        done = rpg(*words.format(file=file).split())
        assert told_clearly(done.out, done.err), (words, done)
        assert done.code in {0, 1, 2}
        assert done.code == 0 or done.out or done.err.startswith("error: "), (words, done)


@pytest.mark.parametrize("what", list(FILES))
def test_files_of_the_players_library_are_listed_as_broken_and_stop_nothing(
    what: str, rpg: Rpg, story: None, home: Path
) -> None:
    for words, name in OWN:
        file = home / "home" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(FILES[what])
        done = rpg(*words.split())
        assert done.code == 0, done
        assert told_clearly(done.out, done.err)
    learned = home / "home" / "config" / "learned.json"
    learned.parent.mkdir(parents=True, exist_ok=True)
    learned.write_bytes(FILES[what])
    assert rpg("show", "s").code == 0


@pytest.mark.parametrize("what", list(FILES))
def test_a_broken_configuration_is_told_with_its_file(what: str, rpg: Rpg, home: Path) -> None:
    file = home / "home" / "config" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(FILES[what])
    done = rpg("config")
    assert told_clearly(done.out, done.err)
    assert done.code == 0 or done.err.startswith(f"error: {file}"), done


def test_broken_worlds_are_listed_with_the_first_problem_and_what_to_do(rpg: Rpg, home: Path) -> None:
    folder = home / "work" / "worlds" / "ruin"
    folder.mkdir(parents=True)
    (folder / "world.toml").write_text('[world]\nname = "Ruin"\nstart = "nowhere"\n[locations.a]\n', "utf-8")
    said = rpg("worlds").out.splitlines()
    at = next(number for number, line in enumerate(said) if line.startswith("ruin"))
    assert said[at].endswith("! Ruin")
    assert "world.toml:3:1: error: the world starts at `nowhere`" in said[at + 1]
    assert "(name a location's id" in said[at + 1]
    rows = {row["id"]: row for row in rpg("worlds", "--json").json["worlds"]}
    assert rows["ruin"]["readable"] is True
    assert rows["ruin"]["playable"] is False
    assert rows["lantern-harbour"]["problem"] == ""


def test_broken_saves_are_listed_in_words(rpg: Rpg, home: Path) -> None:
    rpg("new", "lantern-harbour", "--save", "s")
    folder = Path(rpg("saves", "--json").json["folder"])
    (folder / "ruin.rpg").write_bytes(b"no save")
    said = rpg("saves").out
    assert "ruin.rpg is not a save of this game." in said
    assert "rpg repair" in said
    found = {row["name"]: row["error"] for row in rpg("saves", "--json").json["saves"]}
    assert found == {"s": None, "ruin": "not_a_save"}


def test_documents_show_what_hides_in_a_name(rpg: Rpg, home: Path) -> None:
    rpg("new", "lantern-harbour", "--save", "s")
    rpg("insert", "s", "1", "--narration", "雨\u202e港")
    said = rpg("log", "s", "--tree", "--json").out
    assert "雨\\u202e港" in said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_unreadable_configuration_is_told_in_the_language_of_the_locale(
    language: str, rpg: Rpg, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home / "home" / "config" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("[", "utf-8")
    monkeypatch.setenv("LC_ALL", {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}[language])
    assert ("配置文件" in rpg("saves").err) == (language == "zh")
