"""Journeys through the app by keyboard: begin, play, travel, take back, leave, come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.events import Key
from textual.pilot import Pilot

from rpg.session.session import Session
from rpg.tui.application import RpgApp
from rpg.tui.map.view import MapView
from rpg.tui.play.screen import PlayScreen
from rpg.tui.title import TitleScreen
from rpg.tui.wizard.screen import Wizard
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle


def play_screen(app: RpgApp) -> PlayScreen:
    screen = app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def session_of(app: RpgApp) -> Session:
    return play_screen(app).session


def here(app: RpgApp) -> str:
    return session_of(app).state.player_location


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


async def say(pilot: Pilot[None], words: str) -> None:
    app = pilot.app
    assert isinstance(app, RpgApp)
    play_screen(app).prompt.put(words)
    await press(pilot, "enter")


async def walk(pilot: Pilot[None], view: MapView, to: str) -> None:
    """Take the cursor of the map to a place by arrow keys and press Enter."""
    keys = {(1, 0): "right", (-1, 0): "left", (0, 1): "down", (0, -1): "up"}
    paths: list[tuple[str, list[str]]] = [(view.cursor or "", [])]
    seen = {view.cursor}
    for place, path in paths:
        if place == to:
            await press(pilot, *path, "enter")
            return
        for (dx, dy), key in keys.items():
            following = view.chart.neighbour(place, dx, dy)
            if following and following not in seen:
                seen.add(following)
                paths.append((following, [*path, key]))
    raise AssertionError(f"{to} cannot be reached by arrow keys")


async def test_from_the_title_through_a_story_and_back_to_the_same_place(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n")
        assert isinstance(app.screen, Wizard)
        await press(pilot, "enter")  # the world
        await press(pilot, "down", "enter")  # the second opening
        await press(pilot, "enter")  # the question's default
        await press(pilot, "enter")  # the narrator
        await press(pilot, "enter")  # the name
        assert "You wake in the tavern" in screen_text(app)
        assert session_of(app).state.answers() == {"origin": "the salt road"}
        await say(pilot, "go to the market")
        assert here(app) == "market"
        assert "Fish Market" in screen_text(app).splitlines()[0]
        story = session_of(app).head_state.hash
        await press(pilot, "f10")
        assert isinstance(app.screen, TitleScreen)
        assert "Test Harbour" in screen_text(app)
        await press(pilot, "enter")
        assert session_of(app).head_state.hash == story
        assert here(app) == "market"


async def test_the_same_journey_in_chinese(make_app: MakeApp) -> None:
    app = make_app("zh")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        for _ in range(5):
            await press(pilot, "enter")
        await say(pilot, "去鱼市")
        assert here(app) == "market"
        assert "鱼市" in screen_text(app).splitlines()[0]


async def test_travel_by_menu_with_a_companion(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+t", *"mark")
        assert "☐ Mira Vale" in screen_text(app)
        await press(pilot, "tab", "space")
        assert "☑ Mira Vale" in screen_text(app)
        await press(pilot, "down", "space", "space")
        assert "☐ Tomas" in screen_text(app)
        await press(pilot, "enter")
        assert here(app) == "market"
        assert "mira" in session_of(app).state.positioned("market")
        assert "tomas" not in session_of(app).state.positioned("market")


async def test_a_place_that_cannot_be_reached_is_refused_with_its_reason(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "go to the market")
        await press(pilot, "ctrl+t", *"vault", "enter", "enter")
        assert "rusted shut" in screen_text(app)
        assert len(app._notifications) == 1  # said again, it is not shown twice
        await press(pilot, "escape")
        assert here(app) == "market"


async def test_travel_by_map_and_by_the_number_of_an_exit(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        view = play_screen(app).query_one(MapView)
        view.focus()
        await walk(pilot, view, "tavern")
        assert here(app) == "tavern"
        await press(pilot, "alt+1")
        assert here(app) == "market"


async def test_every_way_of_travelling_leads_to_the_same_state(make_app: MakeApp) -> None:
    async def state_after(act: Callable[[Pilot[None]], object]) -> str:
        app = make_app(playing=True)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await act(pilot)  # type: ignore[misc]
            state = session_of(app).head_state.hash
            await press(pilot, "f10")
        for path in app.services.paths.saves.iterdir():
            path.unlink()
        return state

    by_menu = await state_after(lambda pilot: press(pilot, "ctrl+t", *"market", "enter"))
    by_exit = await state_after(lambda pilot: press(pilot, "alt+1"))
    by_word = await state_after(lambda pilot: say(pilot, "go to the market"))
    assert by_menu == by_exit == by_word


async def test_retry_replies_undo_and_redo(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await press(pilot, "ctrl+r")
        assert "‹2/2›" in screen_text(app)
        await press(pilot, "alt+left")
        assert "‹1/2›" in screen_text(app)
        await press(pilot, "alt+right")
        assert "‹2/2›" in screen_text(app)
        await press(pilot, "f8", "f8", "f8", "f8")
        assert play_screen(app).prompt.text == "look around"
        assert len(play_screen(app).source) == 1
        await press(pilot, "f9", "f9")
        assert "‹2/2›" in screen_text(app)


async def test_a_message_menu_goes_back_to_that_message(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await say(pilot, "go to the market")
        play_screen(app).chat.focus()
        await press(pilot, "ctrl+up", "ctrl+up", "ctrl+up", "enter")
        await press(pilot, "down", "enter")
        assert here(app) == "quay"
        assert len(play_screen(app).source) == 3


async def test_people_open_without_their_secrets(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f3", "enter")
        text = screen_text(app)
        assert "Grey coat, short answers." in text
        assert "sank" not in text
        assert "ledger" not in text
        await press(pilot, "escape")
        assert isinstance(app.screen, PlayScreen)


async def test_words_are_found_in_the_story(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await press(pilot, "ctrl+f", *"ferry", "enter")
        assert play_screen(app).chat.chosen == 0
        await press(pilot, "escape", "escape")
        assert app.focused is play_screen(app).prompt


async def test_the_palette_lists_what_can_be_done_and_does_it(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+p")
        assert "Travel to a place you know" in screen_text(app)
        assert "Ask for another reply" not in screen_text(app)
        await press(pilot, *"travel to")
        await press(pilot, "enter")
        assert "Where to?" in screen_text(app)


async def test_the_language_changes_at_once_and_for_good(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("half a thought")
        await press(pilot, "f12")
        assert "出行" in screen_text(app)
        assert play_screen(app).prompt.text == "half a thought"
        assert app.services.config.get("language") == "zh"
        await press(pilot, "f10")
        assert "新故事" in screen_text(app)


async def test_settings_are_changed_by_keyboard(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "down", "enter")
        await press(pilot, "down", "enter")
        assert app.theme == "light"
        assert 'theme = "light"' in app.services.config.file.read_text()
        await press(pilot, "ctrl+l")
        await settle(pilot)
        assert "Theme: high contrast, dark" in screen_text(app)


async def test_a_value_that_a_setting_cannot_have_stays_to_be_mended(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "home", *["down"] * 6, "enter", "x", "enter")
        shown = screen_text(app)
        assert "60x" in shown
        assert "may be: 1–3,600 seconds" in shown
        await press(pilot, "backspace", "0", "enter")
        assert app.services.config.get("wire.idle") == 600
        assert "600 seconds" in screen_text(app)


@pytest.mark.parametrize(
    "opened", [("alt+c",), ("f3",), ("ctrl+p",), ("f11",), ("f1",), ("alt+t",), ("ctrl+t",)]
)
@pytest.mark.parametrize("again", ["enter", "escape"])
async def test_a_key_pressed_too_often_leaves_nothing_below(
    make_app: MakeApp, opened: tuple[str, ...], again: str
) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press(*opened)
        await pilot.pause()
        for _ in range(4):
            app.post_message(Key(again, None))
        await settle(pilot)
        assert any(isinstance(screen, PlayScreen) for screen in app.screen_stack)


async def test_answers_pressed_too_fast_answer_no_later_question(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for key in ("n", *["enter"] * 9):
            app.post_message(Key(key, key if key == "n" else None))
        await settle(pilot)
        assert app.is_running


async def test_a_long_opening_is_read_from_its_first_line(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 8)) as pilot:
        await settle(pilot)
        assert "The ferry puts you off" in screen_text(app)


async def test_the_drawer_makes_room_for_what_is_told(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, "f5", "alt+1")
        assert "-drawer" not in app.screen.classes
        assert play_screen(app).chat.region.area
        await press(pilot, "ctrl+o")
        assert play_screen(app).query_one(MapView).region.area


async def test_the_help_of_a_panel_is_that_of_the_story(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 60)) as pilot:
        await settle(pilot)
        await press(pilot, "alt+t", "f1")
        assert "Travel to a place you know" in screen_text(app)
        lines = screen_text(app).splitlines()
        assert any("Timeline" in line for line in lines)
        assert any("L name" in line for line in lines), "the keys of the panel stand first"
