"""Portraits: shown where the extra is there and the file is a picture of the world's own, else left out."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest
from textual.widgets import Static

from rpg.runtime.index import index_world
from rpg.runtime.state import State, initial_state
from rpg.tui.dialogs import portrait
from rpg.tui.dialogs.person import PersonSheet
from rpg.tui.dialogs.portrait import LARGEST, portrait_widget
from rpg.world.load import load_world
from tests.tui.game import WORLDS


class Picture(Static):
    """Stands in for the widget of textual-image. It reads its file, as that does."""

    def __init__(self, file: str) -> None:
        if not Path(file).read_bytes().startswith(b"\x89PNG"):
            raise ValueError("no picture")
        super().__init__(file)


@pytest.fixture
def extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra `images` is installed."""
    package, widget = ModuleType("textual_image"), ModuleType("textual_image.widget")
    package.__spec__ = ModuleSpec("textual_image", None)
    widget.Image = Picture  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "textual_image", package)
    monkeypatch.setitem(sys.modules, "textual_image.widget", widget)


def picture(folder: Path, name: str = "mira.png") -> Path:
    file = folder / name
    file.write_bytes(b"\x89PNG")
    return file


def state_with(face: str) -> State:
    world = load_world(WORLDS / "harbour.toml").world
    mira = replace(world.characters["mira"], portrait=face)
    return initial_state(index_world(replace(world, characters={**world.characters, "mira": mira})))


def test_a_picture_is_shown_where_the_extra_is_there(extra: None, tmp_path: Path) -> None:
    assert isinstance(portrait_widget(picture(tmp_path)), Picture)


def test_without_the_extra_the_sheet_stands_without_a_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(portrait, "find_spec", lambda _name: None)
    assert portrait_widget(picture(tmp_path)) is None


def test_what_is_no_picture_or_too_large_is_left_out(extra: None, tmp_path: Path) -> None:
    words = tmp_path / "words.png"
    words.write_text("not a picture", "utf-8")
    huge = picture(tmp_path, "huge.png")
    with huge.open("r+b") as file:
        file.truncate(LARGEST + 1)
    assert portrait_widget(words) is None
    assert portrait_widget(huge) is None
    assert portrait_widget(tmp_path) is None
    assert portrait_widget(tmp_path / "none.png") is None


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
