"""The game in a real browser: three turns through `rpg serve`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg.cli.main import main
from rpg.store.save import Save
from rpg.timeline.tree import messages

pytestmark = pytest.mark.external

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TURNS = ("look around", "talk to Wren", "go to the market")


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Path]]:
    """A story that is served; its address and its save."""
    monkeypatch.setenv("RPG_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert main(["new", "lantern-harbour", "--save", "web", "--seed", "1"]) == 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "rpg.cli.main",
        "serve",
        "web",
        "--port",
        str(port),
        "--narrator",
        "storyteller",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:
        assert child.stdout is not None
        address = re.search(r"http://\S+", child.stdout.readline())
        assert address is not None
        try:
            yield address[0], tmp_path / "home" / "data" / "saves" / "web.rpg"
        finally:
            os.killpg(child.pid, signal.SIGTERM)


def told(path: Path) -> list[str]:
    with Save.open(path, write=False) as save:
        return [node.text for node in messages(save, save.head, 1, 100)]


def test_chromium_plays_three_turns(served: tuple[str, Path], tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    address, save = served
    chromium = shutil.which("chromium")
    assert chromium, "chromium has to be installed"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        page.wait_for_selector("body.-first-byte", timeout=60_000)
        page.wait_for_timeout(3000)
        page.mouse.click(640, 600)
        for number, line in enumerate(TURNS, 1):
            page.keyboard.type(line, delay=20)
            page.keyboard.press("Enter")
            for _ in range(100):
                if len(told(save)) >= 1 + 2 * number:
                    break
                page.wait_for_timeout(200)
        page.screenshot(path=str(tmp_path / "browser.png"))
        browser.close()
    story = told(save)
    assert [story[1], story[3], story[5]] == list(TURNS)
