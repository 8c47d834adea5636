"""What the model is told of a tool can be tuned: a text of the player's own, written by hand or by a model.

Source: docs/tools.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import unified_diff

from rpg.text.clean import clean_text
from rpg.text.prompts import prompt
from rpg.tools.declaration import Tool

LONGEST = 2_000
"""Characters of a description."""

MOST_USES = 6
"""Recent uses that a rewriting model is shown."""


def custom_key(name: str) -> str:
    """The option that holds a tool's own text."""
    return f"tools.{name}.custom_description"


def described(tool: Tool, custom: Callable[[str], str | None]) -> Tool:
    """The tool as the model is told of it: with the player's own text where there is one."""
    own = custom(tool.name)
    text = clean_text(own).strip()[:LONGEST] if own else ""
    if not text or text == tool.description:
        return tool
    return replace(tool, description=text, original=tool.description)


def original_of(tool: Tool) -> str:
    """What the model would be told without a text of the player's own."""
    return tool.original or tool.description


def rewriting_prompt(tool: Tool, uses: Sequence[tuple[str, str]], language: str) -> str:
    """The request for a better description. uses: (arguments, result) of recent calls, as JSON text."""
    shown = "\n".join(f"{arguments} -> {result[:200]}" for arguments, result in uses[-MOST_USES:])
    return prompt(language, "tool_rewrite").format_map(
        {
            "name": tool.name,
            "description": tool.description,
            "schema": json.dumps(_plain(tool.parameters), ensure_ascii=False),
            "uses": shown or "-",
        }
    )


def rewritten(reply: str) -> str:
    """The description in a model's reply; "" when there is none."""
    return clean_text(reply).strip().strip('"“”').strip()[:LONGEST]


def description_diff(old: str, new: str) -> tuple[str, ...]:
    """What a new text changes, line by line, marked with + and -."""
    lines = unified_diff(_sentences(old), _sentences(new), lineterm="", n=100)
    return tuple(lines)[3:] if old != new else ()


def _sentences(text: str) -> list[str]:
    broken = text.replace(". ", ".\n").replace("。", "。\n").replace("；", "；\n")
    return [line for line in broken.split("\n") if line.strip()]


def _plain(value: object) -> object:
    return json.loads(json.dumps(value, default=dict))
