"""Records and notes of turns that were carried onto a changed past: made anew from the last valid one.

It happens when a plan first needs them, and is stored where the save can be written. At most the last
`TURNS_SETTLED` turns are gone through; what lies further back is behind the history cut. Source: docs/design.md §7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from rpg.context.values import Note
from rpg.session.commits import stored_notes_on
from rpg.session.digests import departure_notes, notes_of_reply
from rpg.session.story import REPLIES_SOUGHT, Ground, Story
from rpg.store.transaction import Note as StoredNote
from rpg.store.transaction import Transaction
from rpg.timeline.nodes import Link
from rpg.timeline.tree import ancestors, turn_of

TURNS_SETTLED = 64

RecordOf = Callable[[Ground], Mapping[str, Any]]
"""The record that a turn would make on its ground."""


def settle(story: Story, head: int | None, record_of: RecordOf, count: Callable[[str], int]) -> None:
    """Gives every carried turn at or above `head` a record and notes of its own."""
    waiting = list(islice(_unsettled(story, head), 3 * TURNS_SETTLED))
    if not waiting:
        return
    notes: list[StoredNote] = []
    for link in reversed(waiting):
        made = _notes(story, link, count)
        notes.extend(stored_notes_on(link.id, made))
        if link.kind == "narration":
            story.settled[link.id] = _record(story, link, record_of)
    if story.save.writable:
        records = {link.id: story.settled[link.id] for link in waiting if link.id in story.settled}
        story.save.commit(Transaction(records=records, notes=tuple(notes)))


def _unsettled(story: Story, head: int | None) -> Any:
    """Carried turns at and above `head`, nearest first, down to the first reply that has a record.

    It is looked for among `REPLIES_SOUGHT` replies.
    """
    replied = 0
    for link in ancestors(story.save, head):
        if link.kind == "narration":
            replied += 1
            if replied > REPLIES_SOUGHT or story.record(link.id) is not None:
                return
        if link.carried and link.kind in {"narration", "travel"}:
            yield link


def _record(story: Story, link: Link, record_of: RecordOf) -> Mapping[str, Any]:
    """The new record, with what the turn used then: its usage and its narrator."""
    ground = _ground(story, link)
    then = story.save.node(link.id).content.record or {}
    kept = {key: then[key] for key in ("narrator", "usage", "model", "spent") if key in then}
    return {**(record_of(ground) if ground is not None else {}), **kept}


def _notes(story: Story, link: Link, count: Callable[[str], int]) -> tuple[Note, ...]:
    node = story.save.node(link.id)
    if link.kind == "travel":
        before, after = story.fold.state_at(link.parent), story.state(link.id)
        return departure_notes(story, link.parent, before, after, count)
    ground = _ground(story, link)
    return () if ground is None else notes_of_reply(story, ground, node.content, count)


def _ground(story: Story, link: Link) -> Ground | None:
    turn = turn_of(story.save, link.id, link.id)
    if turn is None or link.parent is None:
        return None
    return story.ground(turn.start, link.parent)
