"""Terminals that can do less: other encodings, few colours, no colours."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg.text.cells import cell_width
from rpg.text.signs import plain_sign, prepare_output
from rpg.tui.dialogs.portrait import portrait_widget
from rpg.tui.themes import first_theme
from tests.tui.conftest import MakeApp
from tests.tui.screens import screen_text, settle
from tests.tui.test_journeys import press, say


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
