"""Changing a longer text: the words of a message, a summary, an entry."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import TextArea

from rpg.text.clean import clean_text
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import say


class EditDialog(Dialog[str | None]):
    """Returns the new words, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "keep", show=False, priority=True)]
    DEFAULT_CSS = """
    EditDialog > #box { width: 84; height: 90%; max-height: 20; }
    EditDialog TextArea { height: 1fr; border: none; padding: 0; background: $boost; }
    EditDialog TextArea:focus { border: none; }
    """

    def __init__(self, text: str, *, title: str = "", lead: str = "") -> None:
        super().__init__()
        self._text = text
        self._title = title
        self._lead = lead
        self._asked = False

    def title_text(self) -> str:
        return self._title or say(self, "edit_title")

    def hint_text(self) -> str:
        return say(self, "edit_hint")

    def body(self) -> ComposeResult:
        if self._lead:
            yield plain(self._lead, "lead")
        yield TextArea(self._text, soft_wrap=True, tab_behavior="focus")

    def on_text_area_changed(self) -> None:
        self._asked = False
        self.query_one("#box").border_subtitle = Content(self.hint_text())

    def action_back(self) -> None:
        """Out, but never in one key with words that were changed."""
        if self._asked or self.query_one(TextArea).text == self._text:
            self.dismiss(None)
            return
        self._asked = True
        self.query_one("#box").border_subtitle = Content(say(self, "edit_lose"))

    def action_keep(self) -> None:
        self.dismiss(clean_text(self.query_one(TextArea).text))
