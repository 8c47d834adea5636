"""The chat log widget: scrolling, streaming, choosing an entry, selecting and finding text.

It has no child widgets; every row is painted when it is asked for (docs/terminal.md, "Chat pane").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer

from rpg.text.cells import Ambiguous
from rpg.tui.chatlog.document import Anchor, ChatDocument
from rpg.tui.chatlog.entry import ChatSource, Footer
from rpg.tui.chatlog.looks import COMPONENTS, CSS
from rpg.tui.chatlog.paint import column, row_text
from rpg.tui.chatlog.painter import Painter

FLUSHES_PER_SECOND = 30
_WIDEST_PASS = 4  # passes until the heights at the bottom agree


class ChatLog(ScrollView, can_focus=True):
    """A story of any length. `follow` is whether the view sticks to the end; `fresh` the rows unseen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "to_start", show=False),
        Binding("end", "to_end", show=False),
        Binding("ctrl+up", "choose(-1)", show=False),
        Binding("ctrl+down", "choose(1)", show=False),
        Binding("enter", "open_entry", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = COMPONENTS
    DEFAULT_CSS = CSS

    class EntryChosen(Message):
        """Enter was pressed on an entry of the source."""

        def __init__(self, chat: ChatLog, index: int) -> None:
            super().__init__()
            self.chat = chat
            self.index = index

        @property
        def control(self) -> ChatLog:
            return self.chat

    def __init__(
        self,
        source: ChatSource,
        *,
        hint: Callable[[int], str] = str,
        ambiguous: Ambiguous = 1,
        id: str | None = None,
    ) -> None:
        """hint: the sentence for so many unseen rows below the view. ambiguous: cells of such characters."""
        super().__init__(id=id)
        self.story = ChatDocument(source, 1, ambiguous)
        self.follow = True
        self.fresh = 0
        self.chosen: int | None = None
        self.flushes = 0
        self._hint = hint
        self._found = ""
        self._pending: list[str] = []
        self._flush_timer: Timer | None = None
        self._settling = False
        self._measured = Size()
        self._top = Anchor(0, 0, 1)
        self._left = 0
        self._painter = Painter(self)

    # ---- the story

    def refresh_source(self, changed_from: int | None = None) -> None:
        """The source has grown, or its entries from `changed_from` on are others now."""
        self.story.sync(changed_from)
        if self.chosen is not None and self.chosen >= len(self.story):
            self.chosen = None
        self._settle()
        self.refresh()

    def use_source(self, source: ChatSource) -> None:
        """Show another story from its end."""
        self.story.source = source
        self.follow, self.chosen = True, None
        self.refresh_source(0)

    def begin_reply(self, speaker: str = "") -> None:
        """Open an empty reply at the end."""
        self._pending.clear()
        self.story.begin_live(speaker)
        self._settle()
        self.refresh()

    def append(self, piece: str) -> None:
        """Add a clean piece to the open reply; it is painted with the next flush."""
        self._pending.append(piece)
        if self._flush_timer is None and self.is_mounted:
            self._flush_timer = self.set_timer(1 / FLUSHES_PER_SECOND, self.flush)

    def flush(self) -> None:
        """Paint what has been added since the last flush."""
        if self._flush_timer is not None:
            self._flush_timer.stop()
            self._flush_timer = None
        if not self._pending or self.story.live is None:
            return
        self.flushes += 1
        self.story.live.append("".join(self._pending))
        self._pending.clear()
        self._after_growth()

    def set_footers(self, footers: tuple[Footer, ...]) -> None:
        """Replace what stands under the open reply."""
        self.story.set_live_footers(footers)
        self._after_growth()

    def end_reply(self) -> None:
        """Drop the open reply; the source has its text now, or nobody wants it."""
        self.flush()
        self.story.end_live()
        self.refresh_source()

    @property
    def reply_text(self) -> str:
        """The open reply so far; empty when there is none."""
        self.flush()
        return self.story.live.text if self.story.live else ""

    # ---- the view

    def _after_growth(self) -> None:
        before = self.virtual_size.height
        self._settle()
        if not self.follow:
            self.fresh += max(0, self.virtual_size.height - before)
        self.refresh()

    def on_resize(self, _event: events.Resize) -> None:
        self._measure()

    def _measure(self) -> None:
        """Take over the pane's size; what the reader scrolled to stays on top, however often the size changes."""
        self._measured = self.size
        self._left, measure = column(self.scrollable_content_region.width)
        self.story.resize(measure)
        if not self.follow:
            self._jump(self.story.row_of(self._top))
        self._settle()
        self.refresh()

    def _settle(self) -> None:
        """Make the heights around the view exact without moving what the reader sees."""
        view = self.size.height
        if not view or not self.is_mounted:
            return
        self._settling = True
        if self.follow:
            self._settle_at_end(view)
        else:
            moved = self.story.settle(self.scroll_offset.y, view, view)
            self._grow()
            if moved:
                self._jump(int(self.scroll_target_y) + moved)
        self._settling = False

    def _settle_at_end(self, view: int) -> None:
        for _ in range(_WIDEST_PASS):
            rows = self.story.rows
            self.story.settle(max(0, rows - view), view, view)
            if self.story.rows == rows:
                break
        self._grow()
        self._jump(self.story.rows)

    def _grow(self) -> None:
        size = Size(self.scrollable_content_region.width, self.story.rows)
        if size.height != self.virtual_size.height:
            self.virtual_size = size

    def _jump(self, row: int) -> None:
        settling, self._settling = self._settling, True
        self.scroll_to(y=row, animate=False, force=True)
        self._settling = settling

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._settling or self.size != self._measured:  # the layout moves the view, not the reader
            return
        self._top = self.story.anchor(self.scroll_offset.y)
        self.follow = self.scroll_offset.y >= self.max_scroll_y
        if self.follow:
            self.fresh = 0
        self._settle()

    def action_step(self, rows: int) -> None:
        self._go(self.scroll_offset.y + rows)

    def action_page(self, pages: int) -> None:
        self._go(self.scroll_offset.y + pages * max(1, self.size.height - 1))

    def action_to_start(self) -> None:
        self._go(0)

    def action_to_end(self) -> None:
        self.follow, self.fresh, self.chosen = True, 0, None
        self._settle()
        self.refresh()

    def _go(self, row: int) -> None:
        self.scroll_to(y=row, animate=False, force=True)

    # ---- choosing and finding

    def action_choose(self, step: int) -> None:
        """Move the mark to the neighbouring entry; from nowhere to the last one in view."""
        if not len(self.story):
            return
        bottom, _within = self.story.locate(self.scroll_offset.y + self.size.height - 1)
        start = min(bottom, len(self.story) - 1) + (step < 0) if self.chosen is None else self.chosen
        self.show_entry(min(max(0, start + step), len(self.story) - 1))

    def show_entry(self, index: int) -> None:
        """Mark an entry and bring it into view."""
        self.chosen = index
        self.story.settle(self.story.top(index), self.size.height, self.size.height)
        self._grow()
        top, height = self.story.top(index), self.story.height(index)
        view = self.size.height
        if top < self.scroll_offset.y or height >= view:
            self._go(top)
        elif top + height > self.scroll_offset.y + view:
            self._go(top + height - view)
        self.refresh()

    def action_open_entry(self) -> None:
        index = len(self.story) - 1 if self.chosen is None else self.chosen
        if index >= 0:
            self.post_message(self.EntryChosen(self, index))

    def find(self, words: str, step: int = -1) -> tuple[int, int]:
        """Mark the next entry that holds `words`, upwards by default and from the other end again.

        Returns which of how many it is, from 1 and from the end of the story; (0, 0) when there is none.
        """
        self._found = words
        found = self.story.matches(words)
        self.refresh()
        if not found:
            return 0, 0
        start = len(self.story) - (step < 0) if self.chosen is None else self.chosen + step
        beyond = [index for index in found if (index - start) * step >= 0]
        index = (min if step > 0 else max)(beyond or found)
        self.show_entry(index)
        return len(found) - found.index(index), len(found)

    def clear_found(self) -> None:
        """Stop showing where the words stand."""
        self._found = ""
        self.refresh()

    # ---- painting

    def notify_style_update(self) -> None:
        self._painter.forget()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        if self.fresh and not self.follow and y == self.size.height - 1:
            return self._painter.hint(self._hint(self.fresh), width)
        row = self.scroll_offset.y + y
        strip = Strip(self._row_segments(row)).crop_extend(0, width, self.rich_style)
        return strip.apply_offsets(0, row)

    def _row_segments(self, row: int) -> list[Segment]:
        line = self.story.row(row)
        chosen = self.chosen is not None and self._is_chosen(row)
        segments = self._painter.row(line, self._left, chosen, self._found)
        selection = self.text_selection
        span = selection.get_span(row) if selection else None
        return self._painter.selected(segments, self._left, span) if span else segments

    def _is_chosen(self, row: int) -> bool:
        """Whether a row belongs to the marked entry; the blank line that ends every entry does not."""
        index, within = self.story.locate(row)
        return index == self.chosen and within < self.story.height(index) - 1

    # ---- selecting

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text without margins; rows that nobody has seen are laid out for it."""
        first = selection.start.y if selection.start else 0
        last = selection.end.y if selection.end else self.story.rows - 1
        parts: list[str] = []
        for row in range(first, min(last, self.story.rows - 1) + 1):
            span = selection.get_span(row) or (0, 0)
            text = row_text(self.story.row(row), self._left)
            end = len(text) if span[1] == -1 else span[1]
            parts.append(text[max(span[0], self._left) : end].rstrip())
        return "\n".join(parts), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()
