"""A list of any length: one line a row, made when it is painted. It has no child widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import RenderOptions

MakeRow = Callable[[int, int], Content]
"""The content of a row, from its number (from 0) and the cells there are for it."""


class RowView(ScrollView, can_focus=True):
    """highlighted: the row the cursor is on, None when there are no rows. made: rows made so far."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(False)", show=False),
        Binding("end", "edge(True)", show=False),
        Binding("enter", "choose", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--cursor"}
    DEFAULT_CSS = """
    RowView {
        height: 1fr;
        overflow-x: hidden;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        & > .rows--cursor { background: $boost; }
        &:focus > .rows--cursor { background: $primary 30%; color: $foreground; }
    }
    """

    class Highlighted(Message):
        """The cursor is on another row."""

        def __init__(self, view: RowView, index: int) -> None:
            super().__init__()
            self.view = view
            self.index = index

        @property
        def control(self) -> RowView:
            return self.view

    class Chosen(Highlighted):
        """Enter was pressed on a row, or it was clicked twice."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.highlighted: int | None = None
        self.made = 0
        self._count = 0
        self._make: MakeRow = lambda _index, _width: Content("")

    def __len__(self) -> int:
        return self._count

    def show(self, count: int, make: MakeRow, highlighted: int | None = None) -> None:
        """Other rows. highlighted: where the cursor goes; None leaves it where it is, as far as that exists."""
        self._count, self._make = count, make
        self._resize()
        wanted = self.highlighted if highlighted is None else highlighted
        self.highlighted = None
        self.move_to(wanted or 0)
        self.refresh()

    def move_to(self, index: int) -> None:
        """Put the cursor on a row, the nearest there is, and bring it into view."""
        if not self._count:
            self.highlighted = None
            return
        index = min(max(0, index), self._count - 1)
        changed, self.highlighted = index != self.highlighted, index
        self._reveal()
        self.refresh()
        if changed:
            self.post_message(self.Highlighted(self, index))

    def _reveal(self) -> None:
        view, at = self.size.height, self.highlighted
        if at is None or not view:
            return
        top = self.scroll_offset.y
        if at < top:
            self.scroll_to(y=at, animate=False, force=True)
        elif at >= top + view:
            self.scroll_to(y=at - view + 1, animate=False, force=True)

    def _resize(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self._count)

    def on_resize(self, _event: events.Resize) -> None:
        self._resize()
        self._reveal()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        index = self.scroll_offset.y + y
        base = self.visual_style
        if index >= self._count:
            return Strip.blank(width, base.rich_style)
        if index == self.highlighted:
            base = self.get_visual_style("rows--cursor")
        self.made += 1
        strips = self._make(index, width).render_strips(
            width, 1, base, RenderOptions(self._get_style, self.styles.get_rules())
        )
        return strips[0].crop_extend(0, width, base.rich_style)

    # ---- acts

    def action_step(self, rows: int) -> None:
        self.move_to((self.highlighted or 0) + rows)

    def action_page(self, pages: int) -> None:
        self.move_to((self.highlighted or 0) + pages * max(1, self.size.height - 1))

    def action_edge(self, last: bool) -> None:
        self.move_to(self._count - 1 if last else 0)

    def action_choose(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Chosen(self, self.highlighted))

    def on_click(self, event: events.Click) -> None:
        index = self.scroll_offset.y + event.y
        if index >= self._count:
            return
        self.move_to(index)
        if event.chain > 1:
            self.action_choose()
