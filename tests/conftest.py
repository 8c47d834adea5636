"""What holds for every test: no network but loopback, no keys, saves in memory where the system has room there."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

SHARED_MEMORY = Path("/dev/shm")
ROOM_NEEDED = 1 << 30
"""Bytes that have to be free there."""

SECRETS = (
    "RPG_API_KEY",
    "RPG_BASE_URL",
    "RPG_MODEL",
    "RPG_HOME",
    "RPG_SAVES",
    "RPG_WORLDS",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
)


def _keep_files_in_memory() -> None:
    """A commit waits for the disk; thousands of them in a test run should not."""
    if "TMPDIR" in os.environ or not os.access(SHARED_MEMORY, os.W_OK):
        return
    room = os.statvfs(SHARED_MEMORY)
    if room.f_bavail * room.f_frsize >= ROOM_NEEDED:
        os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = str(SHARED_MEMORY)
        tempfile.tempdir = None


if hasattr(os, "statvfs"):
    _keep_files_in_memory()


settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("RPG_EXAMPLES", "repeatable"))
"""The same examples on every machine; `RPG_EXAMPLES=search` looks for new ones."""


LONG = (
    "tests/tui/test_panels.py",
    "tests/tui/test_more_panels_golden.py",
    "tests/tui/test_turns.py",
    "tests/worlds/",
    "tests/tui/",
    "tests/session/",
)
"""The files that take longest, and where the next ones are."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no worker is left alone with one of them at the end."""
    items.sort(key=lambda item: next((n for n, start in enumerate(LONG) if item.nodeid.startswith(start)), 9))


def pytest_xdist_auto_num_workers() -> int:
    """Some workers more than there are processors: tests of screens, servers and processes wait half of their time."""
    return (os.cpu_count() or 1) + 3


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRETS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _loopback_only(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to anywhere but this machine fails at once."""
    if not request.node.get_closest_marker("external"):
        connect = socket.socket.connect

        def guarded(self: socket.socket, address: Any) -> None:
            host = address[0] if isinstance(address, tuple) else ""
            if isinstance(host, str) and host not in {"", "localhost", "::1"} and not host.startswith("127."):
                raise OSError(f"a test tried to reach {host}")
            connect(self, address)

        monkeypatch.setattr(socket.socket, "connect", guarded)
