"""Portraits: shown where the extra is there and the file is a picture of the world's own, else left out."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.tui.application import RpgApp
from rpg.tui.dialogs import portrait
from rpg.tui.dialogs.person import PersonSheet
from rpg.tui.dialogs.portrait import LARGEST, portrait_widget, prepare_portraits
from rpg.world.load import load_world
from tests.tui.game import WORLDS, services
from tests.tui.screens import screen_text


def picture(folder: Path, name: str = "mira.png", size: tuple[int, int] = (40, 60)) -> Path:
    file = folder / name
    Image.new("RGB", size, (200, 40, 40)).save(file)
    return file


def state_with(face: str) -> State:
    world = load_world(WORLDS / "harbour.toml").world
    mira = replace(world.characters["mira"], portrait=face)
    return initial_state(index_world(replace(world, characters={**world.characters, "mira": mira})))


def test_without_the_extra_the_sheet_stands_without_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(portrait, "find_spec", lambda _name: None)
    assert portrait_widget(picture(tmp_path)) is None


def test_what_is_no_picture_or_too_large_is_left_out(tmp_path: Path) -> None:
    words = tmp_path / "words.png"
    words.write_text("not a picture", "utf-8")
    heavy = picture(tmp_path, "heavy.png")
    with heavy.open("r+b") as file:
        file.truncate(LARGEST + 1)
    assert portrait_widget(words) is None
    assert portrait_widget(heavy) is None
    assert portrait_widget(tmp_path) is None
    assert portrait_widget(tmp_path / "none.png") is None


def test_a_small_file_that_unpacks_to_a_huge_picture_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(portrait, "PIXELS", 40 * 60)
    assert portrait_widget(picture(tmp_path)) is not None
    assert portrait_widget(picture(tmp_path, size=(41, 60))) is None


def test_a_torn_file_is_left_out_before_it_is_painted(tmp_path: Path) -> None:
    torn = tmp_path / "torn.png"
    Image.effect_noise((60, 60), 90).save(torn)
    torn.write_bytes(torn.read_bytes()[:800])
    assert portrait_widget(torn) is None


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "LA", "I;16"])
def test_every_kind_of_picture_is_shown(tmp_path: Path, mode: str) -> None:
    file = tmp_path / ("face.tif" if mode == "CMYK" else "face.png")
    Image.new(mode, (30, 30)).save(file)
    assert portrait_widget(file) is not None


async def test_the_picture_stands_above_the_facts_and_keeps_its_shape(tmp_path: Path) -> None:
    picture(tmp_path, size=(200, 400))
    sheet = PersonSheet(state_with("mira.png"), "mira", folder=tmp_path)
    app = RpgApp(services(tmp_path))
    async with app.run_test(size=(80, 40)) as pilot:
        app.push_screen(sheet)
        await pilot.pause()
        shown = sheet.query_one(".portrait")
        assert shown.size.height == 12
        assert 10 <= shown.size.width <= 14, "two cells are about as high as four are wide"
        assert shown.region.bottom < sheet.query(".fact").first().region.y
        drawn = "\n".join(screen_text(app).splitlines()[shown.region.y : shown.region.bottom])
        assert any(mark in drawn for mark in "░▒▓█▀▄"), drawn


@pytest.mark.parametrize("terminal", [True, False])
def test_the_terminal_is_asked_before_the_game_begins_and_only_when_there_is_one(
    monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    asked: list[str] = []

    class Output:
        def isatty(self) -> bool:
            asked.append("is it a terminal")
            return terminal

    monkeypatch.setattr(sys, "__stdout__", Output())
    monkeypatch.setattr(portrait, "find_spec", lambda name: asked.append(name))
    prepare_portraits()
    assert asked == ["is it a terminal", "textual_image"][: 1 + terminal]


@pytest.mark.parametrize(
    ("face", "shown"),
    [
        ("mira.png", True),
        ("faces/mira.png", True),
        ("../outside.png", False),
        ("/etc/passwd", False),
        ("link.png", False),
        ("", False),
    ],
)
def test_a_portrait_stays_in_the_folder_of_the_world(tmp_path: Path, face: str, shown: bool) -> None:
    folder = tmp_path / "world"
    (folder / "faces").mkdir(parents=True)
    picture(tmp_path, "outside.png")
    for name in ("mira.png", "faces/mira.png"):
        picture(folder, name)
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    found = PersonSheet(state_with(face), "mira", folder=folder).portrait()
    assert (found is not None) is shown
    assert found is None or found.is_relative_to(folder.resolve())


def test_without_the_files_of_the_world_there_is_no_portrait() -> None:
    assert PersonSheet(state_with("mira.png"), "mira", folder=None).portrait() is None
