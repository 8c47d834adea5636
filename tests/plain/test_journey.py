"""The whole way through the game in plain mode, as a program of its own: through a pipe and at a terminal."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

WORLDS = Path(__file__).parents[1] / "tui" / "worlds"
COMMAND = [sys.executable, "-m", "rpg.cli.main", "play", "--plain", "--worlds", str(WORLDS)]
DRAWN = re.compile("[\u2500-\u25ff]")
CTRL_C = "\x03"
PATIENCE = 60
"""Seconds without a word after which a program is given up."""

WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "world": "Test Harbour",
        "answers": ["2", "1"],
        "turns": ["look around", "go to the market", "wait", "look around", "go to the quay"],
        "place": "Fish Market",
        "edited": "You look at the rain.",
        "now_at": "You are now at Fish Market.",
        "bye": "Saved as way.",
        "branch": "The old line stays as a branch.",
        "restored": "Back in the input: wait /send sends it again",
    },
    "zh": {
        "world": "雨港试演",
        "answers": ["2"],
        "turns": ["看看四周", "去鱼市", "等一会儿", "看看四周", "去码头"],
        "place": "鱼市",
        "edited": "你看着雨。",
        "now_at": "你现在在鱼市。",
        "bye": "已保存为 way。",
        "branch": "原来的线保留为分支。",
        "restored": "你的话放回来了：等一会儿/send 再发一次",
    },
}


def first_start(language: str) -> list[str]:
    """Who tells the stories is chosen, and a story begun: an opening where there are several, an answer, a name."""
    return ["1", str(WORDS[language]["world"]), *WORDS[language]["answers"], "", "way"]


def story(language: str) -> list[str]:
    """Ten turns by words and by menu, other replies, the past, branches, back to the list, and in again."""
    words = WORDS[language]
    return [
        *words["turns"],
        "/travel",  # by menu, alone
        "1",
        "",
        *words["turns"][2:4],
        "/travel 1",
        words["turns"][2],
        "/retry",
        "/replies",
        "/pick 1",
        f"/edit 3 keep {words['edited']}",
        "/label 5 market",
        "/goto 5",
        words["turns"][2],
        "/tree",
        "/undo",
        "/leave",
        "way",
        "/log 2",
        "/quit",
    ]


@pytest.fixture
def environment(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, str]:
    language = request.getfixturevalue("language")
    return {
        **os.environ,
        "RPG_HOME": str(tmp_path / "home"),
        "LC_ALL": {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}[language],
        "PYTHONUTF8": "1",
    }


def check(said: str, language: str) -> None:
    """What both ways must have told."""
    words = WORDS[language]
    flat = "".join(said.split())  # a terminal's lines are broken where they end
    for wanted in ("now_at", "branch", "restored", "bye", "edited"):
        assert "".join(words[wanted].split()) in flat, (wanted, said)
    assert said.count(str(words["bye"])) == 2
    assert "«market»" in said
    assert "[1/2]" not in said.split("«market»")[0]
    assert not DRAWN.search(said)
    assert "error" not in said.lower()
    assert "Traceback" not in said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_through_a_pipe(language: str, environment: dict[str, str], tmp_path: Path) -> None:
    lines = ["/narrator", *first_start(language), *story(language)]
    done = subprocess.run(
        COMMAND, input="\n".join(lines) + "\n", cwd=tmp_path, env=environment, capture_output=True,
        encoding="utf-8", timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    check(done.stdout, language)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_at_a_terminal(language: str, environment: dict[str, str], tmp_path: Path) -> None:
    lines = [*first_start(language), *story(language)]
    said, code = at_a_terminal(lines, environment, tmp_path)
    assert code == 0, said
    check(said, language)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize("language", ["en"])
def test_ctrl_c_closes_the_story_and_leaves(
    language: str, environment: dict[str, str], tmp_path: Path
) -> None:
    said, code = at_a_terminal([*first_start(language), "look around", CTRL_C], environment, tmp_path)
    assert code == 130, said
    assert str(WORDS[language]["bye"]) in said
    assert "Traceback" not in said


def at_a_terminal(lines: list[str], environment: dict[str, str], cwd: Path) -> tuple[str, int]:
    """What is shown when each line is typed at a prompt, and the exit code."""
    import fcntl
    import pty
    import termios

    master, slave = pty.openpty()
    game = subprocess.Popen(
        COMMAND, stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment,
        preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0), start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    waiting, shown = list(lines), b""
    try:
        while piece := _read(master):
            shown += piece
            if shown.endswith(b"> ") and waiting:
                line = waiting.pop(0)
                os.write(master, line.encode() + (b"" if line == CTRL_C else b"\n"))
                shown += b"\n"
        assert not waiting, waiting
        return shown.decode("utf-8", "replace"), game.wait(PATIENCE)
    finally:
        game.kill()
        game.wait()
        os.close(master)


def _read(master: int) -> bytes:
    """The next piece; b"" at the end, or when nothing comes."""
    if not select.select([master], [], [], PATIENCE)[0]:
        return b""
    try:
        return os.read(master, 65536)
    except OSError:  # how Linux tells that the other end is gone
        return b""
