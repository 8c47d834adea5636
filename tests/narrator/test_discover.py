"""Servers on this machine are found in a moment, whatever else listens there."""

from __future__ import annotations

import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from rpg.narrator.discover import LocalServer, find_local_servers
from tests.fakes.openai_server import Answer, FakeServer, Stall


def port_of(server: FakeServer) -> int:
    return urlsplit(server.root).port or 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_what_answers_is_found_in_order_and_what_does_not_is_left_out() -> None:
    with FakeServer(models=["a", "b"]) as one, FakeServer(models=["c"]) as two:
        found = await find_local_servers(
            [("Two", port_of(two)), ("None", free_port()), ("One", port_of(one))], limit=5
        )
    assert found == [LocalServer("Two", two.url, ("c",)), LocalServer("One", one.url, ("a", "b"))]


@pytest.mark.parametrize(
    "answer",
    [
        Answer([b"<html>"], 200, {"Content-Type": "text/html"}),
        Answer([b'{"error": "no"}'], 401, {"Content-Type": "application/json"}),
        Answer([b'{"hello": 1}'], 200, {"Content-Type": "application/json"}),
        Answer([b"[1, 2"], 200, {"Content-Type": "application/json"}),
        Answer([b'{"data": 3}'], 200, {"Content-Type": "application/json"}),
    ],
)
async def test_another_kind_of_server_is_no_model_server(answer: Answer) -> None:
    with FakeServer() as server:
        server.route("GET", "/v1/models", answer)
        assert await find_local_servers([("X", port_of(server))], limit=5) == []


async def test_a_silent_server_is_given_up() -> None:
    with FakeServer() as server:
        server.route("GET", "/v1/models", Answer([Stall()]))
        assert await find_local_servers([("X", port_of(server))], limit=0.05) == []


async def test_no_http_at_all_is_no_model_server() -> None:
    import asyncio

    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail ready\r\n")
        writer.close()

    listener = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with listener:
        port = listener.sockets[0].getsockname()[1]
        assert await find_local_servers([("X", port)], limit=5) == []


@pytest.mark.parametrize(
    ("owner", "name"), [("vllm", "vLLM"), ("library", "Ollama"), ("me", "Port's name"), (3, "Port's name")]
)
async def test_a_server_is_named_by_what_it_says(owner: object, name: str) -> None:
    with FakeServer() as server:
        server.route("GET", "/v1/models", {"data": [{"id": "m", "owned_by": owner}]})
        (found,) = await find_local_servers([("Port's name", port_of(server))], limit=5)
    assert found.name == name


def test_looking_around_does_not_import_the_package() -> None:
    code = "import sys, rpg.narrator.discover; print('openai' in sys.modules, 'httpx2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
