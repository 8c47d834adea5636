"""A question with choices: shown as a numbered menu in the chat, answered by number or in words.

The part's data is JSON: `{"question": TEXT, "choices": [TEXT, …]}`; the choices are numbered from 1.
Source: docs/tools.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.runtime.arguments import Arguments
from rpg.runtime.errors import EditError
from rpg.text.clean import clean_line
from rpg.timeline.nodes import Part, WidgetPart

MENU = "choices"
"""Kind of the part."""

MOST_CHOICES = 9
LONGEST_CHOICE = 300
"""Characters of the question, and of one choice."""

ASK_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "choices": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": MOST_CHOICES},
    },
    "required": ["question", "choices"],
}


@dataclass(frozen=True, slots=True)
class Menu:
    """A question that waits for the player."""

    question: str
    choices: tuple[str, ...]

    @property
    def part(self) -> WidgetPart:
        document = {"question": self.question, "choices": list(self.choices)}
        return WidgetPart(MENU, json.dumps(document, ensure_ascii=False, separators=(",", ":")))

    @property
    def text(self) -> str:
        """The menu as plain lines."""
        lines = [f"{number}. {choice}" for number, choice in enumerate(self.choices, 1)]
        return "\n".join([self.question, *lines])


def read_menu(arguments: Mapping[str, Any]) -> Menu:
    """The menu that a call asks for. Raises EditError."""
    given = Arguments("ask_user_input", arguments)
    given.check(("question", "choices"))
    choices = tuple(dict.fromkeys(_labels(given)))
    if not 2 <= len(choices) <= MOST_CHOICES:
        raise given.bad("choices", f"2 to {MOST_CHOICES} different texts")
    menu = Menu(given.line("question"), choices)
    if any(len(text) > LONGEST_CHOICE for text in (menu.question, *choices)):
        raise EditError("too_long", f"A text has more than {LONGEST_CHOICE} characters.", "Keep it short.")
    return menu


def _labels(given: Arguments) -> Iterable[str]:
    """Choices as texts; models also send objects with a label."""
    value = given.values["choices"]
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        named = [item.get("label") or item.get("text") or item.get("title") for item in value]
        return Arguments(given.what, {"choices": named}).lines("choices")
    return given.lines("choices")


def menu_of(parts: Iterable[Part]) -> Menu | None:
    """The menu that a message ends with, None when it has none."""
    data = [part.data for part in parts if isinstance(part, WidgetPart) and part.kind == MENU]
    if not data:
        return None
    try:
        document = json.loads(data[-1])
        choices = tuple(clean_line(str(choice)) for choice in document["choices"])
        return Menu(clean_line(str(document["question"])), choices)
    except (ValueError, KeyError, TypeError):
        return None


def choice_meant(menu: Menu | None, text: str) -> str:
    """What the player means: the choice of a bare number, else the words as they are."""
    word = text.strip().rstrip(".。)）")
    if menu is None or not word.isdecimal() or len(word) > 2:
        return text
    number = int(word)
    return menu.choices[number - 1] if 1 <= number <= len(menu.choices) else text
