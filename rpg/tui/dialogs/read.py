"""Lines to read, with nothing to choose."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content

from rpg.tui.dialogs.frame import Reading
from rpg.tui.prose import Prose
from rpg.tui.words import say


class ReadDialog(Reading[None]):
    """Shows lines; texts are never read as markup."""

    DEFAULT_CSS = "ReadDialog > #box { width: 84; }"

    def __init__(self, title: str, lines: Sequence[str | Content]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def title_text(self) -> str:
        return self._title

    def hint_text(self) -> str:
        return say(self, "back_hint")

    def body(self) -> ComposeResult:
        lines = [line if isinstance(line, Content) else Content(line) for line in self._lines]
        yield Prose(Content("\n").join(lines))
