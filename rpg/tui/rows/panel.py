"""A dialog nearly as large as the screen: a list, and below it what there is to say about the row chosen."""

from __future__ import annotations

from typing import TypeVar

from textual.app import ComposeResult
from textual.content import Content

from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.prose import Prose
from rpg.tui.rows.view import RowView

Result = TypeVar("Result")


class Panel(Dialog[Result]):
    """Subclasses give `lead_text`, fill the rows and say what `detail` shows."""

    DEFAULT_CSS = """
    Panel {
        & > #box { width: 120; max-width: 100%; height: 1fr; max-height: 46; margin: 1 0; }
        & #lead { margin-bottom: 1; }
        & #detail {
            height: auto;
            max-height: 45%;
            min-height: 4;
            border-top: solid $rule;
            overflow-y: auto;
            scrollbar-size-vertical: 1;
        }
    }
    """

    def lead_text(self) -> str:
        """What stands above the list."""
        return ""

    def body(self) -> ComposeResult:
        yield plain(self.lead_text(), "lead")
        yield RowView()
        yield Prose(id="detail")

    @property
    def rows(self) -> RowView:
        return self.query_one(RowView)

    def show_detail(self, content: Content) -> None:
        """What is said about the row of the cursor."""
        self.query_one("#detail", Prose).update(content)

    def on_row_view_highlighted(self, message: RowView.Highlighted) -> None:
        """The cursor moved: subclasses say what the row is about."""
        self.show_detail(self.detail(message.index))

    def detail(self, index: int) -> Content:
        """What there is to say about a row."""
        return Content("")
