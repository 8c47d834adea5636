"""Help: every key of the screen, what typing does, and where to go on."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rpg.text.cells import cell_width, pad
from rpg.tui.actions import Scope, actions_for
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import say

_TYPING = ("enter", "new_line", "history", "exits", "scroll", "choose_message", "map")


class HelpScreen(Dialog[None]):
    """The keys of one screen."""

    DEFAULT_CSS = """
    HelpScreen > #box { width: 84; }
    HelpScreen VerticalScroll { height: auto; max-height: 30; }
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self._scope: Scope = scope

    def title_text(self) -> str:
        return say(self, "help_title")

    def hint_text(self) -> str:
        return say(self, "back_hint")

    def body(self) -> ComposeResult:
        yield plain(say(self, "help_play" if self._scope == "play" else "help_title_screen"), "lead")
        with VerticalScroll():
            yield Static(_table(self._rows()))

    def _rows(self) -> list[tuple[str, str]]:
        rows = [(a.shown_key, say(self, f"about_{a.name}")) for a in actions_for(self._scope) if a.keys]
        if self._scope == "play":
            rows.extend((say(self, f"key_{name}"), say(self, f"does_{name}")) for name in _TYPING)
        return rows


def _table(rows: list[tuple[str, str]]) -> Content:
    width = max(cell_width(key) for key, _ in rows)
    lines = [
        Content.assemble(Content.styled(pad(key, width), "bold $text-accent"), "  ", text)
        for key, text in rows
    ]
    return Content("\n").join(lines)
