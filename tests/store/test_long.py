"""A long story is opened, shown, played and changed at the cost of what is touched."""

from __future__ import annotations

import statistics
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from rpg.runtime.edits import SetFlag
from rpg.store.save import Save
from rpg.store.transaction import Note, Step, Transaction
from rpg.timeline.change import edit
from rpg.timeline.nodes import Content, NewNode, TextPart, new_ref, text_content
from rpg.timeline.snapshot import SNAPSHOT_EVERY, snapshot_of
from rpg.timeline.tree import last_turn, message_at, messages, tip

from .saves import answer, ask, new_save, turn

LONG = 10_000


def told(path: Path, length: int) -> Path:
    """A closed save whose story has `length` messages, with a stored state and a note now and then."""
    with new_save(path.parent, path.stem) as save:
        nodes = [
            NewNode(
                1 if number == 0 else new_ref(number - 1),
                Content(
                    "narration" if number % 2 else "player",
                    (TextPart(f"Message {number}: " + "words and words " * 8),),
                    (SetFlag("n", number, "model"),) if number % 2 else (),
                ),
            )
            for number in range(length - 1)
        ]
        notes = tuple(
            Note(0, new_ref(number), "observation", {"n": number}) for number in range(0, length - 1, 20)
        )
        save.commit(Transaction(tuple(nodes), Step("import", new_ref(len(nodes) - 1)), notes=notes))
        fold = save.fold()
        stored = range(SNAPSHOT_EVERY, length, SNAPSHOT_EVERY)
        save.commit(Transaction(snapshots=tuple(snapshot_of(id, fold.state_at(id)) for id in stored)))
    return path


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return told(tmp_path_factory.mktemp("short") / "short.rpg", SNAPSHOT_EVERY + 10)


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return told(tmp_path_factory.mktemp("long") / "long.rpg", LONG)


def work(path: Path, act: Callable[[Save], object]) -> int:
    """How many steps SQLite's machine takes for `act` on a freshly opened save."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    with Save.open(path) as save:
        save.connection.set_progress_handler(count, 1)
        act(save)
        save.connection.set_progress_handler(None, 1)
    return steps


def show_the_last_screen(save: Save) -> object:
    assert save.head is not None
    last = save.link(save.head).message
    shown = messages(save, save.head, last - 19, last)
    assert len(shown) == 20
    return (
        save.card,
        save.meta,
        save.draft(save.head),
        last_turn(save, save.head),
        save.undoable(),
        next(save.notes("observation", save.head)),
        save.fold().state_at(save.head),
    )


def test_the_last_screen_of_a_long_story_costs_what_that_of_a_short_one_does(short: Path, long: Path) -> None:
    assert work(long, show_the_last_screen) < 2 * work(short, show_the_last_screen)


def test_memory_does_not_grow_with_the_story(short: Path, long: Path) -> None:
    peaks = []
    for path in (short, long):
        work(path, show_the_last_screen)
        tracemalloc.start()
        work(path, show_the_last_screen)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_any_place_of_a_long_story_is_near(short: Path, long: Path) -> None:
    def jump(number: int) -> Callable[[Save], object]:
        return lambda save: message_at(save, save.head or 0, number)

    worst = max(work(long, jump(number)) for number in (1, 17, 5_000, 9_999))
    assert worst < 30 * work(short, jump(1))


def test_a_turn_costs_the_same_in_a_long_story(short: Path, long: Path) -> None:
    assert work(long, lambda save: turn(save, "on")) < 2 * work(short, lambda save: turn(save, "on"))


def test_a_changed_past_costs_about_a_hundred_bytes_a_carried_node(long: Path) -> None:
    with Save.open(long) as save:
        before = long.stat().st_size
        done = edit(save, save.head or 0, 3, text_content("narration", "another past"))
        save.commit(Transaction(done.nodes, Step("edit", done.head)))
        assert len(done.nodes) > LONG - 10
        assert (long.stat().st_size - before) / len(done.nodes) < 100
        assert tip(save, 1) == save.head
        assert save.fold().state_at(save.head).flag("n") is not None


def test_a_turn_grows_the_file_by_less_than_two_kilobytes_without_its_text(tmp_path: Path) -> None:
    growth = []
    with new_save(tmp_path) as save:
        fold = save.fold()
        size = save.path.stat().st_size
        for number in range(300):
            words, reply = f"words {number} " * 5, f"reply {number} " * 60
            ask(save, words)
            head = answer(save, reply)
            digest = Note(0, head, "digest", {"text": f"digest {number} " * 10})
            link = save.link(head)
            due = link.depth % SNAPSHOT_EVERY == 0
            stored = (snapshot_of(head, fold.state_at(head)),) if due else ()
            save.commit(Transaction(notes=(digest,), snapshots=stored))
            if number % 10 == 9:
                now = save.path.stat().st_size
                growth.append((now - size) / 10 - len(words) - len(reply))
                size = now
    assert statistics.median(growth) < 2048
