"""Terminals that can do less: other encodings, few colours, no colours."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.style import Style
from textual.widgets._toast import Toast

from rpg.narrator.protocol import Narrator
from rpg.narrator.scripted import ScriptedNarrator, Turn, Wait
from rpg.session.errors import SessionError
from rpg.text.cells import cell_width
from rpg.text.signs import plain_sign, prepare_output
from rpg.tui.dialogs.portrait import portrait_widget
from rpg.tui.play.screen import PlayScreen
from rpg.tui.themes import first_theme
from tests.tui.conftest import MakeApp
from tests.tui.screens import GOLDEN, rows, screen_text, settle
from tests.tui.test_journeys import here, play_screen, press, say, session_of


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("latin-1", b"+- Map -+|* Mira \xb7 ?? >"),
        ("ascii", b"+- Map -+|* Mira . ?? >"),
        ("utf-8", "╭─ Map ─╮│● Mira · 雨 ❯".encode()),
    ],
)
def test_a_terminal_without_drawing_characters_gets_plain_signs(encoding: str, shown: bytes) -> None:
    buffer = io.BytesIO()
    stream = io.TextIOWrapper(buffer, encoding=encoding, errors="backslashreplace")
    assert prepare_output(stream) is (encoding != "utf-8")
    stream.write("╭─ Map ─╮│● Mira · 雨 ❯")
    stream.flush()
    assert buffer.getvalue() == shown


@given(st.characters(exclude_categories=["Cs", "Cc"]))
def test_a_sign_takes_the_cells_of_what_it_stands_for(character: str) -> None:
    assert len(plain_sign(character)) == cell_width(character)
    assert plain_sign(character).isascii()


@pytest.mark.parametrize(
    ("chosen", "colours", "theme"),
    [
        (None, "truecolor", "dark"),
        (None, "standard", "contrast"),
        (None, None, "dark"),
        ("light", "standard", "light"),
        ("no such", "256", "dark"),
    ],
)
def test_few_colours_begin_with_high_contrast_unless_the_player_chose(
    chosen: str | None, colours: str | None, theme: str
) -> None:
    assert first_theme(chosen, colours) == theme


async def test_without_colours_nothing_is_coloured_and_everything_is_said(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        await press(pilot, "alt+t")
        assert "●" in screen_text(app)
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                color = segment.style.color if segment.style else None
                triplet = color.get_truecolor() if color is not None and not color.is_default else None
                assert triplet is None or max(triplet) - min(triplet) < 40


def test_a_portrait_is_an_ornament(tmp_path: Path) -> None:
    broken = tmp_path / "portrait.png"
    broken.write_bytes(b"not a picture")
    assert portrait_widget(None) is None
    assert portrait_widget(tmp_path / "none.png") is None
    assert portrait_widget(broken) is None


OWN_SIGNS = sorted(
    {
        character
        for golden in GOLDEN.glob("*-en-*.txt")
        for character in golden.read_text("utf-8")
        if not character.isascii() and cell_width(character) == 1
    }
)


@pytest.mark.parametrize("sign", OWN_SIGNS)
def test_every_sign_of_the_screens_has_a_plain_one(sign: str) -> None:
    assert plain_sign(sign) != "?"


def seen(style: Style) -> bool:
    """Whether text in this style can be told from its ground on a terminal of 16 colours."""
    if style.color is None or style.bgcolor is None or style.color.is_default or style.bgcolor.is_default:
        return True
    front, back = (color.downgrade(ColorSystem.STANDARD) for color in (style.color, style.bgcolor))
    return front.number != back.number


@pytest.mark.parametrize("theme", ["contrast", "contrast-light"])
async def test_sixteen_colours_leave_nothing_invisible(make_app: MakeApp, theme: str) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        app.theme = theme
        await settle(pilot)
        await say(pilot, "go to the market")
        for key in ("ctrl+t", "f2", "f4", "alt+t", "alt+s", "f10"):
            below = screen_text(app)
            await press(pilot, key)
            hidden = {
                segment.text
                for row in rows(app)
                for segment in row
                if segment.text.strip() and segment.style is not None and not seen(segment.style)
            }
            # what a dialog lies over may fade
            assert not {text for text in hidden if any(map(str.isalnum, text)) and text not in below}, key
            await press(pilot, "escape")


@pytest.mark.parametrize("size", [(20, 8), (20, 24), (300, 60)])
async def test_a_whole_turn_is_played_on_the_narrowest_and_the_widest_screen(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, "ctrl+t", *"market", "enter")
        assert here(app) == "market"
        await say(pilot, "look around")
        text = screen_text(app)
        assert max(cell_width(line) for line in text.splitlines()) <= size[0]
        chat = play_screen(app).chat
        assert chat.size.width <= size[0]
        assert max(cell_width(line) for line in chat_lines(text, size)) <= 90


def chat_lines(text: str, size: tuple[int, int]) -> list[str]:
    """The lines of the story: on a wide screen what stands between the side panes."""
    lines = text.splitlines()[1:-3]
    return (
        [line.split("│")[1].strip() if line.count("│") >= 2 else "" for line in lines]
        if size[0] > 100
        else lines
    )


async def test_a_reply_goes_on_while_the_terminal_changes_its_size(make_app: MakeApp) -> None:
    wait = Wait(asyncio.Event(), asyncio.Event())
    told = "The rain goes on. " * 12 + "\n\nThen it stops."
    narrator = ScriptedNarrator([Turn(text=told, wait=wait, wait_after=60)])
    app = make_app(narrator=narrator, playing=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("wait")
        await pilot.press("enter")
        assert wait.reached is not None
        await wait.reached.wait()
        for size in ((40, 12), (20, 10), (200, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            play_screen(app).chat.flush()
            await pilot.pause()
            assert "rain" in screen_text(app)
            assert all(cell_width(line) <= size[0] for line in screen_text(app).splitlines())
        wait.event.set()
        await settle(pilot)
        assert "Then it stops." in screen_text(app)
        assert " ".join(session_of(app).log(2, 3)[0].text.split()) == " ".join(told.split())


async def test_a_notice_leaves_the_place_to_type_free(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        app.notify("The disk is full. " * 12)
        await settle(pilot)
        toast = app.screen.query_one(Toast)
        assert toast.region.area
        assert toast.region.bottom <= play_screen(app).prompt.region.y


@pytest.mark.parametrize(
    ("width", "layout"), [(80, "-narrow"), (99, "-narrow"), (100, "-wide"), (300, "-wide")]
)
async def test_the_first_paint_has_the_layout_of_the_window(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, width: int, layout: str
) -> None:
    painted: list[frozenset[str]] = []
    monkeypatch.setattr(PlayScreen, "on_mount", lambda screen: painted.append(screen.classes))
    app = make_app(playing=True)
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
    assert layout in painted[0]
    assert not {"-narrow", "-wide"} - {layout} & painted[0]


async def test_a_narrator_that_is_none_is_told_and_the_story_stays(make_app: MakeApp) -> None:
    app = make_app(playing=True)
    app.services = replace(app.services, narrator=no_narrator)
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(pilot)
        await say(pilot, "look around")
        assert "is no narrator" in screen_text(app)
        assert session_of(app).log_length == 1 or session_of(app).unanswered() is not None


def no_narrator(_spec: object, _settings: object, _language: object) -> Narrator:
    raise SessionError("unknown_narrator", spec="bogus")


@pytest.mark.parametrize("rows", [2, 3, 5, 8])
async def test_however_low_the_window_what_is_typed_is_seen_while_a_reply_comes(
    make_app: MakeApp, rows: int
) -> None:
    wait = Wait(asyncio.Event(), asyncio.Event())
    app = make_app(
        narrator=ScriptedNarrator([Turn(text="Rain and rain.", wait=wait, wait_after=4)]), playing=True
    )
    async with app.run_test(size=(40, rows)) as pilot:
        await pilot.pause()
        await pilot.press(*"go", "enter")
        assert wait.reached is not None
        await wait.reached.wait()
        await pilot.pause()
        await pilot.press(*"next")
        assert "next" in screen_text(app)
        await press(pilot, "escape")


async def test_words_that_cannot_be_saved_are_left_in_the_terminal(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[object] = []
    app = make_app(playing=True)
    monkeypatch.setattr(app, "exit", lambda message=None: left.append(message))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        play_screen(app).prompt.put("half a thought")
        session_of(app).save.path.unlink()
        await app.action_quit()
    assert "half a thought" in str(left[0])
