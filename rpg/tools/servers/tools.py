"""A server's tools as tools of the game: bounded, cleaned, under names that every model takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg.text.clean import clean_text
from rpg.tools.declaration import Gate, Tool
from rpg.tools.names import server_tool_name

MOST_TOOLS = 100
"""Tools of one server that are looked at."""

MOST_PAGES = 20

LONGEST_DESCRIPTION = 1_000
"""Characters of a description."""

LARGEST_SCHEMA = 8_000
"""Characters of a schema as JSON; a tool with a larger one is offered without its parameters' details."""

SERVER_GATES: tuple[Gate, ...] = (
    "isolation",
    "server_chosen",
    "server_online",
    "server_lists",
    "switch",
    "approval",
    "tool_calling",
    "room",
)

ANY = "*"
"""Stands for the tools of a server that nobody has seen yet."""


@dataclass(frozen=True, slots=True)
class ServerTool:
    """A tool as its server lists it."""

    name: str
    description: str
    parameters: Mapping[str, Any]


def tools_of_server(server: str, listed: Iterable[ServerTool]) -> tuple[Tool, ...]:
    """The tools of a server, by name; one row that stands for all when nothing is known of them."""
    made = {tool.name: tool for tool in (_tool(server, one) for one in listed)}
    if not made:
        return (Tool(f"{server}__{ANY}", "mcp", "", {}, SERVER_GATES, server, ANY),)
    return tuple(made[name] for name in sorted(made))[:MOST_TOOLS]


def _tool(server: str, one: ServerTool) -> Tool:
    description = clean_text(one.description).strip()[:LONGEST_DESCRIPTION]
    parameters = bounded_schema(one.parameters)
    name = server_tool_name(server, one.name)
    return Tool(name, "mcp", description or one.name, parameters, SERVER_GATES, server, one.name)


def bounded_schema(schema: Any) -> Mapping[str, Any]:
    """A schema that a model can be sent: an object, and not too large."""
    plain: Mapping[str, Any] = {"type": "object", "properties": {}}
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return plain
    try:
        text = json.dumps(schema, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return plain
    if len(text) > LARGEST_SCHEMA:
        names = list(schema.get("properties") or {})[:50]
        return {"type": "object", "properties": {str(name): {} for name in names}}
    cleaned: Mapping[str, Any] = json.loads(clean_text(text).replace("\n", " "))
    return {"properties": {}, **cleaned}


def tool_documents(listed: Iterable[ServerTool]) -> list[dict[str, Any]]:
    """JSON form, for remembering what a server offered."""
    return [{"name": t.name, "description": t.description, "parameters": dict(t.parameters)} for t in listed]


def tools_from_documents(documents: Any) -> tuple[ServerTool, ...]:
    """Back from `tool_documents`; what has another form is left out."""
    if not isinstance(documents, list):
        return ()
    return tuple(
        ServerTool(one["name"], str(one.get("description", "")), one.get("parameters") or {})
        for one in documents
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    )
