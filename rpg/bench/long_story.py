"""Saves of long stories, written in bulk as a session would have left them: messages, states, notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random

from rpg.bench.playing import Playing
from rpg.bench.prose import Language, prose
from rpg.context.values import Note as ContextNote
from rpg.memory.observations import BLOCK
from rpg.session.session import Session
from rpg.store.transaction import Note, Step, Transaction
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, NewNode, new_ref, text_content
from rpg.timeline.snapshot import Snapshot, snapshot_due, snapshot_of
from rpg.world.model import World

CHUNK = 64
"""Messages written in one transaction; a multiple of an observation's block."""

TEXTS = 64
"""Different texts; each message has its number besides, so that none is the other."""


def long_story(
    world: World,
    folder: Path,
    messages: int,
    *,
    window: int = 8_192,
    reply: int = 120,
    name: str = "story",
    seed: int = 0,
) -> Playing:
    """A playthrough with at least so many messages, and two real turns at its end. reply: tokens of a reply."""
    playing = Playing(world, folder, {"context.window": window}, seed=seed, name=name)
    words = _Words(Random(f"long {seed}"), "zh" if world.language == "zh" else "en", reply)
    written = 1
    while written + CHUNK <= messages:
        _write(playing.session, words, written)
        written += CHUNK
    return playing


class _Words:
    def __init__(self, dice: Random, language: Language, reply: int) -> None:
        self._player = [prose(dice, language, 15) for _ in range(TEXTS)]
        self._reply = [prose(dice, language, reply) for _ in range(TEXTS)]

    def of(self, number: int) -> Content:
        """Message `number` from 0: the player's and the narrator's in turn."""
        if number % 2:
            return text_content("narration", f"{number} {self._reply[number % TEXTS]}")
        return text_content("player", f"{number} {self._player[number % TEXTS]}")


def _write(session: Session, words: _Words, written: int) -> None:
    """The next messages in one transaction."""
    save, head = session.save, session.head
    contents = [words.of(written - 1 + at) for at in range(CHUNK)]
    parents = (head, *(new_ref(at) for at in range(CHUNK - 1)))
    nodes = tuple(NewNode(p, content, made=0) for p, content in zip(parents, contents, strict=True))
    save.commit(
        Transaction(
            nodes=nodes,
            head=Step("turn", new_ref(CHUNK - 1)),
            notes=tuple(_notes(contents, written)),
            snapshots=tuple(_snapshots(session, contents)),
        )
    )


def _snapshots(session: Session, contents: list[Content]) -> Iterator[Snapshot]:
    head = session.head
    depth = -1 if head is None else session.save.link(head).depth
    state = session.head_state
    for at, content in enumerate(contents):
        state = fold_node(state, content, session.save.index).state
        if snapshot_due(depth + at, depth + at + 1):
            yield snapshot_of(new_ref(at), state)


def _notes(contents: list[Content], written: int) -> Iterator[Note]:
    """One observation for every block of messages."""
    for last in range(BLOCK - 1, len(contents), BLOCK):
        covers = written + last + 1
        note = ContextNote("observation", contents[last].text[:200], covers, covers - BLOCK + 1)
        yield Note(0, new_ref(last), "observation", asdict(note))
