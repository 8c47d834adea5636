"""The line at the bottom: the keys that work now, as many as fit."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from rpg.text.cells import cell_width
from rpg.tui.actions import Action, Scope, actions_for
from rpg.tui.words import say


class KeyBar(Widget):
    """Keys and what they do; a click does it too. Only what the screen allows at present is shown."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar--key"}
    DEFAULT_CSS = """
    KeyBar {
        height: 1;
        dock: bottom;
        padding: 0 1;
        background: $panel;
        color: $foreground;
        link-style: none;
        link-color: $foreground;
        link-background-hover: $primary 40%;
        link-style-hover: none;
        & > .keybar--key { color: $text-accent; text-style: bold; }
    }
    """

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self._scope: Scope = scope

    def render(self) -> Text:
        key_style = self.get_component_rich_style("keybar--key", partial=True)
        text = Text(no_wrap=True, end="")
        room = self.size.width
        for action, label in self._shown():
            cells = cell_width(action.shown_key) + 1 + cell_width(label)
            gap = 2 if text.plain else 0
            if cells + gap > room:
                continue
            room -= cells + gap
            click = Style(meta={"@click": action.target})
            text.append(" " * gap)
            text.append(action.shown_key, key_style + click)
            text.append(f" {label}", click)
        return text

    def _shown(self) -> list[tuple[Action, str]]:
        """Actions that are possible now, in the order of the bar."""
        listed = sorted((a for a in actions_for(self._scope) if a.bar), key=lambda action: action.bar)
        return [(action, say(self, f"action_{action.name}")) for action in listed if self._allowed(action)]

    def _allowed(self, action: Action) -> bool:
        return action.scope == "everywhere" or bool(self.screen.check_action(action.method, ()))
