"""The line on top: world, place and clock on the left, meter and narrator on the right."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from rpg.text.cells import cell_width, cut

SEPARATOR = " ─ "


class HeaderBar(Widget):
    """left: parts in falling order of need. right: parts in rising order of need. All on one line.

    tone: of the last part on the right, where that is the meter: "ok", "tight" or "blocked".
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"header--ok", "header--tight", "header--blocked"}
    DEFAULT_CSS = """
    HeaderBar {
        height: 1;
        dock: top;
        padding: 0 1;
        background: $panel;
        color: $foreground;
        text-style: bold;
        & > .header--tight { color: $text-warning; }
        & > .header--blocked { color: $text-error; }
    }
    """

    left: reactive[tuple[str, ...]] = reactive(())
    right: reactive[tuple[str, ...]] = reactive(())
    tone: reactive[str] = reactive("ok")

    def render(self) -> Text:
        text = Text(header_line(self.left, self.right, self.size.width), no_wrap=True, end="")
        last = next((part for part in reversed(self.right) if part), "")
        if last and text.plain.endswith(last):
            style = self.get_component_rich_style(f"header--{self.tone}", partial=True)
            text.stylize(style, len(text.plain) - len(last))
        return text


def header_line(left: tuple[str, ...], right: tuple[str, ...], width: int) -> str:
    """Both sides on one line of at most `width` cells, joined by a rule.

    When there is no room, the right side gives up its parts from the first on, then the left side is cut;
    the last part on the right stays as long as it fits at all.
    """
    start = SEPARATOR.join(part for part in left if part)
    rights = [part for part in right if part]
    while len(rights) > 1 and _cells(start, rights) > width:
        rights.pop(0)
    if rights and _cells("", rights) > width:
        rights = []
    end = SEPARATOR.join(rights)
    if not end:
        return cut(start, width)
    start = cut(start, max(0, width - cell_width(end) - 3))
    rule = width - cell_width(start) - cell_width(end) - 2
    return f"{start} {'─' * rule} {end}"


def _cells(start: str, rights: list[str]) -> int:
    """Cells of both sides with the shortest rule between them."""
    return cell_width(start) + cell_width(SEPARATOR.join(rights)) + 3
