"""Chat lines as Rich segments: margins, looks, and ranges laid over them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style

from rpg.tui.chatlog.lines import ChatLine, Run, chat_text

MEASURE = 76
"""Cells of the longest line of prose; a wider window gets margins instead."""

GUTTER = 2
"""Cells kept free on either side."""

Palette = Callable[[Run], Style]


def column(width: int) -> tuple[int, int]:
    """(left margin, measure) of the prose in a pane of `width` cells."""
    measure = max(1, min(MEASURE, width - 2 * GUTTER))
    return max(
        0, min(GUTTER, width - 1) if width <= MEASURE + 2 * GUTTER else (width - measure) // 2
    ), measure


def row_text(line: ChatLine, left: int) -> str:
    """The row as it is painted, margin included."""
    return " " * left + chat_text(line)


def paint(
    line: ChatLine, left: int, base: Style, palette: Palette, mark: Segment | None = None
) -> list[Segment]:
    """The segments of a row; `mark` is drawn in the margin (one cell), beside the entry that is chosen."""
    segments = [Segment(" " * left, base)]
    if mark is not None and left >= GUTTER:
        segments = [Segment(" " * (left - GUTTER), base), mark, Segment(" ", base)]
    segments.extend(Segment(run.text, palette(run)) for run in line)
    return [segment for segment in segments if segment.text]


def overlay(segments: list[Segment], start: int, end: int, style: Style) -> list[Segment]:
    """`segments` with `style` over the characters from `start` to `end` (exclusive)."""
    painted: list[Segment] = []
    position = 0
    for text, own, _control in segments:
        cuts = sorted({0, len(text), *(min(max(0, at - position), len(text)) for at in (start, end))})
        for first, last in pairwise(cuts):
            inside = start <= position + first < end
            painted.append(Segment(text[first:last], (own or Style()) + style if inside else own))
        position += len(text)
    return painted


def occurrences(text: str, words: str) -> list[tuple[int, int]]:
    """Where `words` stand in `text`, in any case; none when folding the case changes lengths."""
    folded, wanted = text.lower(), words.lower()
    if not wanted or len(folded) != len(text):
        return []
    found: list[tuple[int, int]] = []
    start = folded.find(wanted)
    while start >= 0:
        found.append((start, start + len(wanted)))
        start = folded.find(wanted, start + len(wanted))
    return found
