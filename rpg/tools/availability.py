"""Which tools a session really has, and why not.

One function decides for listing, for the request and for execution alike. Source: docs/tools.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, assert_never

from rpg.tools.declaration import Gate, Tool

Approval = Literal["ask", "allow", "never"]

Reason = Literal[
    "switched_off",
    "approval_never",
    "no_clock",
    "isolated",
    "memory_off",
    "memory_write_off",
    "recall_off",
    "top_k_zero",
    "server_not_chosen",
    "server_offline",
    "server_lacks_tool",
    "no_tool_calling",
    "no_context_left",
]


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What the gates look at.

    switches, approvals: the player's own settings by tool name. chosen, online: MCP servers by name;
    listed: the tools each server really offers, by its own names. withheld: tools whose schemas found no room.
    """

    has_clock: bool = False
    isolated: bool = False
    memory: bool = False
    memory_write: bool = False
    memory_recall: bool = False
    top_k: int = 0
    native_tools: bool = True
    switches: Mapping[str, bool] = field(default_factory=dict)
    approvals: Mapping[str, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    online: frozenset[str] = frozenset()
    listed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    withheld: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Availability:
    """configured: the player's switch. reasons: all that keep the tool out, in the order of the gates."""

    tool: Tool
    configured: bool
    approval: str
    reasons: tuple[Reason, ...]

    @property
    def available(self) -> bool:
        return not self.reasons

    @property
    def asks(self) -> bool:
        """Whether the player is asked before each use. The rules of the game are never asked about."""
        return self.approval == "ask" and "approval" in self.tool.gates


def availability(tool: Tool, facts: SessionFacts) -> Availability:
    """Whether `tool` is really offered in a session, with every reason why not."""
    reasons = tuple(reason for gate in tool.gates if (reason := _closed(gate, tool, facts)) is not None)
    return Availability(tool, facts.switches.get(tool.name, True), approval_of(tool, facts), reasons)


def approval_of(tool: Tool, facts: SessionFacts) -> str:
    """The approval in force: the player's, else `ask` for tools that reach outside the game, else `allow`."""
    default = "ask" if tool.outside else "allow"
    return facts.approvals.get(tool.name) or default


def _closed(gate: Gate, tool: Tool, facts: SessionFacts) -> Reason | None:
    match gate:
        case "switch":
            return None if facts.switches.get(tool.name, True) else "switched_off"
        case "approval":
            return "approval_never" if approval_of(tool, facts) == "never" else None
        case "clock":
            return None if facts.has_clock else "no_clock"
        case "isolation":
            return "isolated" if facts.isolated else None
        case "memory":
            return None if facts.memory else "memory_off"
        case "memory_write":
            return None if facts.memory_write else "memory_write_off"
        case "memory_recall":
            return None if facts.memory_recall else "recall_off"
        case "top_k":
            return None if facts.top_k > 0 else "top_k_zero"
        case "server_chosen":
            return None if tool.server in facts.chosen else "server_not_chosen"
        case "server_online":
            return None if tool.server in facts.online else "server_offline"
        case "server_lists":
            listed = facts.listed.get(tool.server, frozenset())
            offline = tool.server not in facts.online
            return None if offline or tool.remote in listed else "server_lacks_tool"
        case "tool_calling":
            return None if facts.native_tools else "no_tool_calling"
        case "room":
            return "no_context_left" if tool.name in facts.withheld else None
        case _:
            assert_never(gate)
