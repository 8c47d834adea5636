"""Whether state, prompt, save and what faces show are one thing. Source: docs/design.md §3, promises 1, 5 and 6."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rpg.bench.draws import marks_in
from rpg.context.result import Plan
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.documents import state_document
from rpg.session.session import Session
from rpg.store.verify import verify
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import canonical, content_document
from rpg.timeline.tree import path, tips

Place = tuple[int | None, str, tuple[tuple[int, str], ...]]
"""Where an act led: the head, the hash of its state, the names of branches."""


class Agreement:
    """What has been seen of one story, and what in it does not agree with what is there now.

    typed: drafts of the player's that have to be somewhere.
    """

    def __init__(self) -> None:
        self.prompts: dict[int, str] = {}
        self.typed: set[str] = set()
        self._places: dict[int, Place] = {}
        self._astray: list[str] = []
        self._states: dict[int, State] = {}
        self._marks: dict[int, frozenset[str]] = {}

    def differences(self, session: Session, act: str) -> Iterator[str]:
        """What is not the same after `act`: state and re-fold, prompt then and now, sheets and what is shown,
        the prompt and its branch, a step of undo and the way there, the player's words."""
        head = session.head
        if head is None:
            yield "there is no head"
            return
        if self._refolded(session, head).hash != session.head_state.hash:
            yield "the state is not the re-fold"
        plan = session.plan("What now?")
        prompt = request_text(plan)
        if self.prompts.setdefault(head, prompt) != prompt:
            yield "the prompt of this head was another"
        if marks_in((prompt,)) - self._marks_of_path(session, head):
            yield "the prompt holds words of another branch"
        yield from _faces(session, head, plan)
        self.walked(session, act)
        yield from self._astray
        self._astray.clear()
        if self.typed - drafts_of(session):
            yield "words that were typed are lost"

    def _refolded(self, session: Session, node: int) -> State:
        """The state at `node` folded from the root, whatever the game remembers of it."""
        save = session.save
        state = save.initial()
        for id in path(save, node):
            if id not in self._states:
                self._states[id] = fold_node(state, save.node(id).content, save.index).state
            state = self._states[id]
        return state

    def _marks_of_path(self, session: Session, head: int) -> frozenset[str]:
        """All that was ever said or done on the path."""
        return frozenset().union(*(self._marks_of(session, id) for id in path(session.save, head)))

    def _marks_of(self, session: Session, node: int) -> frozenset[str]:
        if node not in self._marks:
            content = session.save.node(node).content
            self._marks[node] = marks_in((canonical(content_document(content)),))
        return self._marks[node]

    def walked(self, session: Session, act: str) -> None:
        """Undo and redo lead to where the acts led before. The way beyond a new act is forgotten."""
        save, at = session.save, session.save.cursor.position
        here: Place = (session.head, session.head_state.hash, tuple(save.labels.items()))
        if act in {"undo", "redo"}:
            if self._places.setdefault(at, here) != here:
                self._astray.append(f"{act} leads elsewhere")
        elif self._places.get(at) != here:
            self._places = {seq: place for seq, place in self._places.items() if seq < at} | {at: here}


def _faces(session: Session, head: int, plan: Plan) -> Iterator[str]:
    """What faces show, and whose sheets the prompt holds, against the state."""
    state = session.head_state
    shown = state_document(state, head, "en")
    now = scene(session.story.draft_ground("…").state)
    if (shown["state_hash"], shown["location"]["id"]) != (state.hash, now.location):
        yield "another place is shown"
    if shown["present"] != list(now.present):
        yield "other people are shown"
    if plan.refused:
        return
    owners = {section.id for section in plan.sections if section.id.startswith("frame.")}
    people = {f"frame.person.{id}" for id in now.present}
    if owners != {f"frame.place.{now.location}", f"frame.names.{now.location}", *people}:
        yield "the prompt holds other sheets than the scene has"


def end_differences(session: Session) -> Iterator[str]:
    """What is wrong with the save as a whole: branches whose end folds to another state, rows that do not fit."""
    story = session.story
    for tip in tips(session.save):
        if refolded_hash(session, tip) != story.state(tip).hash:
            yield "a branch ends in another state"
    for finding in verify(session.save, deep=True).findings:
        yield f"the save does not verify: {finding.problem}"


def refolded_hash(session: Session, node: int) -> str:
    """The state at `node` folded from the root, without any cache."""
    state = session.save.initial()
    for id in path(session.save, node):
        state = fold_node(state, session.save.node(id).content, session.save.index).state
    return state.hash


def drafts_of(session: Session) -> frozenset[str]:
    """All drafts of the save."""
    rows = session.save.connection.execute("SELECT body FROM draft")
    return frozenset(str(json.loads(body)) for (body,) in rows)


def prompt_of(session: Session, draft: str = "What now?") -> str:
    """The exact request for a draft at the head, as text."""
    return request_text(session.plan(draft))


def request_text(plan: Plan) -> str:
    """The request of a plan as text."""
    return json.dumps([[message.role, message.content, str(message.calls)] for message in plan.messages])
