"""Everything the player can do by key, declared once; key bar, help, palette and bindings are made from it.

The name of an action is also its catalogue key: `action_<name>` is what the bar says, `about_<name>` what
help and palette say.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from textual.binding import Binding, BindingType

Scope = Literal["play", "title", "everywhere"]

Topic = Literal["writing", "going", "turn", "looking", "story", "game"]
"""Headings of help, in their order."""

TOPICS: tuple[Topic, ...] = get_args(Topic)


@dataclass(frozen=True, slots=True)
class Action:
    """One act. keys: of Textual, the first is shown. bar: place in the key bar, lowest first; 0: not there.
    topic: the heading of help it stands under."""

    name: str
    keys: tuple[str, ...]
    scope: Scope
    topic: Topic
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
    Action("travel", ("ctrl+t",), "play", "going", 1),
    Action("retry", ("ctrl+r",), "play", "turn", 2),
    Action("undo", ("f8",), "play", "turn", 3),
    Action("redo", ("f9",), "play", "turn", 9),
    Action("cancel", ("escape",), "play", "turn", 1),
    Action("context", ("f2",), "play", "looking", 5),
    Action("people", ("f3",), "play", "looking", 6),
    Action("lore", ("f4",), "play", "story", 7),
    Action("panes", ("f5",), "play", "looking", 4),
    Action("next_pane", ("f6",), "play", "looking"),
    Action("keep", ("f7",), "play", "turn", 2),
    Action("go_on", ("ctrl+g",), "play", "turn", 2),
    Action("record", ("alt+r",), "play", "turn", 2),
    Action("zoom", ("ctrl+o",), "play", "looking"),
    Action("search", ("ctrl+f",), "play", "looking"),
    Action("previous_reply", ("alt+left",), "play", "turn", 10),
    Action("next_reply", ("alt+right",), "play", "turn"),
    Action("timeline", ("alt+t",), "play", "turn", 7),
    Action("memory", ("alt+m",), "play", "story"),
    Action("tools", ("alt+o",), "play", "story"),
    Action("preset", ("alt+p",), "play", "story"),
    Action("place", ("alt+l",), "play", "looking"),
    Action("change", ("alt+c",), "play", "story"),
    Action("pulse", ("alt+n",), "play", "looking"),
    Action("search_all", ("alt+a",), "play", "looking"),
    Action("story_settings", ("alt+s",), "play", "story"),
    Action("watch", ("alt+w",), "play", "story"),
    Action("stop_notes", ("alt+x",), "play", "story", 11),
    Action("leave", ("f10",), "play", "game", 8),
    Action("new_story", ("n",), "title", "game", 1),
    Action("settings", ("s",), "title", "game", 2),
    Action("help", ("f1",), "everywhere", "game", 7),
    Action("commands", ("ctrl+p",), "everywhere", "game", 7),
    Action("narrator", ("f11",), "everywhere", "game"),
    Action("language", ("f12",), "everywhere", "game"),
    Action("theme", ("ctrl+l",), "everywhere", "game"),
    Action("quit", ("ctrl+q",), "everywhere", "game", 12),
)

_WORDS = {
    "ctrl": "^",
    "alt": "Alt+",
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
