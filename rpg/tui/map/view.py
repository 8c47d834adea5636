"""The map widget: a drawn chart with a cursor, on the line API."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rpg.text.cells import Ambiguous
from rpg.text.mapping import Chart, ChartRun, Ink, draw_chart
from rpg.tui.map.sheet import Sheet

LABEL_CELLS = (28, 22, 18, 16, 14, 12)
"""Cells of the longest name, tried in turn until the chart fits its pane."""

SCROLLED = 16
"""Cells of the longest name where the chart has to be scrolled anyway."""

EMPTY = Chart(0, 0, (), ())


def component(ink: Ink) -> str:
    """The name of the component class of an ink."""
    return f"map--{ink.value}"


class MapView(ScrollView, can_focus=True):
    """A map. `cursor` is the place the keyboard is at; `charts` counts the charts drawn so far."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("home", "to_here", show=False),
        Binding("enter", "go", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {*(component(ink) for ink in Ink), "map--cursor"}
    DEFAULT_CSS = """
    MapView {
        overflow: auto auto;
        scrollbar-size: 0 0;
        & > .map--place { color: $foreground; }
        & > .map--here { color: $text-accent; text-style: bold; }
        & > .map--hearsay { color: $text-muted; }
        & > .map--temporary { color: $text-secondary; text-style: italic; }
        & > .map--gate { color: $text-primary; }
        & > .map--way { color: $text-muted; }
        & > .map--locked { color: $text-error; text-style: bold; }
        & > .map--cursor { text-style: reverse; }
    }
    """

    class PlaceChosen(Message):
        """The player wants to go to a place."""

        def __init__(self, map_view: MapView, place: str) -> None:
            super().__init__()
            self.map_view = map_view
            self.place = place

        @property
        def control(self) -> MapView:
            return self.map_view

    def __init__(self, *, ambiguous: Ambiguous = 1, id: str | None = None) -> None:
        super().__init__(id=id)
        self.chart = EMPTY
        self.cursor: str | None = None
        self.charts = 0
        self._ambiguous = ambiguous
        self._sheet: Sheet | None = None
        self._left = self._above = 0

    def show(self, sheet: Sheet) -> None:
        """Draw a sheet, if it is another than the one that is shown."""
        if sheet == self._sheet:
            return
        self._sheet = sheet
        self._draw()
        self.cursor = self._here()
        self._arrange()

    def _draw(self) -> None:
        """Draw the sheet with names as long as the pane allows, and whole ones where it has to be scrolled anyway.

        A pane that is not seen draws nothing: it is drawn when it gets its size.
        """
        sheet, width = self._sheet, self.size.width
        if sheet is None or not width:
            return
        for cells in (*LABEL_CELLS, SCROLLED):
            self.chart = draw_chart(sheet.nodes, sheet.edges, label_cells=cells, ambiguous=self._ambiguous)
            self.charts += 1
            if self.chart.width <= width:
                return

    def _here(self) -> str | None:
        nodes = self._sheet.nodes if self._sheet else ()
        return next((node.id for node in nodes if node.here), None)

    def on_resize(self, _event: events.Resize) -> None:
        self._draw()
        self._arrange()

    def _arrange(self) -> None:
        """Centre a chart that is smaller than the pane; bring the cursor of a larger one into view."""
        self._left = max(0, (self.size.width - self.chart.width) // 2)
        self._above = max(0, (self.size.height - self.chart.height) // 2)
        self.virtual_size = Size(self.chart.width, self.chart.height)
        self._show_cursor()
        self.refresh()

    def _show_cursor(self) -> None:
        box = self.chart.box(self.cursor) if self.cursor else None
        if box is not None and self.size.width:
            region = Region(box.x, box.y, box.width, 1)
            self.scroll_to_region(region, spacing=Spacing(2, 3, 2, 3), animate=False, force=True)

    # ---- walking

    def action_move(self, dx: int, dy: int) -> None:
        """Take the cursor to the neighbouring place in a direction."""
        following = self.chart.neighbour(self.cursor or "", dx, dy)
        if following:
            self.cursor = following
            self._show_cursor()
            self.refresh()

    def action_to_here(self) -> None:
        self.cursor = self._here()
        self._show_cursor()
        self.refresh()

    def action_go(self) -> None:
        if self.cursor and self.cursor != self._here():
            self.post_message(self.PlaceChosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        offset = self.scroll_offset
        place = self.chart.at(event.x - self._left + offset.x, event.y - self._above + offset.y)
        if place:
            self.cursor = place
            self.refresh()
            self.action_go()

    def watch_has_focus(self, _value: bool) -> None:
        self.refresh()

    # ---- painting

    def render_line(self, y: int) -> Strip:
        base, width = self.rich_style, self.size.width
        row = y - self._above + self.scroll_offset.y
        if not 0 <= row < self.chart.height:
            return Strip.blank(width, base)
        segments = [Segment(" " * self._left, base)] if self._left else []
        segments.extend(Segment(run.text, self._dress(run, base)) for run in self.chart.lines[row])
        x = self.scroll_offset.x
        return Strip(segments).crop_extend(x, x + width, base)

    def _dress(self, run: ChartRun, base: Style) -> Style:
        dressed = base + self.get_component_rich_style(component(run.ink))
        if run.id and run.id == self.cursor and self.has_focus:
            dressed += self.get_component_rich_style("map--cursor", partial=True)
        return dressed
