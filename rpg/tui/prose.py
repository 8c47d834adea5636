"""Text in a box, broken into lines by the rules of its own script: Chinese as well as Latin.

Textual breaks at spaces alone, which leaves Chinese ragged (docs/terminal.md, "Text").
"""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from rpg.text.wrap import break_lines


def wrapped(content: Content, width: int) -> list[Content]:
    """The lines of a content, at most `width` cells each; further lines of a paragraph keep its indent."""
    lines: list[Content] = []
    for paragraph in content.split("\n", allow_blank=True):
        text = paragraph.plain
        indent = len(text) - len(text.lstrip(" "))
        room = max(1, width - indent)
        for line in break_lines(text, room, start=indent):
            lines.append(Content.assemble(" " * indent, paragraph[line.start : line.end]))
    return lines


class Prose(Widget):
    """A paragraph or several; never read as markup."""

    DEFAULT_CSS = "Prose { height: auto; width: 1fr; }"

    def __init__(self, content: Content | str = "", *, id: str | None = None, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self._prose = Content(content) if isinstance(content, str) else content

    def update(self, content: Content | str) -> None:
        """Say something else."""
        self._prose = Content(content) if isinstance(content, str) else content
        self.refresh(layout=True)

    @property
    def content(self) -> Content:
        return self._prose

    def render(self) -> Content:
        return Content("\n").join(wrapped(self._prose, self.content_size.width or 80))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(wrapped(self._prose, width))
