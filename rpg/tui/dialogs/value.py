"""One line of text to type."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Input

from rpg.text.clean import clean_line
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import say


class TextDialog(Dialog[str | None]):
    """Returns the line, "" when it was emptied, None when the player went back."""

    DEFAULT_CSS = "TextDialog Input { margin-bottom: 0; }"

    def __init__(
        self, title: str, text: str = "", *, lead: str = "", hint: str = "", secret: bool = False
    ) -> None:
        """secret: whether what is typed is not shown."""
        super().__init__()
        self._secret = secret
        self._title = title
        self._text = text
        self._lead = lead
        self._hint = hint

    def title_text(self) -> str:
        return self._title

    def hint_text(self) -> str:
        return self._hint or say(self, "text_hint")

    def body(self) -> ComposeResult:
        if self._lead:
            yield plain(self._lead, "lead")
        yield Input(self._text, password=self._secret, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(clean_line(event.value).strip())
