"""The common frame of dialogs: a titled box in the middle, Esc goes back."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from rpg.tui.prose import Prose
from rpg.tui.words import say

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """A box over the screen. `body` says what is in it; None is the result of going back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False, priority=True)]
    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 60%;
        & > #box {
            width: 72;
            max-width: 96%;
            height: auto;
            max-height: 90%;
            padding: 0 2;
            border: round $primary;
            border-title-color: $text-primary;
            border-title-style: bold;
            border-subtitle-color: $text-muted;
            background: $surface;
        }
        & VerticalScroll, & OptionList, & > #box {
            scrollbar-size-vertical: 1;
            scrollbar-background: $surface;
            scrollbar-background-hover: $surface;
            scrollbar-background-active: $surface;
            scrollbar-color: $rule;
        }
        & .lead { color: $text-muted; margin-bottom: 1; }
        & OptionList { background: $surface; border: none; padding: 0; height: auto; max-height: 16; }
        & OptionList:focus { border: none; background-tint: transparent 0%; }
        & Input { background: $panel; border: none; height: 1; padding: 0 1; margin-bottom: 1; }
        & Input:focus { border: none; }
        & .gap { margin-top: 1; }
        & .last { margin-bottom: 0; }
    }
    """

    _over = False

    def title_text(self) -> str:
        """What stands in the frame."""
        return ""

    def hint_text(self) -> str:
        """The keys, below on the frame."""
        return ""

    def body(self) -> ComposeResult:
        """The widgets in the box."""
        yield from ()

    def box(self) -> Vertical | VerticalScroll:
        """What holds the widgets."""
        return Vertical(id="box")

    def compose(self) -> ComposeResult:
        box = self.box()
        box.border_title = Content(self.title_text())
        box.border_subtitle = Content(self.hint_text())
        with box:
            yield from self.body()

    def action_back(self) -> None:
        self.dismiss(None)

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave with a result. Keys that were pressed before the box has gone leave nothing below it."""
        if self._over:
            return AwaitComplete()
        self._over = True
        return super().dismiss(result)


class Reading(Dialog[Result]):
    """A box to read in: what does not fit is scrolled to, and the frame says so."""

    def box(self) -> VerticalScroll:
        return VerticalScroll(id="box")

    def on_resize(self, _event: events.Resize) -> None:
        self.call_after_refresh(self._say_keys)

    def _say_keys(self) -> None:
        if not self.is_mounted:
            return
        box = self.query_one("#box", VerticalScroll)
        keys = [say(self, "read_hint")] if box.max_scroll_y else []
        box.border_subtitle = Content(" · ".join([*keys, self.hint_text()]))


def plain(text: str, classes: str = "") -> Prose:
    """A paragraph of text that is never read as markup."""
    return Prose(text, classes=classes)
