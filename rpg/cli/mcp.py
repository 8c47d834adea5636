"""`rpg mcp`: the MCP servers of the configuration, and whether they answer."""

from __future__ import annotations

import os
from typing import Any

from rpg.cli.output import FAILED, CommandError, Desk
from rpg.text.messages import listed
from rpg.tools.commands.table import ToolProblem
from rpg.tools.listing import problem_text
from rpg.tools.servers.connection import Connection
from rpg.tools.servers.pool import ServerPool
from rpg.tools.servers.table import ServerEntry, server_entries

PATIENCE = 2.0
"""Seconds a test waits beyond a server's own limit."""


async def mcp(desk: Desk) -> int:
    """Lists the servers, or connects to them."""
    entries, problems = server_entries(desk.config.table("mcp.servers"), desk.config.file.parent)
    if desk.args.name is not None:
        entries = tuple(entry for entry in entries if entry.name == desk.args.name)
        if not entries and not problems:
            raise CommandError(desk.text("cli.unknown_server", name=desk.args.name), code="unknown_server")
    if desk.args.act == "test":
        return await _test(desk, entries, problems)
    rows = [_entry_document(desk, entry) for entry in entries]
    return _show(desk, rows, problems, 0)


async def _test(desk: Desk, entries: tuple[ServerEntry, ...], problems: tuple[ToolProblem, ...]) -> int:
    pool = ServerPool(entries, dict(os.environ), {})
    names = [entry.name for entry in entries]
    pool.want(names)
    try:
        await pool.tried(names, max((entry.connect for entry in entries), default=0) + PATIENCE)
        rows = [{**_entry_document(desk, one.entry), **_state(one)} for one in pool.connections]
    finally:
        await pool.close()
    return _show(desk, rows, problems, 0 if all(row["online"] for row in rows) and not problems else FAILED)


def _entry_document(desk: Desk, entry: ServerEntry) -> dict[str, Any]:
    chosen = bool(desk.config.get(f"mcp.servers.{entry.name}.use"))
    return {"name": entry.name, "address": entry.address, "chosen": chosen}


def _state(connection: Connection) -> dict[str, Any]:
    tools = [tool.name for tool in connection.tools]
    return {"online": connection.status == "online", "problem": connection.problem, "tools": tools}


def _show(desk: Desk, rows: list[dict[str, Any]], problems: tuple[ToolProblem, ...], code: int) -> int:
    wrong = [problem_text(problem, desk.language) for problem in problems]
    if desk.json:
        desk.document({"servers": rows, "problems": wrong})
        return code
    for row in rows:
        mark = desk.mark(row["chosen"])
        found = f"  {listed(desk.language, row['tools'])}" if row.get("online") else ""
        trouble = f"  ! {row['problem']}" if row.get("problem") else ""
        desk.say(f"{mark} {row['name']:<16} {row['address']}{found}{trouble}")
    for text in wrong:
        desk.say(f"! {text}")
    if not rows and not wrong:
        desk.say(desk.text("cli.no_servers"))
    return code
