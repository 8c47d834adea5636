"""The official MCP SDK, met in one place: opening a connection, listing tools, one call.

Importing the SDK takes about a second, so this module is only imported when a server is really wanted.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import IO, Any

import httpx2
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client import stdio
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from rpg.tools.commands.process import reduced_environment
from rpg.tools.servers.table import ServerEntry
from rpg.tools.servers.tools import MOST_PAGES, ServerTool

METHOD_NOT_FOUND = -32601
"""JSON-RPC's code for a method that is not known."""

LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes of one answer over HTTP that are read; of a larger one nothing is."""

MOST_READ = LARGEST_ANSWER + 1024 * 1024
"""The same for a whole body: an event that is too large is noticed first, and its request answered."""

TOO_LARGE = f"the answer is larger than {LARGEST_ANSWER // 1024 // 1024} MB"

PATIENCE = 0.5
"""Seconds a program may take to end when its input closes, and again when it is asked to, before it is killed."""

# The SDK waits two seconds each time, and the player would wait with it on leaving a story.
stdio.PROCESS_TERMINATION_TIMEOUT = stdio.FORCE_KILL_TIMEOUT = PATIENCE

HOME = ("HOME", "USER", "LANG", "APPDATA", "USERPROFILE", "TEMP")
"""What servers get beside the common ones: their caches live at home."""


@asynccontextmanager
async def connected(
    entry: ServerEntry, environ: Mapping[str, str], errors: IO[str]
) -> AsyncIterator[ClientSession]:
    """An initialised session. Enter and leave it in one task. errors: where a program's error stream goes."""
    async with AsyncExitStack() as stack:
        read, write = await stack.enter_async_context(_transport(entry, environ, errors, stack))
        session = await stack.enter_async_context(ClientSession(read, write))
        await session.initialize()
        yield session


def _transport(entry: ServerEntry, environ: Mapping[str, str], errors: IO[str], stack: AsyncExitStack) -> Any:
    if not entry.url:
        named = reduced_environment(environ, (*HOME, *entry.environment))
        parameters = StdioServerParameters(
            command=entry.command[0], args=list(entry.command[1:]), env=named, cwd=entry.folder or os.getcwd()
        )
        return stdio_client(parameters, errlog=errors)
    headers = {
        header: environ[variable] for header, variable in (entry.headers or {}).items() if variable in environ
    }
    client = create_mcp_http_client(headers=headers)
    client.event_hooks = {"response": [_bounded]}
    stack.push_async_callback(client.aclose)
    return streamable_http_client(
        entry.url, http_client=client, terminate_on_close=False, max_sse_event_size=LARGEST_ANSWER
    )


async def _bounded(response: httpx2.Response) -> None:
    """Bounds the answer to one message; the stream that stays open for the server's own has no end."""
    if response.request.method == "POST" and isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(response.stream)


class _Bounded(httpx2.AsyncByteStream):
    """A body that breaks off where it grows too large."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for piece in self._inner:
            read += len(piece)
            if read > MOST_READ:
                raise httpx2.StreamError(TOO_LARGE)
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


async def listed_tools(session: ClientSession) -> tuple[ServerTool, ...]:
    """The tools a server offers, page by page."""
    from mcp.types import PaginatedRequestParams

    tools: list[ServerTool] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor) if cursor else None)
        tools += [
            ServerTool(one.name, one.description or one.title or "", one.input_schema) for one in page.tools
        ]
        cursor = page.next_cursor
        if not cursor:
            break
    return tuple(tools)


async def call(
    session: ClientSession, name: str, arguments: Mapping[str, Any], seconds: float
) -> tuple[str, bool]:
    """What a tool answers as text, and whether it says that this is an error."""
    result = await session.call_tool(name, dict(arguments), read_timeout_seconds=seconds)
    return "\n".join(_text(block) for block in result.content), bool(result.is_error)


def is_too_large(error: BaseException) -> bool:
    """Whether a call failed because its answer grew too large."""
    words = str(error)
    return TOO_LARGE in words or "byte limit" in words


async def alive(session: ClientSession, seconds: float) -> bool:
    """Whether the server still answers: a dead one behind HTTP is noticed by nothing else."""
    try:
        async with asyncio.timeout(seconds):
            await session.send_ping()
    except Exception as error:
        # A server that knows no pings has answered all the same.
        return getattr(error, "code", None) == METHOD_NOT_FOUND
    return True


def _text(block: Any) -> str:
    """A block of a result; what is not text is named and left out."""
    match block.type:
        case "text":
            return str(block.text)
        case "resource" if hasattr(block.resource, "text"):
            return str(block.resource.text)
        case "resource_link":
            return f"[{block.name}: {block.uri}]"
        case kind:
            return f"[{kind}]"
