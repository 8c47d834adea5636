"""The built-in tools that are no rules of the game: looking up, asking, showing, remembering.

Running is pure: it gets the stage and, for a search, what the long-term memory answers.
Source: docs/tools.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rpg.context.delimit import escape
from rpg.runtime.arguments import Arguments
from rpg.runtime.errors import EditError
from rpg.text.prompts import prompt
from rpg.tools.cards import CARD_SCHEMA, read_card
from rpg.tools.declaration import Gate, Tool
from rpg.tools.game import Ran, Stage
from rpg.tools.lookup import LOOK_UP_SCHEMA, look_up
from rpg.tools.menus import ASK_SCHEMA, read_menu
from rpg.world.lorebook import Lorebook

LOOK_UP = "look_up"
ASK = "ask_user_input"
SHOW = "show_widget"
SAVE_MEMORY = "save_memory"
SEARCH_MEMORY = "search_memory"

MEMORY_TOOLS = frozenset({SAVE_MEMORY, SEARCH_MEMORY})
"""Tools of the long-term memory: isolation keeps them and their past results out."""

LONGEST_MEMORY = 500
"""Characters of one memory."""

MOST_MEMORIES = 8
"""Memories one turn may save."""

SAVE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"text": {"type": "string", "description": "one fact, complete in itself"}},
    "required": ["text"],
}

SEARCH_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"query": {"type": "string"}},
    "required": ["query"],
}


@dataclass(frozen=True, slots=True)
class Remembered:
    """A line that a search of the long-term memory found. world: of the story it comes from."""

    text: str
    world: str = ""


SearchMemory = Callable[[str], tuple[Remembered, ...]]
"""What the long-term memory finds for a query, best first, top K at most."""


def nothing_remembered(query: str) -> tuple[Remembered, ...]:
    """The memory of a session that has none."""
    return ()


def builtin_tools(language: str) -> tuple[Tool, ...]:
    """The declared built-in tools, in a stable order."""

    def tool(name: str, parameters: Mapping[str, Any], *gates: Gate) -> Tool:
        return Tool(
            name, "builtin", prompt(language, f"tool_{name}"), parameters, ("switch", "approval", *gates)
        )

    return (
        tool(LOOK_UP, LOOK_UP_SCHEMA),
        tool(ASK, ASK_SCHEMA),
        tool(SHOW, CARD_SCHEMA),
        tool(SAVE_MEMORY, SAVE_SCHEMA, "isolation", "memory", "memory_write"),
        tool(SEARCH_MEMORY, SEARCH_SCHEMA, "isolation", "memory", "memory_recall", "top_k"),
    )


def run_builtin(
    name: str,
    arguments: Mapping[str, Any],
    stage: Stage,
    search: SearchMemory,
    books: Sequence[Lorebook] = (),
) -> Ran:
    """Runs one call. Raises EditError; the stage is then as it was."""
    match name:
        case "look_up":
            return Ran(stage, look_up(stage.state, books, arguments))
        case "ask_user_input":
            menu = read_menu(arguments)
            return Ran(stage, {"ok": True, "shown": len(menu.choices)}, (menu.part,), ends=True)
        case "show_widget":
            return Ran(stage, {"ok": True}, (read_card(arguments).part,))
        case "save_memory":
            return _save(arguments, stage)
        case "search_memory":
            return Ran(stage, _search(arguments, search))
    raise EditError(
        "unknown_operation", f'There is no tool "{name}".', "Use a tool that is offered.", name=name
    )


def _save(arguments: Mapping[str, Any], stage: Stage) -> Ran:
    given = Arguments(SAVE_MEMORY, arguments)
    given.check(("text",))
    text = given.line("text")
    if len(text) > LONGEST_MEMORY:
        raise EditError(
            "too_long", f"text has more than {LONGEST_MEMORY} characters.", "Keep it to one fact."
        )
    if text in stage.memories:
        return Ran(stage, {"ok": True, "known": True})
    if len(stage.memories) == MOST_MEMORIES:
        raise EditError(
            "too_many", f"{MOST_MEMORIES} memories were saved this turn.", "Go on with the story."
        )
    return Ran(replace(stage, memories=(*stage.memories, text)), {"ok": True})


def _search(arguments: Mapping[str, Any], search: SearchMemory) -> dict[str, Any]:
    given = Arguments(SEARCH_MEMORY, arguments)
    given.check(("query",))
    found = search(given.line("query"))
    return {"ok": True, "found": [_line(one) for one in found]}


def _line(one: Remembered) -> dict[str, Any]:
    return {"text": escape(one.text), **({"world": one.world} if one.world else {})}
