"""A closed terminal and a polite kill are ways to quit: nothing is lost, and the terminal is given back."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from rpg.store.save import Save
from tests.fakes.openai_server import Answer, FakeServer, Stall, chunk, event
from tests.tui.game import begun, services

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
PATIENCE = 60.0
NEXT = "and the next words"
HALF = "Half a sentence that stan"
COMMAND = [sys.executable, "-m", "rpg.cli.main", "play"]


class Terminal:
    """The game in a pseudo-terminal of 80x24."""

    def __init__(self, save: Path, environment: dict[str, str]) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.game = subprocess.Popen(
            [*COMMAND, str(save)], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.shown = b""

    def wait_for(self, words: str) -> None:
        while words.encode() not in self.shown:
            assert self._read(), self.shown[-2000:]

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def leave(self) -> int:
        while self._read():
            pass
        return self.game.wait(PATIENCE)

    def _read(self) -> bool:
        if not select.select([self.master], [], [], PATIENCE)[0]:
            return False
        try:
            piece = os.read(self.master, 65536)
        except OSError:  # how Linux tells that the other end is gone
            return False
        self.shown += piece
        return bool(piece)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_in_the_middle_of_a_reply_keeps_what_had_come(tmp_path: Path, name: str) -> None:
    save = begun(services(tmp_path))
    with FakeServer() as server:
        server.default = lambda _request: Answer([event(chunk({"content": HALF})), Stall()])
        environment = {
            **os.environ,
            "RPG_HOME": str(tmp_path / "home"),
            "RPG_BASE_URL": server.url,
            "RPG_MODEL": "fake",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "PYTHONUTF8": "1",
        }
        terminal = Terminal(save, environment)
        try:
            terminal.wait_for("fake")
            terminal.type("open the door\r")
            terminal.wait_for(HALF)
            terminal.type(f"\x1b[200~{NEXT}\x1b[201~")  # a paste is painted at once
            terminal.wait_for(NEXT)
            terminal.game.send_signal(getattr(signal, name))
            assert terminal.leave() == 0
        finally:
            terminal.game.kill()
            os.close(terminal.master)
    assert b"\x1b[?1049l" in terminal.shown, "the screen from before is back"
    with Save.open(save, write=False) as kept:
        assert kept.draft(kept.head) == NEXT
        assert any(HALF in attempt.content.text for attempt in kept.attempts(kept.head))
