"""Lines of a text that is still arriving: what is laid out once is not laid out again.

A finished block is laid out when it is finished; the open block only from its last line on, which is
sound because greedy lines stand once the next line has begun (docs/terminal.md, "Chat pane").
"""

from __future__ import annotations

from rpg.text.cells import Ambiguous
from rpg.text.inline import plain_text
from rpg.text.layout import (
    Frame,
    StyledLine,
    block_frame,
    dress_lines,
    frame_room,
    gap_before,
    lay_block,
)
from rpg.text.markdown import Block, MarkdownStream
from rpg.text.wrap import Line, break_lines


class Flow:
    """The growing lines of one text. `laid` counts the lines laid out so far, again or anew."""

    def __init__(self, width: int, ambiguous: Ambiguous = 1) -> None:
        self.width = width
        self.laid = 0
        self._ambiguous = ambiguous
        self._stream = MarkdownStream()
        self._done = 0  # blocks of the stream that stand in `_fixed`
        self._fixed: list[StyledLine] = []
        self._tail: list[StyledLine] = []
        self._tail_text = ""
        self._tail_breaks: list[Line] = []
        self._source: list[str] = []

    @property
    def source(self) -> str:
        """The text so far, as it came."""
        return "".join(self._source)

    def __len__(self) -> int:
        return len(self._fixed) + len(self._tail)

    def __getitem__(self, row: int) -> StyledLine:
        fixed = len(self._fixed)
        return self._fixed[row] if row < fixed else self._tail[row - fixed]

    def append(self, piece: str) -> None:
        """Add a clean piece of the text."""
        self._source.append(piece)
        self._stream.append(piece)
        self._settle()

    def finish(self) -> None:
        """The text is complete."""
        self._stream.finish()
        self._settle()

    def resize(self, width: int) -> None:
        """Lay everything out anew for another width in cells."""
        if width == self.width:
            return
        self.width = width
        self._done = 0
        self._fixed, self._tail = [], []
        self._tail_text, self._tail_breaks = "", []
        self._settle()

    def _settle(self) -> None:
        blocks = self._stream.blocks
        while self._done < len(blocks):
            self._fixed.extend(self._gap(blocks[self._done]))
            self._fixed.extend(self._lay(blocks[self._done]))
            self._done += 1
            self._tail, self._tail_text, self._tail_breaks = [], "", []
        tail = self._stream.tail
        if tail is None:
            self._tail = []
            return
        frame = block_frame(tail, self._ambiguous)
        self._tail = [*self._gap(tail), *self._lay(tail)] if frame is None else self._grow(tail, frame)

    def _gap(self, block: Block) -> list[StyledLine]:
        previous = self._stream.blocks[self._done - 1] if self._done else None
        return [()] * gap_before(previous, block)

    def _lay(self, block: Block) -> list[StyledLine]:
        lines = lay_block(block, self.width, self._ambiguous)
        self.laid += len(lines)
        return lines

    def _grow(self, block: Block, frame: Frame) -> list[StyledLine]:
        """The open block's lines: all but the last of those known stand."""
        text = plain_text(frame.spans)
        if not self._tail_breaks or not text.startswith(self._tail_text):
            self._tail, self._tail_breaks = self._gap(block), []
        standing = max(0, len(self._tail_breaks) - 1)
        start = self._tail_breaks[-1].start if self._tail_breaks else 0
        room = frame_room(frame, self.width, self._ambiguous)
        fresh = break_lines(text, room, start=start, ambiguous=self._ambiguous)
        bodies = dress_lines(frame.spans, fresh, frame.role)
        self.laid += len(fresh)
        lead = len(self._tail) - len(self._tail_breaks)
        dressed = [
            (*(frame.hanging if standing + n else frame.first), *body) for n, body in enumerate(bodies)
        ]
        del self._tail[lead + standing :]
        del self._tail_breaks[standing:]
        self._tail.extend(dressed)
        self._tail_breaks.extend(fresh)
        self._tail_text = text
        return self._tail
