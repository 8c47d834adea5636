"""Time travel by moving the head: undo, redo, pick another reply, go to a node. Source: docs/design.md §7.

Each is one act of the head log and one transaction. None of them asks a narrator.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rpg.session.commits import card_at
from rpg.session.drafts import Drafts, redone, undone, words_of
from rpg.session.errors import SessionError
from rpg.session.story import Story
from rpg.store.transaction import NOTHING, HeadChange, Redo, Step, Transaction, Undo
from rpg.timeline.tree import is_on_path, message_above, replies, replies_beside, tip

Labels = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Act:
    """What an act came to. restored: the player's words, back in the input; "" when there were none."""

    act: str
    head: int | None
    restored: str = ""


def undo(story: Story) -> Act:
    """Takes the last act back; the opening stays. A draft that is there already is left as it is.

    Raises SessionError("nothing_to_undo").
    """
    entry = story.save.undoable()
    if entry is None or entry.before is None:
        raise SessionError("nothing_to_undo")
    drafts, said = undone(story.save, entry), words_of(story.save, entry)
    named = entry.naming
    labels = {} if named is None else _label(story, named.node, named.old)
    _move(story, Undo(), entry.before, drafts, labels)
    return Act(entry.kind, story.head, said if said and drafts.get(entry.before) == said else "")


def redo(story: Story) -> Act:
    """Does the act again that was taken back last. Raises SessionError("nothing_to_redo")."""
    entry = story.save.redoable()
    if entry is None:
        raise SessionError("nothing_to_redo")
    named = entry.naming
    labels = {} if named is None else _label(story, named.node, named.new)
    _move(story, Redo(), entry.after, redone(story.save, entry), labels)
    return Act(entry.kind, story.head)


def pick(story: Story, number: int, at: int | None = None) -> Act:
    """Goes to another reply and to the tip last used beyond it.

    number: from 1. at: the reply or the message it answers; the last one by default. Raises SessionError.
    """
    found = _replies_at(story, at)
    if not 1 <= number <= len(found):
        raise SessionError("no_such_reply", number=number, count=len(found))
    chosen = found[number - 1]
    if is_on_path(story.save, chosen, story.head):
        return Act("pick", story.head)
    return _step(story, "pick", tip(story.save, chosen))


def goto(story: Story, node: int) -> Act:
    """Goes to any node. Raises SessionError("unknown_node")."""
    try:
        story.save.link(node)
    except KeyError:
        raise SessionError("unknown_node", node=node) from None
    return Act("goto", node) if node == story.head else _step(story, "goto", node)


def _replies_at(story: Story, at: int | None) -> tuple[int, ...]:
    """The replies beside the message at `at` or above it, or to it where it is the player's."""
    try:
        said = message_above(story.save, story.head if at is None else at)
    except KeyError:
        raise SessionError("unknown_node", node=at) from None
    if said is None or said.kind == "opening":
        raise SessionError("no_turn_yet")
    return replies_beside(story.save, said.id) if said.kind == "narration" else replies(story.save, said.id)


def _label(story: Story, node: int, name: str) -> Labels:
    """A branch's name; nothing where its node is lost, as in a repaired save."""
    try:
        story.save.link(node)
    except KeyError:
        return {}
    return {node: name}


def _step(story: Story, act: str, to: int) -> Act:
    _move(story, Step(act, to), to)
    return Act(act, to)


def _move(
    story: Story, change: HeadChange, to: int | None, drafts: Drafts = NOTHING, labels: Labels = NOTHING
) -> None:
    story.save.commit(Transaction(head=change, drafts=drafts, labels=labels, card=card_at(story, to)))
