"""What a tool is: its name, where it comes from, what the model is told, and the gates it must pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ToolSource = Literal["game", "builtin", "mcp", "command"]

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


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as declared. `source` "game": part of the rules, always on and never isolated.

    server: the MCP server's name, "" for others.
    """

    name: str
    source: ToolSource
    description: str
    parameters: Mapping[str, Any]
    gates: tuple[Gate, ...] = ()
    server: str = ""
