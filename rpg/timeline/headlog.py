"""Undo and redo: where the head goes, and what becomes of the log of acts.

The log numbers acts from 1. `position` says how many of them are in force; what lies beyond is the redo
tail. One act is one step, whatever it was. Moving the head never removes a node. Source: docs/design.md §7.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

BEGINNING = frozenset({"turn", "travel"})
"""Acts that begin a turn; its reply belongs to them."""

LABEL = "label"
"""The act of naming a branch. It leaves the head where it is, and says in the log itself what it changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One act: the head before it and after it (None: before all nodes)."""

    seq: int
    act: str
    before: int | None
    after: int | None

    @property
    def kind(self) -> str:
        """The act in one word."""
        return self.act.partition(" ")[0]

    @property
    def naming(self) -> Naming | None:
        """What a label's act changed; None for every other act, and where it cannot be read."""
        kind, _, what = self.act.partition(" ")
        if kind != LABEL:
            return None
        try:
            match json.loads(what):
                case [int(node), str(old), str(new)]:
                    return Naming(node, old, new)
        except ValueError:
            pass
        return None


@dataclass(frozen=True, slots=True)
class Naming:
    """A branch gets another name at `node`; "" is none."""

    node: int
    old: str
    new: str

    @property
    def act(self) -> str:
        """The act as the log holds it."""
        return f"{LABEL} {json.dumps([self.node, self.old, self.new], ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class Cursor:
    """The head, and how many acts of the log are in force."""

    head: int | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """Where the cursor goes. First entries from `drop_from` on are removed, then `write` is written."""

    cursor: Cursor
    write: Entry | None = None
    drop_from: int | None = None


def step(cursor: Cursor, act: str, to: int | None) -> Move:
    """A new act that ends at `to`. It drops the redo tail."""
    seq = cursor.position + 1
    return Move(Cursor(to, seq), Entry(seq, act, cursor.head, to), seq)


def extend(cursor: Cursor, current: Entry | None, to: int | None) -> Move:
    """The act in force goes on to `to`: a reply completes the turn its player node began.

    current: the entry at the cursor's position. Where it did not begin the turn at the head there is nothing
    to go on with, and this is a new act, a "turn".
    """
    if current is None or current.after != cursor.head or current.act not in BEGINNING:
        return step(cursor, "turn", to)
    return Move(Cursor(to, cursor.position), replace(current, after=to), cursor.position + 1)


def undo(current: Entry | None) -> Move | None:
    """One act back. current: the entry at the cursor's position, None at the beginning: nothing to undo."""
    return None if current is None else Move(Cursor(current.before, current.seq - 1))


def redo(following: Entry | None) -> Move | None:
    """One act forward. following: the entry after the cursor's position, None: nothing to redo."""
    return None if following is None else Move(Cursor(following.after, following.seq))
