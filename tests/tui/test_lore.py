"""The lore inspector: tried out, switched, written back; and the world's files while they are played."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rpg.tui.application import RpgApp
from rpg.tui.outside import editor_command
from rpg.world.entrytext import Spot
from tests.tui.conftest import MakeApp
from tests.tui.game import WORLDS
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import here, play_screen, press, say, session_of


@pytest.fixture
def own_world(make_app: MakeApp, tmp_path: Path) -> tuple[RpgApp, Path]:
    """An app in a story whose world is a file that may be written."""
    folder = tmp_path / "worlds"
    folder.mkdir()
    file = folder / "harbour.toml"
    shutil.copy(WORLDS / "harbour.toml", file)
    app = make_app(playing=True)
    app.services = replace(app.services, paths=replace(app.services.paths, worlds=(folder,)))
    return app, file


async def test_a_test_text_shows_what_it_would_bring_in(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f4")
        assert "0 of 3 entries" in screen_text(app)
        await press(pilot, "shift+tab", *"the ledger", "enter")
        assert "1 of 3 entries" in screen_text(app)
        assert "● The harbour ledger" in screen_text(app)
        assert play_screen_text(app) == ""


def play_screen_text(app: RpgApp) -> str:
    return next(screen for screen in app.screen_stack if hasattr(screen, "prompt")).prompt.text


async def test_an_entry_is_switched_off_for_this_story_alone(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("the ledger")
        await press(pilot, "f4", "space")
        assert "0 of 3 entries" in screen_text(app)
        await press(pilot, "enter", "enter", "escape")
        assert session_of(app).settings.values["lore.on.town.ledger"] is True


async def test_text_and_keys_are_written_with_comments_and_order_kept(own_world: tuple[RpgApp, Path]) -> None:
    app, file = own_world
    before = file.read_text("utf-8")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("the ledger")
        await press(pilot, "f4", "enter", "down", "down", "enter", "down", "down", "end", "!", "ctrl+s")
        assert file.read_text("utf-8") == before.replace("some that never did.", "some that never did.!")
        await press(pilot, "enter", *["down"] * 3, "enter", *"; book", "enter")
        after = file.read_text("utf-8")
        assert 'keys = ["ledger", "accounts", "book"]   # what it is called' in after
        await press(pilot, "escape", "down", "enter")
        assert session_of(app).world.lorebooks["town"].entries["ledger"].keys == (
            "ledger",
            "accounts",
            "book",
        )


async def test_a_watched_world_comes_in_by_itself_and_its_problems_are_listed(
    own_world: tuple[RpgApp, Path],
) -> None:
    app, file = own_world
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+w")
        await say(pilot, "go to the market")
        play_screen(app).prompt.put("half a thought")
        text = file.read_text("utf-8")
        file.write_text(text.replace('"Test Harbour"', '"Tested Harbour, anew"'), "utf-8")
        play_screen(app).look_at_world()
        await settle(pilot)
        assert session_of(app).world.name == "Tested Harbour, anew"
        assert "Tested Harbour, anew ─ Fish Market" in screen_text(app)
        assert here(app) == "market"
        assert play_screen(app).prompt.text == "half a thought"
        file.write_text(text.replace('start = "quay"', 'start = "nowhere at all"'), "utf-8")
        play_screen(app).look_at_world()
        await settle(pilot)
        assert "cannot be played" in screen_text(app)
        assert "harbour.toml" in screen_text(app)
        await press(pilot, "s")
        assert play_screen(app).prompt.text == "half a thoughts", "nobody is interrupted"
        assert session_of(app).world.name == "Tested Harbour, anew"
        file.write_text(text.replace('"Test Harbour"', '"Tested Harbour, anew"'), "utf-8")
        play_screen(app).look_at_world()
        await settle(pilot)
        assert "cannot be played" not in screen_text(app)


async def test_where_no_editor_can_be_opened_the_place_is_told(own_world: tuple[RpgApp, Path]) -> None:
    app, file = own_world
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await press(pilot, "f3", "enter", "O")
        assert "the author's own text, secrets too" in " ".join(screen_text(app).replace("│", " ").split())
        await press(pilot, "enter")
        line = file.read_text("utf-8").splitlines().index("[characters.mira]") + 1
        told = [one.message for one in app._notifications]
        assert any(f"{file}, line {line}" in one for one in told)


@pytest.mark.parametrize(
    ("environ", "command"),
    [
        ({"EDITOR": "nvim -p"}, ["nvim", "-p", "+7", "/w/a b.toml"]),
        ({"VISUAL": "code --wait", "EDITOR": "vi"}, ["code", "--wait", "/w/a b.toml"]),
        ({"EDITOR": "/usr/bin/nano"}, ["/usr/bin/nano", "+7", "/w/a b.toml"]),
        ({}, ["vi", "+7", "/w/a b.toml"]),
        ({"EDITOR": "  "}, ["vi", "+7", "/w/a b.toml"]),
    ],
)
def test_the_players_editor_is_started_at_the_line(
    environ: dict[str, str], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rpg.tui.outside.shutil.which", lambda _name: None)
    assert editor_command(Spot(Path("/w/a b.toml"), 7), environ) == command


def test_without_one_the_simplest_editor_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rpg.tui.outside.shutil.which", lambda name: f"/bin/{name}")
    assert editor_command(Spot(Path("/w/a.toml"), 7), {}) == ["nano", "+7", "/w/a.toml"]


@pytest.mark.parametrize("author", [False, True])
async def test_a_player_is_warned_of_what_the_lore_tells_and_an_author_is_not(
    make_app: MakeApp, author: bool
) -> None:
    app = make_app(playing=True)
    app._author = author
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f4")
        assert ("secrets too" in screen_text(app)) != author


async def test_books_of_the_library_take_part_and_are_written_back(
    own_world: tuple[RpgApp, Path],
) -> None:
    app, _ = own_world
    file = app.services.paths.data / "lorebooks" / "sea.toml"
    file.parent.mkdir(parents=True)
    entry = "keys = ['kraken']\ncontent = 'It sleeps.'   # for now"
    file.write_text(
        f"[lorebooks.sea]\nname = 'Sea beasts'\n[lorebooks.sea.entries.kraken]\n{entry}\n", "utf-8"
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("the kraken")
        await press(pilot, "f4", "b")
        assert "○ Sea beasts" in screen_text(app)
        await press(pilot, "enter")
        assert "1 of 4 entries" in screen_text(app)
        await press(pilot, "up", "enter", "down", "down", "enter", "end", "!", "ctrl+s")
        assert "# for now" in file.read_text("utf-8")
        assert "It sleeps.!" in screen_text(app)
        await press(pilot, "b", "enter")
        assert "0 of 3 entries" in screen_text(app)
