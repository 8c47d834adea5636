"""What becomes true together: the transactions of a session, as values.

Source: docs/design.md §6–§8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rpg.context.result import Plan
from rpg.context.values import Note as ContextNote
from rpg.narrator.protocol import Usage
from rpg.runtime.edits import Edit, MovePlayer
from rpg.runtime.gametools import turn_minutes
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.narration import Reply
from rpg.session.story import Ground, Story
from rpg.store.transaction import Attempt, Card, Extend, HeadChange, Note, Step, Transaction
from rpg.timeline.change import retry as change_retry
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, NewNode, Part, new_ref, text_content
from rpg.timeline.snapshot import Snapshot, snapshot_due, snapshot_of

LAST_LINE = 120
"""Characters of the last words in a list of saves."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A transaction with the state it ends in."""

    transaction: Transaction
    state: State


def player_node(story: Story, ground: Ground, now: float) -> Prepared:
    """The player's words become a node, and the draft they were is gone."""
    content = text_content("player", ground.turn.text)
    drafts: dict[int | None, str] = {story.head: "", ground.before: ""}
    return _prepared(story, ground.before, content, Step("turn", new_ref(0)), now, drafts)


def travel_node(story: Story, before: int | None, text: str, edit: MovePlayer, now: float) -> Prepared:
    """The travel becomes true at once; what the player was typing goes along."""
    content = text_content("travel", text, (edit,))
    draft = story.save.draft(story.head)
    drafts: dict[int | None, str] = {story.head: "", new_ref(0): draft} if draft else {}
    return _prepared(story, before, content, Step("travel", new_ref(0)), now, drafts)


def with_notes(prepared: Prepared, notes: tuple[ContextNote, ...]) -> Prepared:
    """The transaction with notes on its first node."""
    return replace(prepared, transaction=replace(prepared.transaction, notes=_stored_notes(notes)))


def _stored_notes(notes: tuple[ContextNote, ...]) -> tuple[Note, ...]:
    return tuple(Note(0, new_ref(0), note.kind, asdict(note)) for note in notes)


def _prepared(
    story: Story,
    parent: int | None,
    content: Content,
    head: HeadChange,
    now: float,
    drafts: Mapping[int | None, str],
) -> Prepared:
    state = fold_node(story.fold.state_at(parent), content, story.save.index).state
    transaction = Transaction(
        nodes=(NewNode(parent, content, made=int(now)),),
        head=head,
        drafts=drafts,
        snapshots=_snapshot(story, parent, state),
        card=card_of(state, content.text),
    )
    return Prepared(transaction, state)


def narration_content(ground: Ground, reply: Reply, narrator: str) -> Content:
    """The reply as a node's content, with its record and the minutes that a turn takes."""
    edits = reply.stage.edits
    minutes = turn_minutes(reply.stage.state, (*ground.edits, *edits))
    all_edits: tuple[Edit, ...] = (*edits, minutes) if minutes is not None else edits
    return Content("narration", tuple(reply.parts), all_edits, record_of(reply.plan, reply.usages, narrator))


def record_of(plan: Plan, usages: list[Usage], narrator: str) -> dict[str, Any]:
    """What the turn used: the plan's record, who told it, and the tokens as the server counted them."""
    counted = {
        name: sum(value for usage in usages if (value := getattr(usage, name)) is not None)
        for name in ("prompt", "completion", "cached")
        if any(getattr(usage, name) is not None for usage in usages)
    }
    return {**plan.record, "narrator": narrator, **({"usage": counted} if counted else {})}


def narration_node(
    story: Story,
    ground: Ground,
    content: Content,
    notes: tuple[ContextNote, ...],
    now: float,
    *,
    instead_of: int | None = None,
    removed_attempts: tuple[int, ...] = (),
) -> Prepared:
    """The reply with its edits, record and notes. instead_of: the reply that this one is another try for;
    hand edits that stand after it are carried."""
    nodes, to = _reply_nodes(story, ground, content, now, instead_of)
    head: HeadChange = Extend(new_ref(0)) if instead_of is None else Step("retry", to)
    state = ground.state
    for node in nodes:
        carried = (
            node.content if isinstance(node.content, Content) else _stored(story, node.content, instead_of)
        )
        state = fold_node(state, carried, story.save.index).state
    transaction = Transaction(
        nodes=nodes,
        head=head,
        notes=_stored_notes(notes),
        removed_attempts=removed_attempts,
        snapshots=_snapshot(story, ground.top, state) if len(nodes) == 1 else (),
        card=card_of(state, content.text),
    )
    return Prepared(transaction, state)


def _reply_nodes(
    story: Story, ground: Ground, content: Content, now: float, instead_of: int | None
) -> tuple[tuple[NewNode, ...], int | None]:
    if instead_of is None:
        return (NewNode(ground.top, content, made=int(now)),), new_ref(0)
    change = change_retry(story.save, story.head, instead_of, content, int(now))
    return change.nodes, change.head


def _stored(story: Story, hash: str, reply: int | None) -> Content:
    """A stored content by its hash, found among what stands after `reply`."""
    below = story.save.last_child(reply) if reply is not None else None
    while below is not None:
        node = story.save.node(below)
        if node.content_hash == hash:
            return node.content
        below = story.save.last_child(below)
    raise KeyError(hash)


def attempt(start: int, parts: tuple[Part, ...], edits: tuple[Edit, ...], why: str) -> Transaction:
    """A reply that broke off, kept beside its turn."""
    content = Content("narration", parts, edits)
    return Transaction(attempts=(Attempt(0, start, content, {"why": why}),))


def card_of(state: State, text: str) -> Card:
    """What a list of saves shows of this one."""
    line = " ".join(text.split())[-LAST_LINE:]
    return Card(state.world.name, scene(state).name, line, state.turn)


def _snapshot(story: Story, parent: int | None, state: State) -> tuple[Snapshot, ...]:
    depth = -1 if parent is None else story.save.link(parent).depth
    return (snapshot_of(new_ref(0), state),) if snapshot_due(depth, depth + 1) else ()
