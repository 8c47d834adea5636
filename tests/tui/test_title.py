"""The title screen and the wizard when files are not as they should be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rpg.session.session import Session
from rpg.tui.title import TitleScreen
from rpg.tui.wizard.screen import Wizard
from tests.tui.conftest import MakeApp
from tests.tui.game import begun
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import press, session_of

BROKEN = """[world]
name = "Broken [b]World[/b]"
start = "nowhere"

[locations.quay]
name = "Quay"
"""


async def test_a_file_that_is_no_save_is_listed_with_the_reason(make_app: MakeApp) -> None:
    app = make_app()
    begun(app.services)
    (app.services.paths.saves / "junk[b].rpg").write_bytes(b"no save at all" * 100)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "junk[b]" in screen_text(app)
        assert "Test Harbour" in screen_text(app)
        await press(pilot, "end", "enter")
        await press(pilot, "up", "enter")
        assert len(app.screen_stack) <= 3


async def test_a_save_that_another_game_has_open_names_it_and_stays_on_the_title(make_app: MakeApp) -> None:
    app = make_app()
    path = begun(app.services)
    held = Session.open(path, app.services)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "enter")
            assert isinstance(app.screen, TitleScreen)
            assert "first" in screen_text(app)
    finally:
        held.save.close()


async def test_a_broken_world_says_where_and_the_wizard_goes_on(make_app: MakeApp, tmp_path: Path) -> None:
    folder = tmp_path / "worlds"
    folder.mkdir()
    (folder / "broken.toml").write_text(BROKEN)
    app = make_app()
    app.services = replace(app.services, paths=replace(app.services.paths, worlds=(folder,)))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n", "enter")
        assert isinstance(app.screen, Wizard)
        assert "broken.toml:3" in "".join(screen_text(app).replace("│", "").split())
        assert "Broken [b]World[/b]" in screen_text(app)


async def test_a_world_named_on_the_command_line_begins_its_wizard(make_app: MakeApp) -> None:
    app = make_app()
    app._target = "rain"
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, Wizard)
        assert "你从哪里上岸？" in screen_text(app)


async def test_the_wizard_goes_back_step_by_step_and_out(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n", "enter", "enter")
        assert "Where did you come ashore" in screen_text(app)
        await press(pilot, "escape")
        assert "How shall it begin?" in screen_text(app)
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_premise_is_asked_for_where_there_is_an_earlier_story(make_app: MakeApp) -> None:
    app = make_app()
    begun(app.services, "first")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n", *["enter"] * 3)
        assert "from an earlier story" in screen_text(app)
        await press(pilot, *"an old debt", *["enter"] * 2)
        assert "Enter begin" in screen_text(app)
        await press(pilot, "enter")
        assert session_of(app).state.premise == "an old debt"


async def test_a_name_that_is_taken_or_unsafe_is_asked_again(make_app: MakeApp) -> None:
    app = make_app()
    begun(app.services, "first")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n", *["enter"] * 5)
        for name in ("first", "../evil"):
            app.screen.query_one("Input").value = name  # type: ignore[attr-defined]
            await press(pilot, "enter")
            assert isinstance(app.screen, Wizard)
        assert sorted(path.name for path in app.services.paths.saves.iterdir() if path.suffix == ".rpg") == [
            "first.rpg"
        ]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The folder for saves cannot be made"), ("zh", "无法建立存档文件夹")]
)
async def test_a_folder_that_cannot_be_written_is_told_with_a_way_out(
    make_app: MakeApp, tmp_path: Path, language: str, said: str
) -> None:
    app = make_app(language)
    blocked = tmp_path / "home"
    blocked.write_text("a file where the folder was to be", "utf-8")
    paths = replace(app.services.paths, saves=blocked / "saves", config=blocked / "config")
    config = replace(app.services.config, file=blocked / "config" / "config.toml")
    app.services = replace(app.services, paths=paths, config=config)
    async with app.run_test(size=(80, 24)) as pilot:
        worn = app.theme
        await press(pilot, "ctrl+l")  # a look that cannot be kept is worn all the same
        assert app.theme != worn
        assert any("config.toml" in one.message for one in app._notifications)
        await press(pilot, "n", *["enter"] * 6)
        assert isinstance(app.screen, Wizard)
        text = "".join(screen_text(app).replace("│", "").split())
        assert said.replace(" ", "") in text
        assert "RPG_SAVES" in text
