"""Random playing over one save, opened again at any moment, against lists kept in memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from rpg.runtime.edits import SetFlag
from rpg.store.save import Save
from rpg.store.transaction import Redo, Step, Transaction, Undo
from rpg.store.verify import verify
from rpg.timeline import change
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, NewNode, text_content
from rpg.timeline.tree import alternatives, path, tip

from .saves import NEW, answer, ask, new_save

ANY = st.integers(0, 10_000)


class Story(RuleBasedStateMachine):
    """texts and parents: what each node says and stands on; heads, ahead: for undo and redo;
    latest: the child last gone on to."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.save = new_save(Path(self.folder.name))
        self.texts: dict[int, str] = {1: "It begins."}
        self.parents: dict[int, int | None] = {1: None}
        self.latest: dict[int, int | None] = {1: None}
        self.heads: list[int | None] = [None, 1]
        self.ahead: list[int | None] = []
        self.count = 0

    def teardown(self) -> None:
        self.save.close()
        self.folder.cleanup()

    # -- playing ----------------------------------------------------------------------------

    @rule()
    def say(self) -> None:
        self.acted()
        self.grown(ask(self.save, f"words {self.count}"))

    @rule()
    def reply(self) -> None:
        if self.save.head is None:
            return
        before = self.save.undoable()
        begun = before is not None and before.act == "turn"
        self.grown(answer(self.save, f"reply {self.count}"), new_act=not begun)

    @rule(at=ANY)
    def set_by_hand(self, at: int) -> None:
        content = Content("edit", edits=(SetFlag("hand", at, "hand"),), detail={"n": self.count})
        done = self.save.commit(Transaction((NewNode(self.save.head, content),), Step("set", NEW)))
        self.grown(done.ids[0])

    @rule(at=ANY)
    def go(self, at: int) -> None:
        node = self.some(at, list(self.texts))
        self.save.commit(Transaction(head=Step("goto", node)))
        self.moved(node)

    @rule(at=ANY)
    def pick(self, at: int) -> None:
        node = tip(self.save, self.some(at, list(alternatives(self.save, self.some(at, list(self.texts))))))
        self.save.commit(Transaction(head=Step("pick", node)))
        self.moved(node)

    @rule()
    def undo(self) -> None:
        self.save.commit(Transaction(head=Undo()))
        if len(self.heads) > 1:
            self.ahead.append(self.heads.pop())
            self.trail(self.heads[-1])

    @rule()
    def redo(self) -> None:
        self.save.commit(Transaction(head=Redo()))
        if self.ahead:
            self.heads.append(self.ahead.pop())
            self.trail(self.heads[-1])

    @precondition(lambda self: self.save.head is not None)
    @rule(at=ANY, how=st.sampled_from(["edit", "delete", "delete only", "insert", "retry"]))
    def change_the_past(self, at: int, how: str) -> None:
        head = self.save.head
        assert head is not None
        node = self.some(at, list(path(self.save, head)))
        changed = self.changed(head, node, how)
        done = self.save.commit(Transaction(changed.nodes, Step(how, changed.head)))
        for id, new, origin in zip(done.ids, changed.nodes, changed.origins, strict=True):
            parent = new.parent if new.parent is None or new.parent > 0 else done.ids[-1 - new.parent]
            self.add(id, parent, self.texts[origin] if origin else self.save.node(id).text)
        self.moved(done.head)

    @rule()
    def open_again(self) -> None:
        self.save.close()
        self.save = Save.open(self.save.path)

    def changed(self, head: int, node: int, how: str) -> change.Change:
        new = text_content("narration", f"changed {self.count}")
        match how:
            case "edit":
                return change.edit(self.save, head, node, new)
            case "insert":
                return change.insert(self.save, head, node, [new])
            case "retry":
                return change.retry(self.save, head, node, new)
        return change.delete(self.save, head, node, only=how == "delete only")

    # -- the model --------------------------------------------------------------------------

    def some(self, at: int, choices: list[int]) -> int:
        return choices[at % len(choices)]

    def add(self, id: int, parent: int | None, text: str) -> None:
        assert id == len(self.texts) + 1
        self.texts[id], self.parents[id], self.latest[id] = text, parent, None
        self.count += 1

    def acted(self) -> None:
        self.ahead.clear()

    def grown(self, id: int, new_act: bool = True) -> None:
        self.add(id, self.heads[-1], self.save.node(id).text)
        self.ahead.clear()
        if new_act:
            self.heads.append(id)
        else:
            self.heads[-1] = id
        self.trail(id)

    def moved(self, head: int | None) -> None:
        self.ahead.clear()
        self.heads.append(head)
        self.trail(head)

    def trail(self, head: int | None) -> None:
        """Every node above the head leads to it; the head itself leads nowhere."""
        below: int | None = None
        while head is not None:
            self.latest[head] = below
            below, head = head, self.parents[head]

    # -- what must hold ---------------------------------------------------------------------

    @invariant()
    def the_head_and_the_tree_are_as_told(self) -> None:
        assert self.save.head == self.heads[-1]
        assert self.save.cursor.position == len(self.heads) - 1
        assert self.save.node_count() == len(self.texts)
        for id, parent in self.parents.items():
            assert self.save.link(id).parent == parent
            assert self.save.node(id).text == self.texts[id]
            assert self.save.last_child(id) == self.latest[id]

    @invariant()
    def the_state_is_the_plain_fold(self) -> None:
        state = self.save.initial()
        for id in path(self.save, self.save.head):
            state = fold_node(state, self.save.node(id).content, self.save.index).state
        assert self.save.fold().state_at(self.save.head).hash == state.hash

    @invariant()
    def the_save_is_whole(self) -> None:
        assert verify(self.save).findings == ()


Story.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestStory = Story.TestCase
