"""All MCP servers of the player: connected in the background when they are chosen for play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from rpg.tools.declaration import Tool
from rpg.tools.results import error_result, foreign_result, foreign_text
from rpg.tools.servers.connection import Connection, ServerFailed
from rpg.tools.servers.table import ServerEntry
from rpg.tools.servers.tools import ServerTool, tool_documents, tools_from_documents, tools_of_server

LEARNED = "mcp tools "
"""What a server offered is remembered under this and its name, to say what is missing while it is away."""

_MESSAGES: Mapping[str, str] = {
    "server_offline": "The server is not connected.",
    "too_slow": "The server gave no answer in time.",
    "too_large": "The answer is too large to be read; the tool may have run.",
    "broke_off": "The connection broke off before the answer; the tool may have run.",
}


class ServerPool:
    """The servers by name. learned: remembers what they offered."""

    def __init__(
        self, entries: Iterable[ServerEntry], environ: Mapping[str, str], learned: MutableMapping[str, Any]
    ) -> None:
        self._learned = learned
        self._connections = {entry.name: Connection(entry, environ, self._keep) for entry in entries}

    @property
    def connections(self) -> tuple[Connection, ...]:
        return tuple(self._connections.values())

    def want(self, names: Iterable[str]) -> None:
        """Begins to connect to servers that are chosen for play; returns at once."""
        for name in names:
            if name in self._connections:
                self._connections[name].want()

    async def tried(self, names: Iterable[str], seconds: float) -> None:
        """Waits until each server was reached or failed once, `seconds` at most."""
        wanted = [self._connections[name].tried.wait() for name in names if name in self._connections]
        if wanted:
            tasks = [asyncio.ensure_future(one) for one in wanted]
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()

    def online(self) -> frozenset[str]:
        return frozenset(name for name, one in self._connections.items() if one.status == "online")

    def listed(self) -> dict[str, frozenset[str]]:
        """The tools each server really offers now, by its own names."""
        return {name: frozenset(tool.name for tool in one.tools) for name, one in self._connections.items()}

    def tools(self) -> tuple[Tool, ...]:
        """Every tool of every server, those included that only were offered the last time."""
        made: list[Tool] = []
        for name, one in self._connections.items():
            before = tools_from_documents(self._learned.get(f"{LEARNED}{name}"))
            made += tools_of_server(name, one.tools if one.status == "online" else one.tools or before)
        return tuple(made)

    async def run(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of one call; an error result when it failed."""
        connection = self._connections.get(tool.server)
        if connection is None:
            return _error("server_offline", "")
        try:
            text, failed = await connection.call(tool.remote, arguments)
        except ServerFailed as error:
            return _error(error.code, error.detail)
        limit = min(connection.entry.output, 6_000)
        if failed:
            said, _ = foreign_text(text, 300)
            return error_result("failed", "The tool reports an error.", detail=said)
        return foreign_result(text, limit)

    async def close(self) -> None:
        """Ends every connection."""
        await asyncio.gather(*(one.close() for one in self._connections.values()))

    def _keep(self, entry: ServerEntry, tools: tuple[ServerTool, ...]) -> None:
        self._learned[f"{LEARNED}{entry.name}"] = tool_documents(tools)


def _error(code: str, detail: str) -> dict[str, Any]:
    said, _ = foreign_text(detail, 300)
    more = {"detail": said} if said else {}
    return error_result(code, _MESSAGES[code], "Go on with the story without it.", **more)
