"""A short list to choose from whose options are prose: broken by the rules of their own script, indents kept."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from rpg.tui.prose import wrapped

UNKNOWN_WIDTH = 64
"""Cells taken before the list has a size."""


class ProseList(OptionList):
    """Options are given as contents and wrapped anew when the list changes its width."""

    def __init__(self, *, id: str | None = None) -> None:
        self._contents: list[Content] = []
        super().__init__(id=id)

    def put(self, rows: Iterable[tuple[Content, str | None]]) -> None:
        """Other options. rows: content and id of each; one without an id cannot be chosen."""
        pairs, room = list(rows), self._room
        self._contents = [content for content, _ in pairs]
        self.clear_options()
        self.add_options(
            [Option(_fitted(content, room), id=id, disabled=id is None) for content, id in pairs]
        )

    @property
    def _room(self) -> int:
        """Cells of a line, whether or not there is a scrollbar: one may come by the wrapping itself."""
        room = self.outer_size.width - self.gutter.width - self.styles.scrollbar_size_vertical
        return max(1, room) if self.size.width else UNKNOWN_WIDTH

    def on_resize(self, _event: events.Resize) -> None:
        room = self._room
        for index, content in enumerate(self._contents):
            self.replace_option_prompt_at_index(index, _fitted(content, room))


def _fitted(content: Content, width: int) -> Content:
    return Content("\n").join(wrapped(content, width))
