"""Changing the past: edit or delete any node, insert after any node, name a branch. Source: docs/design.md §7.

The old line stays as a branch. What becomes of each later edit is found by the fold and told, never decided
silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rpg.runtime.apply import begin_turn
from rpg.runtime.carry import Outcome, carry, settled
from rpg.runtime.edits import Edit
from rpg.session.commits import card_at
from rpg.session.drafts import taken_along
from rpg.session.errors import SessionError
from rpg.session.story import Story
from rpg.store.transaction import Attempt, Step, Transaction
from rpg.timeline import change as changes
from rpg.timeline.change import Change
from rpg.timeline.headlog import Naming
from rpg.timeline.nodes import TURN_KINDS, Content, NodeKind, new_ref, text_content
from rpg.timeline.tree import between, common_ancestor, is_on_path, tip

Events = Literal["keep", "drop"]


@dataclass(frozen=True, slots=True)
class Misfit:
    """An edit on the new line that is not simply applied: it drifted, or it could not be applied."""

    node: int
    edit: Edit
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change of the past came to. node: the changed or inserted node on the new line, None when gone."""

    act: str
    head: int | None
    node: int | None
    misfits: tuple[Misfit, ...] = ()


def edit_text(story: Story, node: int, text: str, events: Events, now: float) -> Changed:
    """Other words on a node. events: whether what happened there stays or is dropped. Raises SessionError."""
    head = line_through(story, node)
    before = story.save.node(node).content
    if not before.is_story:
        raise SessionError("not_a_message", node=node)
    content = changes.with_text(before, needed(text), events)
    return _edited(story, head, node, content, now)


def without_edits(story: Story, node: int, positions: Sequence[int], now: float) -> Changed:
    """A node without some of its edits (from 0): how a conflict is dropped."""
    head = line_through(story, node)
    content = changes.without_edits(story.save.node(node).content, positions)
    return _edited(story, head, node, content, now)


def accept_drift(story: Story, node: int, now: float) -> Changed:
    """A node whose drifted edits are written anew as what they came to: how a drift is accepted."""
    head = line_through(story, node)
    content = story.save.node(node).content
    state = story.state(story.save.link(node).parent)
    if content.kind in TURN_KINDS:
        state = begin_turn(state)
    edits: list[Edit] = []
    for edit in content.edits:
        edits += settled(state, edit)
        state = carry(state, edit)[0]
    content = replace(content, edits=tuple(edits))
    return _edited(story, head, node, content, now)


def delete(story: Story, node: int, *, only: bool, now: float) -> Changed:
    """A turn, or just one node, away. The opening stays. Raises SessionError."""
    head = line_through(story, node)
    if story.save.link(node).parent is None:
        raise SessionError("opening_stays")
    return commit_change(story, "delete", changes.delete(story.save, head, node, only=only), head)


def insert(story: Story, after: int, kind: NodeKind, text: str, now: float) -> Changed:
    """A message after a node. Raises SessionError."""
    if not text.strip():
        raise SessionError("nothing_said")
    head = line_through(story, after)
    content = text_content(kind, text.strip())
    return commit_change(story, "insert", changes.insert(story.save, head, after, [content], int(now)), head)


def label(story: Story, node: int, name: str) -> None:
    """Names the branch that ends or passes at a node; "" takes the name away. Raises SessionError."""
    _known(story, node)
    old, new = story.save.labels.get(node, ""), " ".join(name.split())
    if new != old:
        act = Naming(node, old, new).act
        story.save.commit(Transaction(head=Step(act, story.head), labels={node: new}))


def misfits(story: Story, above: int | None, head: int | None) -> tuple[Misfit, ...]:
    """Edits under `above` down to `head` that drifted or conflict."""
    return tuple(
        Misfit(link.id, edit, outcome)
        for link in between(story.save, above, head)
        for edit, outcome in zip(
            story.save.node(link.id).content.edits, story.folded(link.id).outcomes, strict=False
        )
        if outcome.status in {"drifted", "conflict"}
    )


def _edited(story: Story, head: int, node: int, content: Content, now: float) -> Changed:
    change = changes.edit(story.save, head, node, content, int(now))
    return commit_change(story, "edit", change, head, instead_of=node)


def _known(story: Story, node: int) -> None:
    try:
        story.save.link(node)
    except KeyError:
        raise SessionError("unknown_node", node=node) from None


def line_through(story: Story, node: int) -> int:
    """The head, when `node` is on its path; else the tip last used beyond `node`."""
    _known(story, node)
    head = story.head
    return head if head is not None and is_on_path(story.save, node, head) else tip(story.save, node)


def commit_change(
    story: Story, act: str, change: Change, old_head: int, *, instead_of: int | None = None
) -> Changed:
    """Makes a change of the past true as one act.

    old_head: where the line ended before. instead_of: the node that the first of the added ones stands in for.
    Replies that broke off go along with their turns, what is typed with the head.
    """
    transaction = Transaction(
        nodes=change.nodes,
        head=Step(act, change.head),
        attempts=_attempts_carried(
            story, (instead_of, *change.origins[1:]) if instead_of else change.origins
        ),
        drafts=taken_along(story.save, story.head, change.head),
    )
    made = story.save.commit(transaction)
    story.save.commit(Transaction(card=card_at(story, made.head)))
    fork = common_ancestor(story.save, old_head, made.head)
    first = made.ids[0] if made.ids and act != "delete" else None
    return Changed(act, made.head, first, misfits(story, fork, made.head))


def _attempts_carried(story: Story, origins: Sequence[int | None]) -> tuple[Attempt, ...]:
    """Replies that broke off, for the nodes to be added. origins: what each of those stands in for."""
    with_attempts = story.save.attempted()
    return tuple(
        replace(one, id=0, node=new_ref(position))
        for position, origin in enumerate(origins)
        if origin in with_attempts
        for one in story.save.attempts(origin)
    )


def needed(text: str) -> str:
    """New words of a node without their outer spaces. Raises SessionError("empty_text")."""
    if not text.strip():
        raise SessionError("empty_text")
    return text.strip()


def content_of(story: Story, node: int) -> Content:
    """What a node says and does. Raises SessionError."""
    _known(story, node)
    return story.save.node(node).content
