"""Bundles, and what becomes of names that are taken."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.exchange.errors import ExchangeError
from rpg.exchange.story.bundle import bundle_bytes
from rpg.exchange.story.importing import ImportedStory, Target, import_story
from rpg.exchange.world.toml import world_to_toml
from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.world.load import load_world
from tests.exchange.files import exported, lines_of
from tests.store.saves import dump_rows, furnished_save, small_world


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    (tmp_path / "origin").mkdir()
    path = furnished_save(tmp_path / "origin")
    file = tmp_path / "story.zip"
    with Save.open(path, write=False) as save:
        file.write_bytes(bundle_bytes(save))
    return file


def take(file: Path, folder: Path, **more: object) -> ImportedStory:
    target = Target(folder / "saves", folder / "worlds")
    return import_story(file, replace(target, **more))  # type: ignore[arg-type]


def test_a_bundle_brings_save_and_world(bundle: Path, tmp_path: Path) -> None:
    taken = take(bundle, tmp_path)

    assert dump_rows(taken.path) == dump_rows(tmp_path / "origin" / "story.rpg")
    assert taken.installed
    assert taken.world == tmp_path / "worlds" / "small"
    assert load_world(tmp_path / "worlds" / "small").world == small_world()


def test_a_bundle_can_be_read_without_this_program(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        assert archive.namelist() == ["rpg-bundle.json", "save.json", "world/world.toml"]
        assert json.loads(archive.read("save.json"))["format"] == "rpg-save"
        assert archive.read("world/world.toml").decode() == world_to_toml(small_world())


def test_the_same_story_twice_gets_a_number_and_its_world_is_known(bundle: Path, tmp_path: Path) -> None:
    first = take(bundle, tmp_path)

    second = take(bundle, tmp_path)

    assert (first.path.name, second.path.name) == ("story.rpg", "story 2.rpg")
    assert (second.world, second.installed) == (first.world, False)
    assert dump_rows(first.path) == dump_rows(second.path)


def test_a_world_of_the_same_name_with_another_text_is_left_alone(bundle: Path, tmp_path: Path) -> None:
    own = tmp_path / "worlds" / "small"
    own.mkdir(parents=True)
    (own / "world.toml").write_text(world_to_toml(small_world("Mine.")))

    taken = take(bundle, tmp_path)

    assert taken.world == tmp_path / "worlds" / "small-2"
    assert load_world(own).world == small_world("Mine.")
    assert replace(load_world(tmp_path / "worlds" / "small-2").world, id="small") == small_world()


def test_a_world_that_is_known_elsewhere_is_not_written_again(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "small.toml").write_text(world_to_toml(small_world()))

    taken = take(bundle, tmp_path, known=(tmp_path / "shelf",))

    assert (taken.world, taken.installed) == (tmp_path / "shelf" / "small.toml", False)
    assert not (tmp_path / "worlds").exists()


def test_a_name_that_is_asked_for_and_taken_is_refused(bundle: Path, tmp_path: Path) -> None:
    take(bundle, tmp_path, name="mine")
    before = (tmp_path / "saves" / "mine.rpg").read_bytes()

    with pytest.raises(SaveError) as caught:
        take(bundle, tmp_path, name="mine")

    assert caught.value.code == "exists"
    assert (tmp_path / "saves" / "mine.rpg").read_bytes() == before


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "a/b", "con", "", "\x1b[31m", "x" * 500])
def test_a_name_inside_a_file_stays_a_name(name: str, tmp_path: Path) -> None:
    document = json.loads(exported(furnished_save(tmp_path)))
    file = tmp_path / "f.json"
    file.write_text(json.dumps({**document, "name": name}))

    taken = take(file, tmp_path)

    assert taken.path.parent == tmp_path / "saves"
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "saves", tmp_path / "story.rpg"]


def test_a_chat_takes_its_name_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "Bob - 2024.jsonl"
    file.write_bytes(
        b"\xef\xbb\xbf" + lines_of({"name": "Bob", "is_user": False, "mes": "Hi."}) + b"\r\n\r\n"
    )

    taken = take(file, tmp_path)

    assert taken.path.name == "Bob - 2024.rpg"
    assert [item.code for item in taken.report.items] == ["chat_messages", "chat_world"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_bytes(lines_of({"mes": "Hi."}))

    with pytest.raises(ExchangeError) as caught:
        import_story(file, Target(file / "saves", tmp_path))

    assert caught.value.code == "unwritable"
