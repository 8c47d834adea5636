"""Saves are renamed, copied and deleted from the title."""

from __future__ import annotations

from rpg.store.filing import TRASH
from rpg.tui.title import TitleScreen
from tests.tui.conftest import MakeApp
from tests.tui.game import begun
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import play_screen, press


async def test_a_save_is_renamed_copied_and_deleted(make_app: MakeApp) -> None:
    app = make_app()
    folder = begun(app.services).parent
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "E rename, copy, delete" in screen_text(app)
        await press(pilot, "e", "down", "enter", "ctrl+u", *"tide", "enter")
        assert [path.name for path in folder.iterdir()] == ["tide.rpg"]
        await press(pilot, "E", "down", "down", "enter", "enter")
        assert sorted(path.name for path in folder.iterdir()) == ["tide 2.rpg", "tide.rpg"]
        await press(pilot, "delete", "end", "enter", "enter")
        assert len([path for path in folder.iterdir() if path.suffix == ".rpg"]) == 2  # “Keep it” comes first
        await press(pilot, "e", "end", "enter", "end", "enter")
        assert len([path for path in folder.iterdir() if path.suffix == ".rpg"]) == 1
        assert len(list((folder / TRASH).iterdir())) == 1
        assert isinstance(app.screen, TitleScreen)


async def test_a_name_that_cannot_be_stays_to_be_mended(make_app: MakeApp) -> None:
    app = make_app()
    folder = begun(app.services).parent
    begun(app.services, "other")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "end", "e", "down", "enter", "ctrl+u", *"a/b", "enter")
        assert "cannot be called that" in screen_text(app)
        await press(pilot, "ctrl+u", *"other", "enter")
        await press(pilot, "ctrl+u", *"first", "enter")
        await press(pilot, "escape")
        assert sorted(path.name for path in folder.iterdir()) == ["first.rpg", "other.rpg"]


async def test_playing_on_is_in_the_menu_and_the_menu_is_for_saves_alone(make_app: MakeApp) -> None:
    app = make_app()
    begun(app.services)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "home", "e")
        assert isinstance(app.screen, TitleScreen)
        assert "E rename" not in screen_text(app)
        await press(pilot, "end", "e", "enter")
        assert play_screen(app)
