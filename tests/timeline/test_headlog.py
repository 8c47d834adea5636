"""Undo and redo over every kind of act, against a plain list of heads."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from rpg.timeline.headlog import BEGINNING, Cursor, Entry, Move, Naming, extend, redo, step, undo

ACTS = st.sampled_from(
    ["turn", "travel", "retry", "pick", "goto", "edit", "delete", "insert", "set", "adopt"]
)
HEADS = st.none() | st.integers(1, 50)


class Log:
    """The log as the store keeps it: entries by number."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self.cursor = Cursor()

    def make(self, move: Move | None) -> None:
        if move is None:
            return
        if move.drop_from is not None:
            self.entries = {seq: e for seq, e in self.entries.items() if seq < move.drop_from}
        if move.write is not None:
            self.entries[move.write.seq] = move.write
        self.cursor = move.cursor


class UndoMachine(RuleBasedStateMachine):
    """heads: the head before each act in force and now; ahead: the heads that redo would bring back."""

    def __init__(self) -> None:
        super().__init__()
        self.log = Log()
        self.heads: list[int | None] = [None]
        self.ahead: list[int | None] = []
        self.acts: list[str] = []

    @rule(act=ACTS, to=HEADS)
    def act(self, act: str, to: int | None) -> None:
        self.log.make(step(self.log.cursor, act, to))
        self._append(act, to)

    @rule(to=HEADS)
    def go_on(self, to: int | None) -> None:
        self.log.make(extend(self.log.cursor, self.log.entries.get(self.log.cursor.position), to))
        if len(self.heads) > 1 and self.acts[len(self.heads) - 2] in BEGINNING:
            self.heads[-1] = to
            self.ahead.clear()
        else:
            self._append("turn", to)

    def _append(self, act: str, to: int | None) -> None:
        self.acts[len(self.heads) - 1 :] = [act]
        self.heads.append(to)
        self.ahead.clear()

    @rule()
    def undo(self) -> None:
        self.log.make(undo(self.log.entries.get(self.log.cursor.position)))
        if len(self.heads) > 1:
            self.ahead.append(self.heads.pop())

    @rule()
    def redo(self) -> None:
        self.log.make(redo(self.log.entries.get(self.log.cursor.position + 1)))
        if self.ahead:
            self.heads.append(self.ahead.pop())

    @invariant()
    def the_head_is_where_the_list_says(self) -> None:
        assert self.log.cursor == Cursor(self.heads[-1], len(self.heads) - 1)

    @invariant()
    def entries_are_numbered_without_a_gap_and_join(self) -> None:
        entries = [self.log.entries[seq] for seq in sorted(self.log.entries)]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert all(one.after == next.before for one, next in pairwise(entries))


UndoMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestUndo = UndoMachine.TestCase


def test_a_turn_completed_by_its_reply_is_one_step() -> None:
    log = Log()
    log.make(step(log.cursor, "turn", 2))
    log.make(extend(log.cursor, log.entries[1], 3))
    assert log.entries == {1: Entry(1, "turn", None, 3)}
    log.make(undo(log.entries[1]))
    assert log.cursor == Cursor(None, 0)


def test_what_does_not_end_at_the_head_is_not_gone_on_with() -> None:
    move = extend(Cursor(9, 1), Entry(1, "goto", 2, 3), 10)
    assert move.write == Entry(2, "turn", 9, 10)


def test_a_reply_after_another_act_is_an_act_of_its_own() -> None:
    move = extend(Cursor(3, 2), Entry(2, "set", 2, 3), 4)
    assert move.write == Entry(3, "turn", 3, 4)


def test_a_label_says_in_the_log_what_it_changed() -> None:
    named = Naming(7, "", 'the "old" line')
    entry = Entry(1, named.act, 9, 9)
    assert (entry.kind, entry.naming) == ("label", named)


@pytest.mark.parametrize("act", ["turn", "label", "label x", "label [1]", 'label ["1", "", ""]', "label 7"])
def test_an_act_that_is_no_readable_label_names_nothing(act: str) -> None:
    assert Entry(1, act, 1, 1).naming is None


def test_nothing_to_undo_and_nothing_to_redo_are_no_moves() -> None:
    assert undo(None) is None
    assert redo(None) is None
