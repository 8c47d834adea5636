"""The line on top: world, place and clock on the left, meter and narrator on the right."""

from __future__ import annotations

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from rpg.text.cells import cell_width, cut


class HeaderBar(Widget):
    """left: parts in falling order of need. right: parts in rising order of need. All on one line."""

    DEFAULT_CSS = """
    HeaderBar { height: 1; dock: top; padding: 0 1; background: $panel; color: $foreground; text-style: bold; }
    """

    left: reactive[tuple[str, ...]] = reactive(())
    right: reactive[tuple[str, ...]] = reactive(())

    def render(self) -> Text:
        return Text(header_line(self.left, self.right, self.size.width), no_wrap=True, end="")


def header_line(left: tuple[str, ...], right: tuple[str, ...], width: int) -> str:
    """Both sides on one line of exactly `width` cells, joined by a rule; parts go when there is no room."""
    lefts, rights = [part for part in left if part], [part for part in right if part]
    while rights and _length(lefts) + _length(rights) + 4 > width:
        rights.pop(0)
    end = " ─ ".join(rights)
    start = cut(" ─ ".join(lefts), max(0, width - (cell_width(end) + 3 if end else 0)))
    rule = max(0, width - cell_width(start) - cell_width(end) - 2)
    return f"{start} {'─' * rule} {end}" if end else start


def _length(parts: list[str]) -> int:
    return sum(cell_width(part) + 3 for part in parts)
