"""Where the player types: several lines, a history, and pastes that never send."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from rpg.text.clean import clean_text
from rpg.tui.words import say

NEW_LINE_KEYS = frozenset({"ctrl+j", "alt+enter", "shift+enter", "ctrl+enter"})
"""Keys for a new line; not every terminal tells shift+enter from enter (docs/terminal.md, "Text")."""

LONGEST = 50_000
"""Characters of a message that is pasted: some twelve thousand tokens, and typing on stays quick."""

_PAGES = {"pageup": -1, "pagedown": 1}


class History:
    """What the player said before, walked from the end; the unfinished text comes back at the bottom."""

    def __init__(self, load: Callable[[], Sequence[str]]) -> None:
        """load: the player's earlier messages, oldest first; asked for when the walk begins."""
        self._load = load
        self._texts: list[str] = []
        self._at = 0

    def back(self, current: str) -> str | None:
        """The text before; None at the oldest."""
        if not self._texts:
            self._texts = [*self._load(), current]
            self._at = len(self._texts) - 1
        return self._go(-1)

    def forward(self) -> str | None:
        """The text after; None at the unfinished one."""
        return self._go(1) if self._texts else None

    def leave(self) -> None:
        """The text was sent or changed by hand: the next walk begins at the end."""
        self._texts = []

    def _go(self, step: int) -> str | None:
        if not 0 <= self._at + step < len(self._texts):
            return None
        self._at += step
        return self._texts[self._at]


class Prompt(TextArea):
    """The input of the play screen."""

    DEFAULT_CSS = """
    Prompt {
        height: auto;
        max-height: 8;
        min-height: 1;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        & .text-area--cursor-line { background: $background; }
    }
    """

    class Sent(Message):
        """Enter was pressed on a text that is not empty."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Paged(Message):
        """The story shall be scrolled by so many pages; None: to its end."""

        def __init__(self, pages: int | None) -> None:
            super().__init__()
            self.pages = pages

    def __init__(self, past: History, *, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(
            id=id,
            soft_wrap=True,
            tab_behavior="focus",
            show_line_numbers=False,
            compact=True,
            highlight_cursor_line=False,
            placeholder=placeholder,
        )
        self.past = past

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            self._handled(event)
            if self.text.strip():
                self.post_message(self.Sent(self.text))
        elif event.key in NEW_LINE_KEYS:
            self._handled(event)
            self.insert("\n")
        elif event.key in _PAGES:
            self._handled(event)
            self.post_message(self.Paged(_PAGES[event.key]))
        elif event.key == "end" and self.cursor_location == self.document.end:
            self._handled(event)
            self.post_message(self.Paged(None))
        elif event.key == "up" and self.cursor_location[0] == 0:
            self._recall(event, self.past.back(self.text))
        elif event.key == "down" and self.cursor_location[0] == self.document.line_count - 1:
            self._recall(event, self.past.forward())
        elif event.key.startswith("alt+"):
            self._handled(event)  # an act that is not possible now is no letter
        else:
            if event.is_printable:
                self.past.leave()
            await super()._on_key(event)

    @staticmethod
    def _handled(event: events.Key) -> None:
        event.stop()
        event.prevent_default()

    def _recall(self, event: events.Key, text: str | None) -> None:
        if text is not None:
            self._handled(event)
            self.put(text)

    def put(self, text: str) -> None:
        """Replace the whole text, the cursor at its end."""
        self.text = text
        self.move_cursor(self.document.end)

    async def _on_paste(self, event: events.Paste) -> None:
        """A paste is text, whatever is in it; it never sends. One too long is left where it is."""
        event.stop()
        event.prevent_default()
        pasted = clean_text(event.text)
        length = len(self.text) - len(self.selected_text) + len(pasted)
        if length > LONGEST:
            said = say(self, "paste_too_long", length=f"{length:,}", most=f"{LONGEST:,}")
            self.app.notify(said, severity="warning", markup=False)
            return
        self.past.leave()
        result = self._replace_via_keyboard(pasted, *self.selection)
        if result:
            self.move_cursor(result.end_location)
