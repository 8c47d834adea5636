"""Screens as text and as pictures: what the composed strips hold, cell by cell.

Golden screens live in `tests/tui/golden`; to write them anew after a wanted change:

    RPG_GOLDEN=write python -m pytest tests/tui/test_golden.py

and look at the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot

from rpg.text.cells import cell_width, clusters

GOLDEN = Path(__file__).parent / "golden"
WAITING = frozenset({"dialog", "wizard", "approval"})
"""Groups of workers that wait for the player and not for the machine."""

SMALL, LARGE = (80, 24), (120, 40)
"""Columns and rows at which every screen is looked at."""

CELL, LINE = 8.43, 18


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no worker runs and everything is painted; never by the clock."""
    for _ in range(3):
        await pilot.pause()
        working = [worker for worker in pilot.app.workers if worker.group not in WAITING]
        if working:
            await pilot.app.workers.wait_for_complete(working)
    await pilot.pause()


def rows(app: App[None]) -> list[list[Segment]]:
    """The segments of every row of the screen, dialogs included."""
    visible_screen_stack.set(app._background_screens)
    return [list(strip) for strip in app.screen._compositor.render_strips()]


def screen_text(app: App[None]) -> str:
    """The screen as text, one line a row, no spaces at line ends."""
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows(app)) + "\n"


def check_golden(app: App[None], name: str) -> None:
    """Compare the screen with its golden text."""
    path, shown = GOLDEN / f"{name}.txt", screen_text(app)
    if os.environ.get("RPG_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, "utf-8")
    assert shown.splitlines() == path.read_text("utf-8").splitlines(), f"{name} is painted otherwise"


async def check_sizes(pilot: Pilot[None], name: str, *, still: bool = False) -> None:
    """Compare the screen with its golden texts at both sizes; it stays at the other size afterwards.

    still: whether a reply stands still, so that nothing can be waited for.
    """
    check_golden(pilot.app, f"{name}-{pilot.app.size.width}")
    await pilot.resize_terminal(*(LARGE if tuple(pilot.app.size) == SMALL else SMALL))
    await (pilot.pause() if still else settle(pilot))
    check_golden(pilot.app, f"{name}-{pilot.app.size.width}")


def picture(app: App[None]) -> str:
    """The screen as SVG, every character on its own cell, so that any font shows it straight."""
    lines = rows(app)
    width = max(sum(segment.cell_length for segment in row) for row in lines)
    body: list[str] = []
    for y, row in enumerate(lines):
        x = 0
        for segment in row:
            body.append(_run(segment, x, y))
            x += segment.cell_length
    w, h = width * CELL + 16, len(lines) * LINE + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h}" width="{w:.0f}" height="{h}">'
        f'<rect width="100%" height="100%" rx="8" fill="{_hex(_background(lines), "#16181d")}"/>'
        '<g transform="translate(8 8)" font-family="DejaVu Sans Mono, Noto Sans Mono CJK SC, monospace" '
        f'font-size="14">{"".join(body)}</g></svg>\n'
    )


def _background(lines: list[list[Segment]]) -> Color | None:
    style = lines[1][0].style
    return style.bgcolor if style else None


def _hex(color: Color | None, default: str) -> str:
    return color.get_truecolor().hex if color is not None and not color.is_default else default


def _run(segment: Segment, x: int, y: int) -> str:
    style = segment.style or Style()
    front, back = _hex(style.color, "#d8d4ca"), _hex(style.bgcolor, "#16181d")
    if style.reverse:
        front, back = back, front
    left, top = x * CELL, y * LINE
    # a hair wider and higher than the cells, so that no seams show between them
    box = f'<rect x="{left:.1f}" y="{top}" width="{segment.cell_length * CELL + 0.4:.1f}" height="{LINE + 0.4}" fill="{back}"/>'
    if not segment.text.strip():
        return box
    looks = "".join(
        f' {name}="{value}"'
        for name, value, on in (
            ("font-weight", "bold", style.bold),
            ("font-style", "italic", style.italic),
            ("fill-opacity", "0.6", style.dim),
            ("text-decoration", "underline", style.underline),
        )
        if on
    )
    texts = "".join(
        f'<text x="{at * CELL:.1f}" y="{top + 13.5}" fill="{front}"{looks}{_size(word)}>{escape(word)}</text>'
        for at, word in _words(segment.text, x)
    )
    return box + texts


def _size(word: str) -> str:
    """Wide characters are set larger, so that they fill their two cells."""
    return ' font-size="16"' if cell_width(word) == 2 and len(word) == 1 and not word.isascii() else ""


def _words(text: str, x: int) -> Iterator[tuple[int, str]]:
    """Pieces that any monospaced font sets straight: narrow words, and wide characters one by one."""
    word, begin, at = "", x, x
    for cluster in clusters(text):
        part = text[cluster.start : cluster.end]
        if part == " " or cluster.cells != 1:
            if word:
                yield begin, word
            if part != " ":
                yield at, part
            word = ""
        else:
            begin = begin if word else at
            word += part
        at += cluster.cells
    if word:
        yield begin, word
