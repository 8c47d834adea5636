"""Whatever kills the writer, whenever: the save holds the old head or the new one, and opens."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from rpg.store.save import Save
from rpg.store.verify import verify
from rpg.timeline.tree import messages

from .saves import new_save

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no fork and no SIGKILL")

PLAYER = """
import sys
from pathlib import Path
from tests.store.saves import answer, ask
from rpg.store.save import Save
with Save.open(Path(sys.argv[1])) as save:
    while True:
        number = (save.link(save.head).message + 1) // 2
        ask(save, f"words {number}")
        print("asked", number, flush=True)
        answer(save, f"reply {number}")
        print("answered", number, flush=True)
"""


def sqlite_can_be_reached() -> bool:
    code = "from tests.store.killer_vfs import KillerVfs; KillerVfs()"
    return not subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True).returncode


@pytest.mark.parametrize(("scenario", "fewest"), [("play", 200), ("migration", 15), ("creation", 15)])
def test_a_kill_at_any_write_leaves_the_state_before_or_after(
    tmp_path: Path, scenario: str, fewest: int
) -> None:
    if not sqlite_can_be_reached():
        pytest.skip("this Python's SQLite has no functions to get hold of")
    program = [sys.executable, "-m", "tests.store.killed_writer", str(tmp_path), scenario]
    runs = json.loads(subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    wrong = [(point, *run) for point, run in enumerate(runs, 1) if run[1] - run[0] not in (0, 1)]
    assert wrong == []
    assert len(runs) > fewest
    assert runs[-1][0] == runs[-1][1] == max(done for done, _ in runs)


def test_a_kill_at_any_moment_keeps_every_word_that_was_acknowledged(tmp_path: Path) -> None:
    dice = random.Random(4)
    new_save(tmp_path).close()
    path = tmp_path / "story.rpg"
    said = 0
    for _ in range(12):
        program = [sys.executable, "-c", PLAYER, str(path)]
        with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            lines = [writer.stdout.readline() for _ in range(dice.randrange(1, 25))]
            writer.kill()
            lines += writer.stdout.readlines()
        asked = [line.split() for line in lines if line.startswith("asked ") and line.endswith("\n")]
        said = max([said, *(int(number) for _, number in asked)])
        with Save.open(path) as save:
            assert verify(save, deep=True).ok
            words = [node.text for node in messages(save, save.head, 1, 10_000) if node.kind == "player"]
            assert f"words {said}" in words
            assert len(words) - words.index(f"words {said}") <= 2
    assert said > 50
