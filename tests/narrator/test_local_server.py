"""A model file is served by a child that never outlives the game."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rpg.narrator import local_server
from rpg.narrator.local_model import LocalNarrator, local_narrator
from rpg.narrator.local_server import LocalServer, check_file
from rpg.narrator.openai_client import ClientSettings
from rpg.narrator.protocol import Failure, NarratorError, NarratorEvent, Waiting
from tests.fakes.openai_server import FakeServer
from tests.narrator.helpers import request, story

CHILD = Path(__file__).with_name("fake_child.py")


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(b"GGUF" + b"\0" * 64)
    return file


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Where a child can connect to, so that its end can be seen."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        yield server


def command(mode: str, *rest: str) -> Sequence[str]:
    return (sys.executable, str(CHILD), mode, *rest)


def place(listener: socket.socket) -> str:
    host, port = listener.getsockname()
    return f"{host}:{port}"


async def collected(narrator: LocalNarrator) -> list[NarratorEvent]:
    return [event async for event in narrator.stream(request())]


@pytest.mark.parametrize(
    ("content", "available", "kind"),
    [
        (None, None, Failure.MODEL_FILE),
        (b"", None, Failure.MODEL_FILE),
        (b"PK\x03\x04", None, Failure.MODEL_FILE),
        (b"GGUF", 1000, Failure.NO_MEMORY),
    ],
)
def test_a_wrong_file_or_too_little_memory_is_told_before_anything_starts(
    tmp_path: Path, content: bytes | None, available: int | None, kind: Failure
) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(NarratorError) as caught:
        check_file(file, available)
    assert caught.value.kind is kind
    assert "model.gguf" in caught.value.detail


def test_a_folder_is_no_model_file(tmp_path: Path) -> None:
    with pytest.raises(NarratorError):
        check_file(tmp_path, None)


def test_a_file_that_fits_is_taken(model_file: Path) -> None:
    check_file(model_file, None)
    check_file(model_file, 2**33)


async def test_without_the_extra_the_player_is_told_what_to_install(
    model_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NarratorError) as caught:
        await collected(local_narrator(model_file, {}))
    assert caught.value.kind is Failure.NO_LOCAL_EXTRA


async def test_the_child_gets_what_it_needs_and_its_key_only_through_the_leash(
    model_file: Path, listener: socket.socket
) -> None:
    with FakeServer() as fake:
        server = LocalServer(
            model_file, window=512, threads=3, command=command("serve", fake.url, place(listener))
        )
        served = await server.start()
        connection, _ = listener.accept()
        told = json.loads(connection.makefile().readline())
        await server.close()
        assert connection.recv(1) == b""
    assert told == {"path": str(model_file), "window": 512, "threads": 3, "key": served.key, "alias": "tiny"}
    assert served.key not in repr(served)


async def test_a_reply_through_the_child(model_file: Path) -> None:
    with FakeServer() as fake:
        fake.reply("The lamp is lit.")
        server = LocalServer(model_file, command=command("serve", fake.url))
        narrator = LocalNarrator(server, ClientSettings())
        assert story(await collected(narrator)) == "The lamp is lit."
        assert fake.chats[0].headers["authorization"].startswith("Bearer ")
        assert narrator.traits.model == "tiny"
        await narrator.close()
        assert not server.running


async def test_a_child_that_fails_is_told_with_the_words_of_its_log(model_file: Path) -> None:
    narrator = LocalNarrator(LocalServer(model_file, command=command("fail")), ClientSettings())
    with pytest.raises(NarratorError) as caught:
        await collected(narrator)
    assert caught.value.kind is Failure.MODEL_FILE
    assert caught.value.detail == "tiny.gguf: load: cannot read the tensors"
    await narrator.close()


async def test_a_child_that_is_killed_ran_out_of_memory(model_file: Path) -> None:
    narrator = LocalNarrator(LocalServer(model_file, command=command("crash")), ClientSettings())
    with pytest.raises(NarratorError) as caught:
        await collected(narrator)
    assert caught.value.kind is Failure.NO_MEMORY
    await narrator.close()


async def test_a_child_that_is_gone_is_started_anew(model_file: Path, listener: socket.socket) -> None:
    with FakeServer() as fake:
        fake.reply("One.").reply("Two.")
        server = LocalServer(model_file, command=command("serve", fake.url))
        narrator = LocalNarrator(server, ClientSettings())
        assert story(await collected(narrator)) == "One."
        await server.close()
        assert story(await collected(narrator)) == "Two."
        await narrator.close()


async def test_a_slow_start_is_shown_and_can_be_given_up(model_file: Path, listener: socket.socket) -> None:
    server = LocalServer(model_file, command=command("slow", "-", place(listener)))
    narrator = LocalNarrator(server, ClientSettings(), tick=0.01)
    stream = narrator.stream(request())
    assert await anext(stream) == Waiting(0.01, "waiting_loading")
    connection, _ = await asyncio.to_thread(listener.accept)
    await stream.aclose()
    await narrator.close()
    assert connection.makefile().readline()
    assert connection.recv(1) == b""
    assert not server.running


async def test_a_child_that_does_not_go_is_ended(
    model_file: Path, listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "GOODBYE", 0.05)
    server = LocalServer(model_file, command=command("stubborn", "http://127.0.0.1:1", place(listener)))
    await server.start()
    connection, _ = listener.accept()
    connection.makefile().readline()
    await server.close()
    assert connection.recv(1) == b""


PARENT = """
import asyncio, sys
from pathlib import Path
from rpg.narrator.local_server import LocalServer

async def main():
    server = LocalServer(Path(sys.argv[1]), command=sys.argv[2:])
    await server.start()
    print("up", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_child_goes_with_the_game_however_that_ends(
    model_file: Path, listener: socket.socket, how: signal.Signals
) -> None:
    child = command("serve", "http://127.0.0.1:1", place(listener))
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(model_file), *child],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        connection, _ = listener.accept()
        connection.settimeout(20)
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"up\n"
        connection.makefile().readline()
        parent.send_signal(how)
        assert connection.recv(1) == b""
    finally:
        parent.kill()
        parent.wait()
        assert parent.stdout is not None
        parent.stdout.close()
