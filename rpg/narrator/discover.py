"""Model servers that run on this machine, found without the openai package and in a moment."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import IO, Any, cast

from rpg.narrator.endpoint import model_names

_MOST_BYTES = 1_000_000
_OWNERS = {"vllm": "vLLM", "llamacpp": "llama.cpp", "organization_owner": "LM Studio", "library": "Ollama"}


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answered: what it probably is, its address, and the models it lists."""

    name: str
    address: str
    models: tuple[str, ...]


USUAL_PORTS: Sequence[tuple[str, int]] = (
    ("Ollama", 11434),
    ("llama.cpp", 8080),
    ("LM Studio", 1234),
    ("vLLM", 8000),
)


async def find_local_servers(
    ports: Sequence[tuple[str, int]] = USUAL_PORTS, *, limit: float = 0.5
) -> list[LocalServer]:
    """The servers on loopback that list models, in the order of `ports`, all asked at once.

    limit: seconds until a server that has not answered counts as absent.
    """
    found = await asyncio.gather(*(_server(name, port, limit) for name, port in ports))
    return [server for server in found if server is not None]


async def _server(name: str, port: int, limit: float) -> LocalServer | None:
    try:
        async with asyncio.timeout(limit):
            answer = _json(await _get(port, "/v1/models"))
    except (OSError, TimeoutError):
        return None
    if not isinstance(answer, Mapping) or not isinstance(answer.get("data") or answer.get("models"), list):
        return None
    return LocalServer(_owner(answer) or name, f"http://127.0.0.1:{port}/v1", tuple(model_names(answer)))


async def _get(port: int, path: str) -> bytes:
    """The whole answer as bytes, up to a limit."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        answer = b""
        while len(answer) < _MOST_BYTES and (more := await reader.read(65_536)):
            answer += more
        return answer
    finally:
        writer.close()


class _Bytes:
    """What `HTTPResponse` needs of a socket."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, mode: str) -> IO[bytes]:
        return io.BytesIO(self._data)


def _json(answer: bytes) -> Any:
    """The JSON in a successful answer, None for anything else."""
    response = HTTPResponse(cast(Any, _Bytes(answer)))
    try:
        response.begin()
        return json.loads(response.read()) if response.status == 200 else None
    except (HTTPException, ValueError, RecursionError):
        return None


def _owner(answer: Mapping[str, Any]) -> str:
    """The kind of server by what it calls the owner of its models."""
    entries = answer.get("data")
    first = entries[0] if isinstance(entries, list) and entries else None
    owner = first.get("owned_by") if isinstance(first, Mapping) else None
    return _OWNERS.get(owner, "") if isinstance(owner, str) else ""
