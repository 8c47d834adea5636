"""The line at the bottom: the keys that work now, as many as fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from rpg.text.cells import cell_width
from rpg.tui.actions import Action, Scope, actions_for
from rpg.tui.words import say

ALWAYS = ("help", "commands")
"""Acts that stand in every bar, however narrow: whoever finds them finds the rest."""

GAP = 2
"""Cells between two acts."""

Labelled = tuple[Action, str]
"""An action and what the bar says for it."""


class KeyBar(Widget):
    """Keys and what they do; a click does it too. Only what the screen allows at present is shown.

    hint: what the keys do where the keyboard is, before everything else; "" where that needs no word.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar--key", "keybar--hint"}
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
        & > .keybar--hint { color: $text-success; }
    }
    """

    def __init__(self, scope: Scope, hint: Callable[[], str] = str) -> None:
        super().__init__()
        self._scope: Scope = scope
        self._hint = hint

    def render(self) -> Text:
        key_style = self.get_component_rich_style("keybar--key", partial=True)
        text = Text(no_wrap=True, end="")
        hint = self._hint()
        if hint:
            text.append(hint, self.get_component_rich_style("keybar--hint", partial=True))
        room = self.size.width - cell_width(hint) + (0 if hint else GAP)
        for action, label in fitting(self._shown(), room):
            click = Style(meta={"@click": action.target})
            text.append(" " * (GAP if text.plain else 0))
            text.append(action.shown_key, key_style + click)
            text.append(f" {label}", click)
        return text

    def _shown(self) -> list[Labelled]:
        """Actions that are possible now, in the order of the bar."""
        listed = sorted((a for a in actions_for(self._scope) if a.bar), key=lambda action: action.bar)
        return [(action, say(self, f"action_{action.name}")) for action in listed if self._allowed(action)]

    def _allowed(self, action: Action) -> bool:
        return action.scope == "everywhere" or bool(self.screen.check_action(action.method, ()))


def fitting(shown: Iterable[Labelled], room: int) -> list[Labelled]:
    """What of a bar fits, in its order; what always stands there is given its room first. room: cells, with a gap
    for each."""
    listed = list(shown)
    kept: set[str] = set()
    for action, label in sorted(listed, key=lambda one: one[0].name not in ALWAYS):
        cells = GAP + cell_width(action.shown_key) + 1 + cell_width(label)
        if cells <= room:
            room -= cells
            kept.add(action.name)
    return [one for one in listed if one[0].name in kept]
