"""The player's own editor: a script that stands in for one, and what comes of what it wrote."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rpg.tui.application import RpgApp
from rpg.tui.outside import edit_outside
from rpg.tui.play.screen import PlayScreen
from rpg.world.entrytext import Spot
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import play_screen, press, session_of
from tests.tui.test_lore import own_world as own_world

SCRIPT = """
import sys
from pathlib import Path
*_, file = sys.argv
text = Path(file).read_text("utf-8")
Path(file).write_text(text.replace({before!r}, {after!r}), "utf-8")
"""


def edits(app: RpgApp, monkeypatch: pytest.MonkeyPatch, folder: Path, before: str, after: str) -> None:
    """Give the player an editor that replaces `before` by `after`, and a terminal that can be lent to it."""
    script = folder / "editor with a space.py"
    script.write_text(SCRIPT.format(before=before, after=after), "utf-8")
    environ = {"EDITOR": f"'{sys.executable}' '{script}'"}
    app.services = replace(app.services, environ=environ)
    monkeypatch.setattr(RpgApp, "suspend", lambda _app: nullcontext())


async def open_mira(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press(pilot, "f3", "enter", "o", "enter")


async def test_what_was_edited_is_offered_and_taken_into_the_story(
    own_world: tuple[RpgApp, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app, file = own_world
    edits(app, monkeypatch, tmp_path, "Grey coat", "Red coat")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, *"half")
        await open_mira(pilot)
        assert "Red coat" in file.read_text("utf-8")
        await press(pilot, "down", "enter")  # take it
        assert play_screen(app).prompt.text == "half"
        await press(pilot, "f3", "enter")
        assert "Red coat" in screen_text(app)
        await press(pilot, "escape", "f8")
        await press(pilot, "f3", "enter")
        assert "Grey coat" in screen_text(app)


async def test_what_was_edited_may_wait(
    own_world: tuple[RpgApp, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app, _ = own_world
    edits(app, monkeypatch, tmp_path, "Grey coat", "Red coat")
    async with app.run_test(size=(80, 24)) as pilot:
        await open_mira(pilot)
        await press(pilot, "escape")
        await press(pilot, "f3", "enter")
        assert "Grey coat" in screen_text(app)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('start = "quay"', 'start = "nowhere"', "nowhere"),
        ("[characters.mira]", "[characters.mira", "harbour.toml:"),
    ],
)
async def test_what_was_edited_and_cannot_be_played_is_listed_with_its_place(
    own_world: tuple[RpgApp, Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    before: str,
    after: str,
    said: str,
) -> None:
    app, _ = own_world
    edits(app, monkeypatch, tmp_path, before, after)
    async with app.run_test(size=(80, 24)) as pilot:
        await open_mira(pilot)
        assert "cannot be played" in screen_text(app)
        assert said in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)
        assert session_of(app).world.start == "quay"


async def test_an_editor_that_is_not_there_is_named(
    own_world: tuple[RpgApp, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = own_world
    app.services = replace(app.services, environ={"VISUAL": "no-such-editor --wait"})
    monkeypatch.setattr(RpgApp, "suspend", lambda _app: nullcontext())
    async with app.run_test(size=(80, 24)) as pilot:
        await open_mira(pilot)
        assert any("no-such-editor" in one.message for one in app._notifications)


async def test_the_terminal_is_lent_for_as_long_as_the_editor_runs(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app, events = make_app(), []
    spot = Spot(tmp_path / "a b.toml", 3)

    @contextmanager
    def suspend(_app: RpgApp) -> Iterator[None]:
        events.append("given")
        yield
        events.append("taken back")

    def run(command: list[str], check: bool) -> None:
        events.append(" ".join(command))

    monkeypatch.setattr(RpgApp, "suspend", suspend)
    monkeypatch.setattr("rpg.tui.outside.subprocess.run", run)
    async with app.run_test():
        assert edit_outside(app, spot, {"EDITOR": "vi"})
    assert events == ["given", f"vi +3 {spot.file}", "taken back"]
