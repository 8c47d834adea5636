"""The tool centre of a session: every tool there is, the facts that decide about each, and how outside ones run.

Source: docs/tools.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any

from rpg.config.config import Config
from rpg.tools.availability import SessionFacts
from rpg.tools.builtin import SearchMemory, builtin_tools, nothing_remembered
from rpg.tools.commands.runner import CommandRunner, command_line
from rpg.tools.commands.table import CommandTool, ToolProblem, command_tools
from rpg.tools.declaration import Tool
from rpg.tools.describing import custom_key, described
from rpg.tools.execute import ToolBox
from rpg.tools.game import game_tools
from rpg.tools.results import error_result
from rpg.tools.servers.pool import ServerPool
from rpg.tools.servers.table import server_entries
from rpg.world.lorebook import Lorebook

Settings = Callable[[str], Any]
"""The value of an option, as the session has it."""


class ToolCentre:
    """Reads the player's tables once and keeps what runs in the background. Close it.

    data: folder below which command tools have their working folders.
    """

    def __init__(
        self, config: Config, data: Path, environ: Mapping[str, str], learned: MutableMapping[str, Any]
    ) -> None:
        folder = config.file.parent
        commands, wrong = command_tools(config.table("tools"), folder, data)
        servers, wrong_servers = server_entries(config.table("mcp.servers"), folder)
        self.problems: tuple[ToolProblem, ...] = (*wrong, *wrong_servers)
        self.servers = ServerPool(servers, environ, learned)
        self._commands: Mapping[str, CommandTool] = {tool.name: tool for tool in commands}
        self._runner = CommandRunner(environ)

    def tools(self, language: str, settings: Settings) -> tuple[Tool, ...]:
        """Every tool there is, as the model would be told of it, in a stable order."""
        own = (*game_tools(language), *builtin_tools(language))
        outside = (*(one.tool for one in self._commands.values()), *self.servers.tools())
        return tuple(described(tool, lambda name: settings(custom_key(name))) for tool in (*own, *outside))

    def box(
        self,
        language: str,
        settings: Settings,
        *,
        has_clock: bool,
        isolated: bool,
        native: bool,
        books: Sequence[Lorebook] = (),
        search: SearchMemory = nothing_remembered,
    ) -> ToolBox:
        """The tools of a session with the facts of this moment. native: whether the model calls tools itself.
        books: its lorebooks.
        """
        tools = self.tools(language, settings)
        facts = SessionFacts(
            has_clock=has_clock,
            isolated=isolated,
            memory=settings("memory.enabled"),
            memory_write=settings("memory.write"),
            memory_recall=settings("memory.recall"),
            top_k=settings("memory.top_k"),
            native_tools=native,
            switches={tool.name: settings(f"tools.{tool.name}.enabled") for tool in tools},
            approvals={
                tool.name: approval
                for tool in tools
                if (approval := settings(f"tools.{tool.name}.approval")) is not None
            },
            chosen=self.chosen(settings),
            online=self.servers.online(),
            listed=self.servers.listed(),
        )
        return ToolBox(tools, facts, search, tuple(books))

    def chosen(self, settings: Settings) -> frozenset[str]:
        """The servers that are chosen for play."""
        names = (one.entry.name for one in self.servers.connections)
        return frozenset(name for name in names if settings(f"mcp.servers.{name}.use"))

    def connect(self, settings: Settings, *, isolated: bool) -> None:
        """Begins to connect to the chosen servers in the background. Needs a running loop."""
        if not isolated:
            self.servers.want(self.chosen(settings))

    async def run(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool that reaches outside; an error result when it failed."""
        if tool.source == "mcp":
            return await self.servers.run(tool, arguments)
        command = self._commands.get(tool.name)
        if command is None:
            return error_result("unknown_tool", f'There is no tool "{tool.name}".')
        return await self._runner.run(command, arguments)

    def exact(self, tool: Tool, arguments: Mapping[str, Any]) -> str:
        """Exactly what a call would do, for the player to judge."""
        command = self._commands.get(tool.name)
        if command is not None:
            return command_line(command, arguments)
        given = json.dumps(arguments, ensure_ascii=False, indent=1)
        address = next(
            (one.entry.address for one in self.servers.connections if one.entry.name == tool.server), ""
        )
        return f"{address}\n{tool.remote} {given}" if address else f"{tool.name} {given}"

    async def close(self) -> None:
        """Ends every program and connection."""
        await self._runner.close()
        await self.servers.close()
