from __future__ import annotations

from pathlib import Path

import pytest

from rpg.world.find import WorldNotFound, find_world, find_worlds

GOOD = '[world]\nname = "{name}"\nsummary = "S."\nlanguage = "zh"\n[locations.a]\n'


def make(folder: Path, id: str, name: str | None = None, *, text: str | None = None) -> Path:
    path = folder / id
    file = path if path.suffix else path / "world.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text if text is not None else GOOD.format(name=name or id), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make(tmp_path / "worlds", "harbour", "Lantern Harbour")
    make(tmp_path / "worlds", "single.toml", "One File")
    make(tmp_path / "worlds", ".hidden", "Hidden")
    make(tmp_path / "worlds", "broken", text="[world\n")
    make(tmp_path / "worlds", "half", text='[world]\nname = "Half"\n')
    (tmp_path / "worlds" / "empty").mkdir()
    (tmp_path / "worlds" / "notes.txt").write_text("x", encoding="utf-8")
    return tmp_path / "worlds"


def test_a_world_says_that_it_teaches_the_game(tmp_path: Path) -> None:
    make(tmp_path, "lesson", text='[world]\nname = "Lesson"\ntutorial = true\n[locations.a]\n')
    make(tmp_path, "vague", text='[world]\nname = "Vague"\ntutorial = "yes"\n[locations.a]\n')

    assert [(one.id, one.tutorial) for one in find_worlds([tmp_path])] == [("lesson", True), ("vague", False)]


def test_folders_and_files_with_worlds_are_listed(folder: Path) -> None:
    found = {one.id: one for one in find_worlds([folder])}

    assert set(found) == {"harbour", "single", "broken", "half"}
    assert (found["harbour"].name, found["harbour"].summary, found["harbour"].language) == (
        "Lantern Harbour",
        "S.",
        "zh",
    )
    assert found["harbour"].problem is None
    assert found["broken"].problem is not None
    assert found["broken"].problem.code == "syntax"
    assert found["half"].problem is None
    assert found["half"].read().world is None


def test_a_title_may_stand_in_any_file(tmp_path: Path) -> None:
    (tmp_path / "w" / "sub").mkdir(parents=True)
    (tmp_path / "w" / "a.toml").write_text("[locations.a]\n", encoding="utf-8")
    (tmp_path / "w" / "z.toml").write_text('[world]\nname = "Zed"\n', encoding="utf-8")

    assert [one.name for one in find_worlds([tmp_path])] == ["Zed"]


def test_a_world_hides_those_with_its_id_in_later_folders(folder: Path, tmp_path: Path) -> None:
    make(tmp_path / "bundled", "harbour", "The Harbour That Comes With The Game")
    make(tmp_path / "bundled", "lake", "Lake")

    found = find_worlds([folder, tmp_path / "bundled"])

    assert [(one.id, one.name) for one in found if one.id in {"harbour", "lake"}] == [
        ("harbour", "Lantern Harbour"),
        ("lake", "Lake"),
    ]
    assert [one.name for one in find_worlds([tmp_path / "bundled", folder])][:2] == [
        "The Harbour That Comes With The Game",
        "Lake",
    ]


def test_one_world_reached_twice_is_listed_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(folder)

    assert len(find_worlds([folder, tmp_path / "again", folder])) == 4


def test_folders_that_are_not_there_are_passed_over(folder: Path, tmp_path: Path) -> None:
    assert len(find_worlds([tmp_path / "nowhere", folder, folder / "notes.txt"])) == 4


def test_a_folder_that_is_a_world_counts_as_one(folder: Path) -> None:
    assert [one.id for one in find_worlds([folder / "harbour"])] == ["harbour"]


@pytest.mark.parametrize(
    "text", ["harbour", "HARBOUR", "Lantern Harbour", "lantern-harbour", "ｈａｒｂｏｕｒ"]
)
def test_a_world_is_found_by_id_or_name(folder: Path, text: str) -> None:
    assert find_world(text, [folder]).id == "harbour"


def test_a_world_is_found_by_path(folder: Path) -> None:
    assert find_world(str(folder / "single.toml"), []).name == "One File"
    assert find_world(str(folder / "harbour"), []).id == "harbour"


def test_earlier_folders_win(folder: Path, tmp_path: Path) -> None:
    make(tmp_path / "mine", "harbour", "Mine")

    assert find_world("harbour", [tmp_path / "mine", folder]).name == "Mine"


def test_an_unknown_world_names_the_nearest(folder: Path) -> None:
    with pytest.raises(WorldNotFound) as caught:
        find_world("harbuor", [folder])

    assert caught.value.nearest == "harbour"
    with pytest.raises(WorldNotFound):
        find_world("a\0b", [folder])
