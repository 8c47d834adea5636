"""Which line stands in which row, for a story of any length; only what comes near the view is laid out."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from rpg.text.cells import Ambiguous
from rpg.tui.chatlog.entry import ChatSource, Footer
from rpg.tui.chatlog.heights import Heights
from rpg.tui.chatlog.lines import ChatLine, lay_entry
from rpg.tui.chatlog.live import LiveReply

ESTIMATE = 6
"""Rows an entry is taken for until it is laid out."""

KEPT_LAYOUTS = 256
"""Entries whose lines are remembered."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A row of an entry. within: rows above it in the entry. height: rows of the entry then."""

    index: int
    within: int
    height: int


class ChatDocument:
    """Rows of all entries of a source and of the live reply below them.

    Heights are exact for entries that have been laid out at this width and estimated for the others.
    `laid` counts the lines laid out so far; `loaded` the entries taken from the source.
    """

    def __init__(self, source: ChatSource, width: int, ambiguous: Ambiguous = 1) -> None:
        self.source = source
        self.width = max(1, width)
        self.live: LiveReply | None = None
        self.loaded = 0
        self._ambiguous = ambiguous
        self._laid = 0
        self._heights = Heights(len(source), ESTIMATE)
        self._exact: set[int] = set()
        self._layouts: OrderedDict[int, list[ChatLine]] = OrderedDict()

    @property
    def laid(self) -> int:
        return self._laid + (self.live.laid if self.live else 0)

    @property
    def rows(self) -> int:
        """All rows, exact and estimated ones."""
        return self._heights.total + (len(self.live) if self.live else 0)

    def __len__(self) -> int:
        """Entries of the source."""
        return len(self._heights)

    def locate(self, row: int) -> tuple[int, int]:
        """(entry, row within it); the live reply is entry len(self)."""
        return self._heights.locate(row)

    def top(self, index: int) -> int:
        """The first row of an entry."""
        return self._heights.top(index)

    def height(self, index: int) -> int:
        """Rows of an entry of the source, laid out now if need be."""
        self._lay(index)
        return self._heights[index]

    def row(self, row: int) -> ChatLine:
        """The line in a row; an empty line beyond the end."""
        index, within = self.locate(row)
        if index < len(self._heights):
            lines = self._lay(index)
            return lines[within] if within < len(lines) else ()
        if self.live and within < len(self.live):
            return self.live.row(within)
        return ()

    def settle(self, row: int, height: int, margin: int) -> int:
        """Make the heights in and around the view exact; returns the rows by which the view's content moved down.

        row, height: first row and rows of the view. margin: rows above and below that are settled too,
        so that a step of at most that many rows lands on exact ground.
        """
        index, _within = self.locate(row)
        below = 0
        position = index
        while position < len(self._heights) and below < height + margin + ESTIMATE:
            below += self.height(position)
            position += 1
        moved = above = 0
        position = min(index, len(self._heights)) - 1
        while position >= 0 and above < margin:
            before = self._heights[position]
            after = self.height(position)
            moved += after - before
            above += after
            position -= 1
        return moved

    def anchor(self, row: int) -> Anchor:
        """What stands at `row`, so that it can be found at any width."""
        index, within = self.locate(row)
        return Anchor(index, within, self._heights[index] if index < len(self._heights) else 1)

    def row_of(self, anchor: Anchor) -> int:
        """The row that holds what is anchored, about; exactly where the width is that of the anchor."""
        if anchor.index >= len(self._heights):
            return self.top(anchor.index) + anchor.within
        return self.top(anchor.index) + anchor.within * self.height(anchor.index) // max(1, anchor.height)

    def resize(self, width: int) -> None:
        """Another width in cells."""
        if max(1, width) == self.width:
            return
        self.width = max(1, width)
        self._layouts.clear()
        self._exact.clear()
        if self.live:
            self.live.resize(self.width)

    def sync(self, changed_from: int | None = None) -> None:
        """Take over the source's length; entries from `changed_from` on are read anew."""
        count = len(self.source)
        keep = min(count, len(self._heights)) if changed_from is None else changed_from
        if changed_from is not None or count < len(self._heights):
            self._forget(min(keep, count))
            self._heights.truncate(min(keep, count))
        while len(self._heights) < count:
            self._heights.append(ESTIMATE)

    def begin_live(self, speaker: str = "") -> LiveReply:
        """Open an empty reply below the entries; one that was open is dropped."""
        self.live = LiveReply(self.width, self._ambiguous, speaker=speaker)
        return self.live

    def end_live(self) -> None:
        """Drop the live reply; its text is expected from the source now."""
        if self.live:
            self._laid += self.live.laid
        self.live = None

    def set_live_footers(self, footers: tuple[Footer, ...]) -> None:
        if self.live:
            self.live.set_footers(footers)

    def matches(self, words: str) -> tuple[int, ...]:
        """Every entry whose text holds `words` in any case."""
        wanted = words.casefold()
        texts = (self.source.text(index) for index in range(len(self._heights) if wanted else 0))
        return tuple(index for index, text in enumerate(texts) if wanted in text.casefold())

    def _lay(self, index: int) -> list[ChatLine]:
        known = self._layouts.get(index)
        if known is not None:
            self._layouts.move_to_end(index)
            return known
        self.loaded += 1
        lines = lay_entry(self.source.entry(index), self.width, self._ambiguous)
        self._laid += len(lines)
        self._layouts[index] = lines
        if index not in self._exact:
            self._exact.add(index)
            self._heights.set(index, len(lines))
        while len(self._layouts) > KEPT_LAYOUTS:
            self._layouts.popitem(last=False)
        return lines

    def _forget(self, first: int) -> None:
        for index in [i for i in self._layouts if i >= first]:
            del self._layouts[index]
        self._exact = {i for i in self._exact if i < first}
