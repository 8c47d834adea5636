"""A sheet to read: labelled facts, a picture where the terminal can show one, and what can be done with it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from rpg.session.sheets import Facts
from rpg.tui.dialogs.frame import Reading, plain
from rpg.tui.dialogs.portrait import portrait_widget
from rpg.tui.words import say


class Sheet(Reading[str | None]):
    """Returns "change" or "file" when the player wants to change a fact, or the author's text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "leave('change')", show=False),
        Binding("o", "leave('file')", show=False),
    ]
    DEFAULT_CSS = """
    Sheet .portrait { margin-bottom: 1; }
    """

    def facts(self) -> Facts:
        """What stands on the sheet."""
        return ()

    def portrait(self) -> Path | None:
        """The picture of whom the sheet is about."""
        return None

    def hint_text(self) -> str:
        return say(self, "sheet_hint")

    def body(self) -> ComposeResult:
        picture = portrait_widget(self.portrait())
        if picture is not None:
            yield picture.add_class("portrait")
        for number, (label, text) in enumerate(self.facts()):
            heading = Content.styled(f"{label}\n", "bold $text-primary") if label else Content("")
            fact = plain("", "fact gap" if number else "fact")
            fact.update(Content.assemble(heading, text))
            yield fact

    def action_leave(self, wish: str) -> None:
        self.dismiss(wish)
