"""Widths in terminal cells, and cutting and padding by them.

A wide character takes two cells, a combining mark none. East Asian "ambiguous" characters (curly quotes,
dashes, the ellipsis) take one cell unless the caller says 2 (docs/terminal.md, "Text").
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from rich.cells import cell_len, split_graphemes

Ambiguous = Literal[1, 2]
Align = Literal["left", "right", "center"]


class Cluster(NamedTuple):
    """What is drawn as one unit: `text[start:end]` takes `cells` cells."""

    start: int
    end: int
    cells: int


@lru_cache(maxsize=2048)
def _is_ambiguous(character: str) -> bool:
    return unicodedata.east_asian_width(character) == "A"


def clusters(text: str, ambiguous: Ambiguous = 1) -> list[Cluster]:
    """The units of `text` in order, without gaps; marks and joined emoji stay with their base."""
    if text.isascii() and text.isprintable():
        return [Cluster(index, index + 1, 1) for index in range(len(text))]
    spans, _total = split_graphemes(text)
    if ambiguous == 1:
        return [Cluster(*span) for span in spans]
    return [
        Cluster(start, end, 2 if cells == 1 and _is_ambiguous(text[start]) else cells)
        for start, end, cells in spans
    ]


def cell_width(text: str, ambiguous: Ambiguous = 1) -> int:
    """Cells that `text` takes on one line; controls count nothing."""
    if ambiguous == 1 or text.isascii():
        return cell_len(text)
    return sum(cluster.cells for cluster in clusters(text, ambiguous))


def split_cells(text: str, cells: int, ambiguous: Ambiguous = 1) -> tuple[str, str]:
    """(left, right): the longest left that fits `cells`, never half a character; left + right == text."""
    if cell_width(text, ambiguous) <= cells:
        return text, ""
    used = 0
    for cluster in clusters(text, ambiguous):
        used += cluster.cells
        if used > cells:
            return text[: cluster.start], text[cluster.start :]
    return text, ""


def cut(text: str, cells: int, *, ellipsis: str = "…", ambiguous: Ambiguous = 1) -> str:
    """`text` if it fits `cells`, else its beginning and the ellipsis; never wider than `cells`."""
    if cell_width(text, ambiguous) <= cells:
        return text
    room = cells - cell_width(ellipsis, ambiguous)
    if room < 0:
        return split_cells(text, max(0, cells), ambiguous)[0]
    return split_cells(text, room, ambiguous)[0].rstrip() + ellipsis


def pad(text: str, cells: int, *, align: Align = "left", ambiguous: Ambiguous = 1) -> str:
    """`text` cut and filled with spaces to exactly `cells` cells (nothing when `cells` is below 1)."""
    fitted = cut(text, cells, ambiguous=ambiguous) if cells > 0 else ""
    missing = max(0, cells - cell_width(fitted, ambiguous))
    match align:
        case "left":
            return fitted + " " * missing
        case "right":
            return " " * missing + fitted
        case "center":
            return " " * (missing // 2) + fitted + " " * (missing - missing // 2)


def cell_to_index(text: str, cell: int, ambiguous: Ambiguous = 1) -> int:
    """The index in `text` of the character that covers column `cell` (from 0); len(text) beyond the end."""
    used = 0
    for cluster in clusters(text, ambiguous):
        used += cluster.cells
        if used > cell:
            return cluster.start
    return len(text)
