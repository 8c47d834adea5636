"""The reply that is being written, below the entries that are saved."""

from __future__ import annotations

from rpg.text.cells import Ambiguous
from rpg.text.flow import Flow
from rpg.tui.chatlog.entry import ChatEntry, EntryKind, Footer
from rpg.tui.chatlog.lines import ChatLine, dress, header_lines, lay_footers


class LiveReply:
    """Lines of a streaming reply: header, text so far, footers, and a blank line.

    Once finished, its lines are those `lay_entry` gives for the same text, so that nothing jumps when
    the saved entry takes its place.
    """

    def __init__(self, width: int, ambiguous: Ambiguous = 1, *, speaker: str = "") -> None:
        self._ambiguous = ambiguous
        self._flow = Flow(width, ambiguous)
        self._speaker = speaker
        self._footers: tuple[Footer, ...] = ()
        self._footer_lines: list[ChatLine] = []
        self._header: list[ChatLine] = []
        self.resize(width)

    @property
    def laid(self) -> int:
        """Lines of prose laid out so far."""
        return self._flow.laid

    @property
    def text(self) -> str:
        """The reply so far."""
        return self._flow.source

    def append(self, piece: str) -> None:
        self._flow.append(piece)

    def finish(self) -> None:
        self._flow.finish()

    def set_footers(self, footers: tuple[Footer, ...]) -> None:
        """Replace what stands under the text."""
        self._footers = footers
        self._footer_lines = lay_footers(footers, self._flow.width, self._ambiguous)

    def resize(self, width: int) -> None:
        self._flow.resize(width)
        entry = ChatEntry(EntryKind.NARRATION, "", speaker=self._speaker)
        self._header = header_lines(entry, width, self._ambiguous)
        self.set_footers(self._footers)

    def __len__(self) -> int:
        return len(self._header) + len(self._flow) + len(self._footer_lines) + 1

    def row(self, row: int) -> ChatLine:
        """The line at `row`, from 0."""
        if row < len(self._header):
            return self._header[row]
        row -= len(self._header)
        if row < len(self._flow):
            return dress(self._flow[row])
        row -= len(self._flow)
        return self._footer_lines[row] if row < len(self._footer_lines) else ()
