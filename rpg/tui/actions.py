"""Everything the player can do by key, declared once; key bar, help, palette and bindings are made from it.

The name of an action is also its catalogue key: `action_<name>` is what the bar says, `about_<name>` what
help and palette say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

Scope = Literal["play", "title", "everywhere"]


@dataclass(frozen=True, slots=True)
class Action:
    """One act. keys: of Textual, the first is shown. bar: place in the key bar, lowest first; 0: not there."""

    name: str
    keys: tuple[str, ...]
    scope: Scope
    bar: int = 0

    @property
    def shown_key(self) -> str:
        return shown(self.keys[0]) if self.keys else ""

    @property
    def method(self) -> str:
        """The action method; the palette is an act of Textual itself."""
        return "command_palette" if self.name == "commands" else self.name

    @property
    def target(self) -> str:
        """The method with the object that has it, for clicks and the palette."""
        return f"{'app' if self.scope == 'everywhere' else 'screen'}.{self.method}"


ACTIONS: tuple[Action, ...] = (
    Action("travel", ("ctrl+t",), "play", 1),
    Action("retry", ("ctrl+r",), "play", 2),
    Action("undo", ("f8",), "play", 3),
    Action("redo", ("f9",), "play", 9),
    Action("cancel", ("escape",), "play", 1),
    Action("context", ("f2",), "play", 4),
    Action("people", ("f3",), "play", 5),
    Action("lore", ("f4",), "play", 6),
    Action("panes", ("f5",), "play", 6),
    Action("next_pane", ("f6",), "play"),
    Action("keep", ("f7",), "play", 2),
    Action("go_on", ("ctrl+g",), "play", 2),
    Action("record", ("alt+r",), "play", 2),
    Action("zoom", ("ctrl+o",), "play"),
    Action("search", ("ctrl+f",), "play"),
    Action("previous_reply", ("alt+left",), "play", 10),
    Action("next_reply", ("alt+right",), "play"),
    Action("timeline", ("alt+t",), "play", 7),
    Action("memory", ("alt+m",), "play"),
    Action("tools", ("alt+o",), "play"),
    Action("preset", ("alt+p",), "play"),
    Action("place", ("alt+l",), "play"),
    Action("change", ("alt+c",), "play"),
    Action("pulse", ("alt+b",), "play"),
    Action("search_all", ("alt+f",), "play"),
    Action("story_settings", ("alt+s",), "play"),
    Action("watch", ("alt+w",), "play"),
    Action("stop_notes", ("alt+x",), "play", 11),
    Action("leave", ("f10",), "play", 8),
    Action("new_story", ("n",), "title", 1),
    Action("settings", ("s",), "title", 2),
    Action("help", ("f1",), "everywhere", 7),
    Action("commands", ("ctrl+p",), "everywhere", 7),
    Action("narrator", ("f11",), "everywhere"),
    Action("language", ("f12",), "everywhere"),
    Action("theme", ("ctrl+l",), "everywhere"),
    Action("quit", ("ctrl+q",), "everywhere", 12),
)

_WORDS = {
    "ctrl": "^",
    "alt": "alt+",
    "escape": "Esc",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
}


def shown(key: str) -> str:
    """A key as people write it: "^T", "F8", "alt+←"."""
    *modifiers, last = key.split("+")
    name = _WORDS.get(last, last.upper() if len(last) == 1 or last[0] == "f" else last)
    return "".join(_WORDS.get(modifier, f"{modifier}+") for modifier in modifiers) + name


def actions_for(scope: Scope) -> tuple[Action, ...]:
    """The actions of a screen, those of every screen included."""
    return tuple(action for action in ACTIONS if action.scope in (scope, "everywhere"))


def bindings(actions: Iterable[Action], *, priority: bool) -> list[BindingType]:
    """The actions as key bindings of a screen or of the app."""
    return [
        Binding(
            ",".join(action.keys), action.method, action.name, show=False, priority=priority, id=action.name
        )
        for action in actions
    ]
