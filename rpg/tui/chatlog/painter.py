"""Paints rows of the chat log with the colours of the theme in force."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from rpg.text.cells import cell_width, pad
from rpg.text.inline import Mark
from rpg.tui.chatlog.lines import ChatLine, Look, Run
from rpg.tui.chatlog.looks import CURSOR, FOUND, HINT, SPEECH, component
from rpg.tui.chatlog.paint import occurrences, overlay, paint, row_text


class Painter:
    """Looks resolved against a widget's component classes and remembered until the theme changes."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._palette: dict[tuple[Look, Mark], Style] = {}

    def forget(self) -> None:
        """The theme has changed."""
        self._palette.clear()

    def row(self, line: ChatLine, left: int, chosen: bool, found: str) -> list[Segment]:
        """A row with its margin; chosen: of the marked entry; found: words to show reversed."""
        mark = Segment("▌", self._over(CURSOR)) if chosen else None
        segments = paint(line, left, self._widget.rich_style, self._dress, mark)
        if not found:
            return segments
        style = self._component(FOUND)
        for start, end in occurrences(row_text(line, left), found):
            segments = overlay(segments, start, end, style)
        return segments

    def selected(self, segments: list[Segment], left: int, span: tuple[int, int]) -> list[Segment]:
        """A row with a selection over the characters of `span`; an end of -1 is the end of the row."""
        end = sum(len(segment.text) for segment in segments) if span[1] == -1 else span[1]
        style = self._widget.screen.get_component_rich_style("screen--selection")
        return overlay(segments, max(span[0], left), end, style)

    def hint(self, sentence: str, width: int) -> Strip:
        """A centred label that takes the place of a row."""
        text = f" {sentence} "
        base = self._widget.rich_style
        cells = min(width, cell_width(text))
        segments = [Segment(" " * ((width - cells) // 2), base), Segment(pad(text, cells), self._over(HINT))]
        return Strip(segments).crop_extend(0, width, base)

    def _component(self, name: str) -> Style:
        return self._widget.get_component_rich_style(name, partial=True)

    def _over(self, name: str) -> Style:
        """A look over the widget's own, its colours mixed with the background."""
        return self._widget.rich_style + self._widget.get_component_rich_style(name)

    def _dress(self, run: Run) -> Style:
        key = (run.look, run.mark)
        dressed = self._palette.get(key)
        if dressed is None:
            dressed = self._palette[key] = self._mix(run)
        return dressed

    def _mix(self, run: Run) -> Style:
        dressed = self._over(component(run.look))
        if Mark.SPEECH in run.mark and run.look in (Look.PROSE, Look.QUOTE):
            dressed += self._component(SPEECH)
        if Mark.CODE in run.mark:
            dressed += self._component(component(Look.CODE))
        return dressed + Style(
            bold=True if Mark.STRONG in run.mark else None,
            italic=True if Mark.EMPHASIS in run.mark else None,
            strike=True if Mark.STRUCK in run.mark else None,
        )
