"""Two MCP servers that are not ours: one from PyPI over standard streams, one from npm over HTTP.

`mcp-server-time` must be on the path; `RPG_EVERYTHING` names the command of server-everything.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg.tools.servers.table import ServerEntry
from tests.tools.servers.test_connection import opened, tool

pytestmark = pytest.mark.external


@pytest.fixture
def everything() -> Iterator[str]:
    """The address of a running server-everything."""
    command = os.environ.get("RPG_EVERYTHING") or shutil.which("mcp-server-everything")
    if command is None:
        pytest.skip("server-everything is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [command, "streamableHttp"],
        env={**os.environ, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while server.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.kill()
        server.wait()


def time_server() -> ServerEntry:
    beside = Path(sys.executable).with_name("mcp-server-time")
    command = str(beside) if beside.exists() else shutil.which("mcp-server-time")
    if command is None:
        pytest.skip("mcp-server-time is not installed")
    return ServerEntry("time", (command,), connect=60)


async def test_a_server_from_pypi_over_standard_streams() -> None:
    async with opened(time_server()) as pool:
        done = await pool.run(tool(pool, "time__get_current_time"), {"timezone": "Asia/Shanghai"})
        assert "Asia/Shanghai" in done["content"]
        bad = await pool.run(tool(pool, "time__get_current_time"), {"timezone": "Nowhere"})
        assert bad["error"]["code"] == "failed"


async def test_a_server_from_npm_over_http(everything: str) -> None:
    async with opened(ServerEntry("every", url=everything, connect=60)) as pool:
        done = await pool.run(tool(pool, "every__echo"), {"message": "\x1b[31m[b]雨"})
        assert done["content"].endswith("[b]雨")
        assert "\x1b" not in done["content"]


async def test_a_slow_call_over_http_ends_at_its_limit(everything: str) -> None:
    async with opened(ServerEntry("every", url=everything, connect=60, call=0.5)) as pool:
        slow = tool(pool, "every__trigger-long-running-operation")
        assert (await pool.run(slow, {"duration": 600, "steps": 2}))["error"]["code"] == "too_slow"
        assert (await pool.run(tool(pool, "every__echo"), {"message": "still there"}))["ok"] is True
