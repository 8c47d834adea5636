"""An MCP server of a few lines over streamable HTTP on loopback, whose answers are as large as a test wants."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

TOOLS = [
    {"name": name, "description": "", "inputSchema": {"type": "object"}} for name in ("as_json", "as_events")
]


@asynccontextmanager
async def listening() -> AsyncIterator[str]:
    """The address of a server that runs until the block ends."""
    server = await asyncio.start_server(_answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://user:secret@127.0.0.1:{port}/mcp"
    finally:
        server.close()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while (head := await reader.readuntil(b"\r\n\r\n")) != b"":
            length = next(
                (
                    int(line.split(b":")[1])
                    for line in head.lower().splitlines()
                    if line.startswith(b"content-length")
                ),
                0,
            )
            asked = json.loads(await reader.readexactly(length) or b"{}")
            kind, body = _body(asked) if head.startswith(b"POST") else ("", b"")
            status = b"200 OK" if body else b"202 Accepted" if head.startswith(b"POST") else b"405 No"
            writer.write(b"HTTP/1.1 %s\r\ncontent-length: %d\r\n" % (status, len(body)))
            writer.write(b"content-type: %s\r\n\r\n" % (kind or "text/plain").encode())
            writer.write(body)
            await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
        pass
    finally:
        writer.close()


def _body(asked: dict[str, Any]) -> tuple[str, bytes]:
    if "id" not in asked:
        return "", b""
    params = asked.get("params") or {}
    document = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": _result(asked["method"], params)})
    if params.get("name") == "as_events":
        return "text/event-stream", f"event: message\ndata: {document}\n\n".encode()
    return "application/json", document.encode()


def _result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "initialize":
            info = {"name": "fake", "version": "1"}
            return {
                "protocolVersion": params["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": info,
            }
        case "tools/list":
            return {"tools": TOOLS}
        case "tools/call":
            return {"content": [{"type": "text", "text": "x" * params["arguments"]["size"]}]}
    return {}
