"""What a tool is: its name, where it comes from, what the model is told, and the gates it must pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ToolSource = Literal["game", "builtin", "mcp", "command"]

OUTSIDE_SOURCES: frozenset[ToolSource] = frozenset({"mcp", "command"})
"""Sources whose tools reach outside the game: their results are foreign text and cannot be undone."""

Gate = Literal[
    "switch",
    "approval",
    "clock",
    "isolation",
    "memory",
    "memory_write",
    "memory_recall",
    "top_k",
    "server_chosen",
    "server_online",
    "server_lists",
    "tool_calling",
    "room",
]

OUTSIDE_GATES: tuple[Gate, ...] = ("isolation", "switch", "approval", "tool_calling", "room")
"""What every tool that reaches outside must pass."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as declared. `source` "game": part of the rules, always on and never isolated.

    name: as the model calls it and as settings name it. description: what the model is told now; original:
    what it would be told without the player's own text, "" when that is the same. server: the MCP server's
    name, "" for others. remote: what that server calls the tool.
    """

    name: str
    source: ToolSource
    description: str
    parameters: Mapping[str, Any]
    gates: tuple[Gate, ...] = ()
    server: str = ""
    remote: str = ""
    original: str = ""

    @property
    def outside(self) -> bool:
        """Whether it reaches outside the game."""
        return self.source in OUTSIDE_SOURCES
