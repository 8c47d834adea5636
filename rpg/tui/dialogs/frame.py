"""The common frame of dialogs: a titled box in the middle, Esc goes back."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from rpg.tui.prose import Prose

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
        & VerticalScroll, & OptionList {
            scrollbar-size-vertical: 1;
            scrollbar-background: $surface;
            scrollbar-background-hover: $surface;
            scrollbar-background-active: $surface;
            scrollbar-color: $primary 40%;
        }
        & .lead { color: $text-muted; margin-bottom: 1; }
        & OptionList { background: $surface; border: none; padding: 0; height: auto; max-height: 16; }
        & OptionList:focus { border: none; background-tint: transparent 0%; }
        & Input { background: $panel; border: none; height: 1; padding: 0 1; margin-bottom: 1; }
        & Input:focus { border: none; }
        & .gap { margin-top: 1; }
    }
    """

    def title_text(self) -> str:
        """What stands in the frame."""
        return ""

    def hint_text(self) -> str:
        """The keys, below on the frame."""
        return ""

    def body(self) -> ComposeResult:
        """The widgets in the box."""
        yield from ()

    def compose(self) -> ComposeResult:
        box = Vertical(id="box")
        box.border_title = Content(self.title_text())
        box.border_subtitle = Content(self.hint_text())
        with box:
            yield from self.body()

    def action_back(self) -> None:
        self.dismiss(None)


def plain(text: str, classes: str = "") -> Prose:
    """A paragraph of text that is never read as markup."""
    return Prose(text, classes=classes)
