"""What becomes true together: the transactions of a session, as values.

Source: docs/design.md §6–§8.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from rpg.context.values import Note as ContextNote
from rpg.memory.clip import ending
from rpg.narrator.protocol import Traits
from rpg.runtime.edits import Edit, MovePlayer
from rpg.runtime.gametools import turn_minutes
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.costs import SPENT, added, spent_on
from rpg.session.drafts import Drafts, taken_along
from rpg.session.narration import Reply
from rpg.session.story import Ground, Story, TurnPlace
from rpg.store.card import Card
from rpg.store.transaction import Attempt, Extend, HeadChange, Note, Step, Transaction
from rpg.text.layout import prose_line
from rpg.timeline.change import retry as change_retry
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content, NewNode, Part, new_ref, text_content
from rpg.timeline.snapshot import Snapshot, snapshot_due, snapshot_of
from rpg.timeline.tree import message_count, messages

LAST_LINE = 120
"""Characters of the last words in a list of saves."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A transaction with the state it ends in."""

    transaction: Transaction
    state: State


def player_node(story: Story, text: str, now: float) -> Prepared:
    """The player's words become a node, and the draft they were is gone."""
    place, content = story.next_turn(), text_content("player", text)
    return _turn_node(story, place, content, "turn", now, {story.head: ""})


def travel_node(story: Story, text: str, edit: MovePlayer, now: float) -> Prepared:
    """The travel becomes true at once; what the player was typing goes along."""
    place, content = story.next_turn(), text_content("travel", text, (edit,))
    drafts = taken_along(story.save, story.head, new_ref(len(place.edits)))
    return _turn_node(story, place, content, "travel", now, drafts)


def with_notes(prepared: Prepared, notes: tuple[ContextNote, ...]) -> Prepared:
    """The transaction with notes on its last node."""
    last = new_ref(len(prepared.transaction.nodes) - 1)
    return replace(prepared, transaction=replace(prepared.transaction, notes=stored_notes_on(last, notes)))


def stored_notes_on(node: int, notes: tuple[ContextNote, ...]) -> tuple[Note, ...]:
    """Notes as the save keeps them on `node`."""
    return tuple(Note(0, node, note.kind, asdict(note)) for note in notes)


def _turn_node(
    story: Story, place: TurnPlace, content: Content, act: str, now: float, drafts: Drafts
) -> Prepared:
    """A node that begins a turn, under the hand edits that go along."""
    state = fold_node(story.state_for_turn(place), content, story.save.index).state
    parents = (place.before, *(new_ref(number) for number in range(len(place.edits))))
    carried = tuple(
        NewNode(parent, story.save.node(id).content_hash, made=story.save.link(id).made)
        for parent, id in zip(parents, place.edits, strict=False)
    )
    depth = -1 if place.before is None else story.save.link(place.before).depth
    own = new_ref(len(carried))
    snapshot = (snapshot_of(own, state),) if snapshot_due(depth, depth + len(carried) + 1) else ()
    transaction = Transaction(
        nodes=(*carried, NewNode(parents[-1], content, made=int(now))),
        head=Step(act, own),
        drafts=drafts,
        snapshots=snapshot,
        card=card_of(state, content.text),
    )
    return Prepared(transaction, state)


def narration_content(ground: Ground, reply: Reply, narrator: Traits) -> Content:
    """The reply as a node's content, with its record and the minutes that a turn takes."""
    edits = reply.stage.edits
    minutes = turn_minutes(reply.stage.state, (*ground.edits, *edits))
    all_edits: tuple[Edit, ...] = (*edits, minutes) if minutes is not None else edits
    return Content("narration", tuple(reply.parts), all_edits, record_of(reply, narrator))


def record_of(reply: Reply, narrator: Traits) -> dict[str, Any]:
    """What the turn used: the plan's record, who told it, what it cost, and the tokens as the server counted them."""
    usages = reply.usages
    counted = {
        name: sum(value for usage in usages if (value := getattr(usage, name)) is not None)
        for name in ("prompt", "completion", "cached")
        if any(getattr(usage, name) is not None for usage in usages)
    }
    told = {"narrator": narrator.name, **({"usage": counted} if counted else {})}
    spent = {} if narrator.offline else {"model": narrator.model, SPENT: spent_on(reply).document()}
    return {**reply.plan.record, **told, **spent}


def with_spent(story: Story, transaction: Transaction, reply: Reply, narrator: Traits) -> Transaction:
    """The transaction with what a reply cost added to the session's totals."""
    if narrator.offline or not reply.sizes:
        return transaction
    total = added(story, narrator.model, spent_on(reply))
    return replace(transaction, meta={**transaction.meta, SPENT: total})


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
        stored = node.content if isinstance(node.content, Content) else story.save.content(node.content)
        state = fold_node(state, stored, story.save.index).state
    transaction = Transaction(
        nodes=nodes,
        head=head,
        notes=stored_notes_on(new_ref(0), notes),
        removed_attempts=removed_attempts,
        drafts=taken_along(story.save, story.head, to),
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


def attempt(start: int, parts: tuple[Part, ...], edits: tuple[Edit, ...], why: str) -> Transaction:
    """A reply that broke off, kept beside its turn."""
    content = Content("narration", parts, edits)
    return Transaction(attempts=(Attempt(0, start, content, {"why": why}),))


def card_at(story: Story, head: int | None) -> Card | None:
    """The card of a save whose head goes to a node that is there already."""
    if head is None:
        return None
    said = messages(story.save, head, message_count(story.save, head), message_count(story.save, head))
    return card_of(story.state(head), said[-1].text if said else "")


def card_of(state: State, text: str) -> Card:
    """What a list of saves shows of this one."""
    line = ending(prose_line(text), LAST_LINE)
    return Card(state.world.name, scene(state).name, line, state.turn)


def _snapshot(story: Story, parent: int | None, state: State) -> tuple[Snapshot, ...]:
    depth = -1 if parent is None else story.save.link(parent).depth
    return (snapshot_of(new_ref(0), state),) if snapshot_due(depth, depth + 1) else ()
