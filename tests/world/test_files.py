from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from rpg.world import files
from rpg.world.load import read_world

GOOD = '[world]\nname = "W"\n[locations.a]\n'


def only_problem(path: Path) -> tuple[str, int, int]:
    reading = read_world(path, strict=True)
    assert len(reading.problems) == 1, reading.problems
    problem = reading.problems[0]
    assert problem.remedy("zh")
    return problem.code, problem.line, problem.column


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (GOOD.encode("utf-16"), ("encoding", 1, 1)),
        (GOOD.encode("utf-32"), ("encoding", 1, 1)),
        (GOOD.encode("utf-16-le"), ("nul_byte", 1, 2)),
        (b'[world]\nname = "caf\xe9"\n', ("not_utf8", 2, 12)),
        ('[world]\nname = "灯塔"\n'.encode("gb18030"), ("not_utf8", 2, 9)),
        ('[world]\nname = "灯'.encode() + b'\xff"\n', ("not_utf8", 2, 10)),
        (b'[world]\nname = "a\x00b"\n', ("nul_byte", 2, 10)),
        (b"", ("no_location", 0, 0)),
        (b"\xef\xbb\xbf[world\n", ("syntax", 1, 7)),
    ],
)
def test_files_that_are_no_text_are_told_with_their_place(
    tmp_path: Path, data: bytes, expected: tuple[str, int, int]
) -> None:
    file = tmp_path / "w.toml"
    file.write_bytes(data)
    if not data:
        assert {problem.code for problem in read_world(file).problems} == {"missing_key", "no_location"}
    else:
        assert only_problem(file) == expected


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_bytes(codecs.BOM_UTF8 + (GOOD + 'rules = """a\nb"""\n').replace("\n", "\r\n").encode())
    world = read_world(file).world

    assert world is not None
    assert world.locations["a"].rules == "a\nb"


def test_hidden_files_and_tests_are_no_part_of_a_world(tmp_path: Path) -> None:
    for name in ("w.toml", ".hidden.toml", ".git/x.toml", "tests/scene.toml", "notes.txt"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(GOOD if name == "w.toml" else "not [ toml", encoding="utf-8")

    assert read_world(tmp_path, strict=True).problems == ()


def test_a_folder_called_tests_deeper_down_is_read(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text(GOOD, encoding="utf-8")
    deep = tmp_path / "places" / "tests"
    deep.mkdir(parents=True)
    (deep / "b.toml").write_text("[locations.b]\n", encoding="utf-8")
    world = read_world(tmp_path).world

    assert world is not None
    assert list(world.locations) == ["a", "b"]


def test_links_do_not_lead_out_of_a_world(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.toml").write_text("[locations.secret]\n", encoding="utf-8")
    world = tmp_path / "w"
    world.mkdir()
    (world / "w.toml").write_text(GOOD, encoding="utf-8")
    (world / "link.toml").symlink_to(outside / "secret.toml")
    (world / "folder").symlink_to(outside)
    (world / "loop").symlink_to(world)
    (world / "gone.toml").symlink_to(world / "nowhere.toml")
    reading = read_world(world)

    assert reading.world is not None
    assert list(reading.world.locations) == ["a"]
    assert sorted(problem.code for problem in reading.problems) == [
        "link_folder",
        "link_folder",
        "link_outside",
    ]
    assert {problem.severity for problem in reading.problems} == {"warning"}


def test_a_link_inside_a_world_does_not_count_twice(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "again.toml").symlink_to(tmp_path / "w.toml")

    assert read_world(tmp_path, strict=True).problems == ()


@pytest.mark.parametrize("name", ["nowhere", "nowhere.toml", "a\0b", "x" * 300])
def test_a_world_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    assert only_problem(tmp_path / name)[0] == "path_missing"


def test_an_empty_folder_is_no_world(tmp_path: Path) -> None:
    assert only_problem(tmp_path)[0] == "not_a_world"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "w.toml")

    assert only_problem(tmp_path / "w.toml")[0] == "not_a_world"
    assert only_problem(tmp_path)[0] == "not_a_world"


def test_huge_files_are_refused_before_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    with file.open("wb") as stream:
        stream.truncate(files.LARGEST_FILE + 1)

    assert only_problem(file)[0] == "too_large"


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    for number in range(9):
        (tmp_path / f"{number}.toml").write_text("", encoding="utf-8")

    assert only_problem(tmp_path)[0] == "too_many_files"


def test_a_world_that_is_too_large_as_a_whole_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rpg.world.sources.LARGEST_WORLD", 100)
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.toml").write_text("#" * 100, encoding="utf-8")

    assert only_problem(tmp_path)[0] == "too_large"


def test_an_unreadable_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "w.toml"
    file.write_text(GOOD, encoding="utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    assert only_problem(file)[0] == "unreadable"
