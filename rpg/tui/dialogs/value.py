"""One line of text to type."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from rpg.text.clean import clean_line
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.prose import Prose
from rpg.tui.words import say


class TextDialog(Dialog[str | None]):
    """Returns the line, "" when it was emptied, None when the player went back."""

    DEFAULT_CSS = """
    TextDialog Input { margin-bottom: 0; }
    TextDialog #wrong { color: $text-error; margin-top: 1; display: none; }
    """

    def __init__(
        self,
        title: str,
        text: str = "",
        *,
        lead: str = "",
        hint: str = "",
        secret: bool = False,
        wrong: Callable[[str], str] = lambda _text: "",
    ) -> None:
        """secret: whether what is typed is not shown. wrong: what is wrong with a line, "" for nothing; a wrong one
        stays to be mended."""
        super().__init__()
        self._secret = secret
        self._title = title
        self._text = text
        self._lead = lead
        self._hint = hint
        self._wrong = wrong

    def title_text(self) -> str:
        return self._title

    def hint_text(self) -> str:
        return self._hint or say(self, "text_hint")

    def body(self) -> ComposeResult:
        if self._lead:
            yield plain(self._lead, "lead")
        yield Input(self._text, password=self._secret, select_on_focus=False)
        yield Prose(id="wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = clean_line(event.value).strip()
        wrong = self._wrong(line)
        if not wrong:
            self.dismiss(line)
            return
        told = self.query_one("#wrong", Prose)
        told.update(Content(wrong))
        told.display = True
