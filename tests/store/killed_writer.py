"""Plays a scenario again and again, killed one write later each time, and prints what was left as JSON.

Run as a program: python -m tests.store.killed_writer FOLDER SCENARIO. For each run: how many steps the writer had been told were
done, and which of the states of an undisturbed run the file holds afterwards (-1: none of them).
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rpg.store import opening, schema
from rpg.store.errors import SaveError
from rpg.store.save import Save
from rpg.store.transaction import Attempt, Note, Redo, Step, Transaction, Undo
from rpg.store.verify import verify_file
from rpg.timeline.change import delete, edit
from rpg.timeline.nodes import NewNode, text_content

from .killer_vfs import KillerVfs
from .saves import NEW, answer, ask, dump_rows, furnished_save, small_world

Scenario = Callable[[Path], Iterator[None]]
"""Yields after each step that is done."""


def play(path: Path) -> Iterator[None]:
    """Turns, a broken reply, a retry, undo and redo, an edit and a deletion in the past, a new world text."""
    with Save.open(path) as save:
        ask(save, "where am I?")
        yield
        reply = answer(save, "At the inn. " * 200, notes=(Note(0, NEW, "digest", {"text": "Ana"}),))
        yield
        player = ask(save, "and now?")
        yield
        save.commit(Transaction(attempts=(Attempt(0, player, text_content("narration", "It bro")),)))
        yield
        other = NewNode(save.link(reply).parent, text_content("narration", "Elsewhere."))
        save.commit(Transaction((other,), Step("retry", NEW), drafts={player: "typed"}))
        yield
        for head in (Undo(), Redo(), Step("goto", player)):
            save.commit(Transaction(head=head))
            yield
        done = edit(save, player, 3, text_content("narration", "Another past. " * 100))
        save.commit(Transaction(done.nodes, Step("edit", done.head)))
        yield
        assert save.head is not None
        done = delete(save, save.head, save.head - 3)
        save.commit(Transaction(done.nodes, Step("delete", done.head), worlds=(small_world("New."),)))
        yield


def _migration(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE note SET kind = 'old ' || kind")
    for id in range(100, 200):
        connection.execute("INSERT INTO note VALUES (?, 1, 0, 'made', '{}')", (id,))


def migration(path: Path) -> Iterator[None]:
    """Opens a save of the release before."""
    opening.migrate.__defaults__ = ({schema.SCHEMA_VERSION: _migration}, schema.SCHEMA_VERSION + 1)
    vars(opening)["SCHEMA_VERSION"] = schema.SCHEMA_VERSION + 1
    Save.open(path).close()
    yield


def creation(path: Path) -> Iterator[None]:
    """Makes a new save beside nothing."""
    path.unlink(missing_ok=True)
    first = Transaction((NewNode(None, text_content("opening", "It begins.")),), Step("open", NEW))
    Save.create(path, small_world(), {"created": 1}, first).close()
    yield


SCENARIOS: dict[str, Scenario] = {"play": play, "migration": migration, "creation": creation}


def contents(path: Path) -> Any:
    return dump_rows(path) if path.exists() else "no file"


def main(folder: Path, scenario: Scenario) -> list[tuple[int, int]]:
    base, path, progress = furnished_save(folder, name="base"), folder / "killed.rpg", folder / "done"
    states = undisturbed(base, path, scenario)
    killer, runs = KillerVfs(), list[tuple[int, int]]()
    for points in range(1, 100_000):
        restore(base, path)
        progress.write_bytes(b"")
        finished = run(killer, points, scenario, path, progress)
        done = progress.stat().st_size
        found = contents(path) if settle(path) else None
        same = [number for number, state in enumerate(states[: done + 2]) if state == found]
        runs.append((done, same[-1] if same else -1))
        if finished:
            return runs
    raise AssertionError("it never finished")


def undisturbed(base: Path, path: Path, scenario: Scenario) -> list[Any]:
    """The contents of the file before the scenario and after each of its steps, run in a process of its own."""
    restore(base, path)
    if scenario is creation:
        path.unlink()
    states = [contents(path)]
    for _ in scenario(path):
        states.append(contents(path))
    return states


def restore(base: Path, path: Path) -> None:
    for left in path.parent.glob(f"*{path.stem}*"):
        left.unlink()
    shutil.copyfile(base, path)


def run(killer: KillerVfs, points: int, scenario: Scenario, path: Path, progress: Path) -> bool:
    """One run in a child that is killed at `points`; whether it came to its end."""
    child = os.fork()
    if child == 0:
        killer.arm(points)
        with progress.open("ab", buffering=0) as file:
            for _ in scenario(path):
                file.write(b".")
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return not os.WIFSIGNALED(status)


def settle(path: Path) -> bool:
    """Whether the file, where there is one, opens and is whole; opening rolls a torn write back."""
    if not path.exists():
        return True
    try:
        Save.open(path, write=False).close()
    except SaveError:
        return False
    return verify_file(path).ok


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), SCENARIOS[sys.argv[2]])))
