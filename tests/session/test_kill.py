"""`kill -9` at random moments of play: the old head or the new one, never between, and the words are there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

from rpg.store.save import Save
from rpg.store.verify import verify
from rpg.timeline.tree import messages

ROOT = Path(__file__).resolve().parents[2]
KILLS = 10
TURNS = 200


def test_killed_play_stands_at_the_old_head_or_the_new_one(tmp_path: Path) -> None:
    dice = Random(5)
    died_at: list[int] = []
    for number in range(KILLS):
        folder = tmp_path / str(number)
        folder.mkdir()
        lines = _play_and_kill(folder, after=dice.randrange(10, 4 * TURNS // KILLS))
        died_at.append(_check(folder / "saves" / "story.rpg", lines))
    assert len(died_at) == KILLS
    assert sum(died_at) >= TURNS // 2, "the kills came too early to say anything"


def _play_and_kill(folder: Path, after: int) -> list[list[str]]:
    """Lets the child print `after` lines and kills it while it does whatever comes next."""
    command = [sys.executable, "-m", "tests.session.kill_writer", str(folder), str(TURNS)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(after)]
        os.kill(child.pid, signal.SIGKILL)
        lines += child.stdout.readlines()
    return [line.split() for line in lines if line.strip()]


def _check(path: Path, lines: list[list[str]]) -> int:
    """How many turns were complete. The head is a whole turn, or an unanswered one with its words."""
    said = max((int(line[1]) for line in lines if line[0] == "say"), default=-1)
    done = {int(line[1]): line[2] for line in lines if line[0] == "done"}
    with Save.open(path) as save:
        assert verify(save, deep=True).ok
        head = save.head
        assert head is not None
        node = save.node(head)
        story = [one.text for one in messages(save, head, 1, 10_000)]
        complete = len([text for text in story if text.startswith("reply")])
        assert complete in {len(done), len(done) + 1}
        if node.kind == "player":
            assert node.text == f"words {complete}"
        elif complete == len(done) and said == complete:
            assert save.draft(head) in {"", f"words {said}"}
        if complete - 1 in done and node.kind == "narration":
            assert save.fold().state_at(head).hash == done[complete - 1]
        return complete
