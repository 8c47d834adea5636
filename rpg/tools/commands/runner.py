"""Running command tools: the preferred way first, the other only if the first never started.

So nothing runs twice. Source: docs/tools.md.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from rpg.tools.commands.bridge import Bridge, BridgeDied
from rpg.tools.commands.process import NeverStarted, TooLong, TooMuch, reduced_environment, run_program
from rpg.tools.commands.table import CommandTool, Prefer
from rpg.tools.results import error_result, foreign_result, foreign_text

LONGEST_ERROR = 300
"""Characters of a program's own words in an error."""


class CommandRunner:
    """Runs command tools and keeps their bridges. environ: what programs may be handed parts of."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._bridges: dict[tuple[object, ...], Bridge] = {}

    async def run(self, tool: CommandTool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result of one call; an error result when it failed."""
        failed: NeverStarted | None = None
        for way in ways_of(tool):
            try:
                return await self._one(tool, way, arguments)
            except NeverStarted as error:
                failed = error
        return _error("never_started", f"{tool.name} could not be started.", str(failed))

    async def close(self) -> None:
        """Ends every bridge."""
        bridges, self._bridges = list(self._bridges.values()), {}
        for bridge in bridges:
            await bridge.close()

    async def _one(self, tool: CommandTool, way: Prefer, arguments: Mapping[str, Any]) -> dict[str, Any]:
        seconds = tool.limits.seconds
        try:
            return await (self._directly if way == "direct" else self._bridged)(tool, arguments)
        except TooLong:
            return _error("too_slow", f"{tool.name} gave no answer within {seconds:g} seconds.")
        except TooMuch:
            return _error("too_much", f"{tool.name} wrote too much and was stopped.")
        except BridgeDied:
            return _error("broke_off", f"{tool.name} ended before it answered.")

    async def _directly(self, tool: CommandTool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        given = json.dumps(arguments, ensure_ascii=False).encode("utf-8", "replace")
        environment = reduced_environment(self._environ, tool.environment)
        ended = await run_program(tool.command, given, tool.folder, environment, tool.limits)
        if ended.code != 0:
            words = ended.error.decode("utf-8", "replace").strip().splitlines()
            return _error("failed", f"{tool.name} ended with code {ended.code}.", words[-1] if words else "")
        return foreign_result(_content(ended.output.decode("utf-8", "replace")))

    async def _bridged(self, tool: CommandTool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        reply = await self._bridge(tool).call(tool.name, arguments, tool.limits.seconds)
        if reply.error:
            return _error("failed", f"{tool.name} failed.", reply.error)
        result = reply.result if isinstance(reply.result, str) else _compact(reply.result)
        return foreign_result(result)

    def _bridge(self, tool: CommandTool) -> Bridge:
        """The bridge of a tool; tools that name the same program share it."""
        key = (tool.bridge, tool.environment)
        if key not in self._bridges:
            environment = reduced_environment(self._environ, tool.environment)
            self._bridges[key] = Bridge(tool.bridge, tool.folder, environment)
        return self._bridges[key]


def ways_of(tool: CommandTool) -> tuple[Prefer, ...]:
    """The ways to run a tool, the preferred one first."""
    there: list[Prefer] = []
    if tool.command:
        there.append("direct")
    if tool.bridge:
        there.append("bridge")
    return tuple(sorted(there, key=lambda way: way != tool.prefer))


def command_line(tool: CommandTool, arguments: Mapping[str, Any]) -> str:
    """Exactly what would run, for the player to judge: the program, where, and what it is given."""
    program = tool.command if ways_of(tool)[0] == "direct" else tool.bridge
    given = json.dumps(arguments, ensure_ascii=False)
    return f"{shlex.join(program)}\n< {given}"


def _content(text: str) -> str:
    """JSON compactly, other text as it is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, str) else _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _error(code: str, message: str, detail: str = "") -> dict[str, Any]:
    said, _ = foreign_text(detail, LONGEST_ERROR)
    hint = "Go on with the story without it."
    return error_result(code, message, hint, **({"detail": said} if said else {}))
