"""Notes that are made at once, without a model, and saved with the node they stand on.

Departure digests of everyone who left, observations of blocks that will soon leave the log, and the summary
that rolls them up. Source: docs/context.md §3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rpg.context.memory_in_force import in_force
from rpg.context.sections import short_hash
from rpg.context.values import Note, StoryMessage
from rpg.memory.digests import departure_digest
from rpg.memory.observations import Block, blocks_due, observe
from rpg.memory.summary import Summary, roll_up
from rpg.runtime.clock import clock_text
from rpg.runtime.edits import Edit
from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.runtime.whereabouts import present
from rpg.session.flagwords import flag_meaning
from rpg.session.story import Ground, Story
from rpg.timeline.fold import fold_node
from rpg.timeline.nodes import Content
from rpg.timeline.tree import message_count, messages

MESSAGES_READ = 24
"""Messages before a departure that its digest is made from."""

Count = Callable[[str], int]


def leavers(before: State, after: State) -> tuple[str, ...]:
    """Who left the scene between two states of a line, in the order they left."""
    seen = int(before.get(("departures",), 0))
    departures = [
        (left[1], person)
        for person in after.recent
        if (left := after.get(("left", person))) is not None and left[1] > seen
    ]
    return tuple(person for _, person in sorted(departures))


def notes_of_reply(story: Story, ground: Ground, content: Content, count: Count) -> tuple[Note, ...]:
    """All notes that are saved with a reply."""
    after = fold_node(ground.state, content, story.save.index).state
    number = message_count(story.save, ground.top) + 1
    said = (StoryMessage(number, content.kind, content.text),)
    departures = departure_notes(story, ground.top, ground.state, after, count, said)
    record = content.record or {}
    return (*departures, *memory_notes(story, ground.top, after, count, number, record))


def departure_notes(
    story: Story,
    head: int | None,
    before: State,
    after: State,
    count: Count,
    said: Sequence[StoryMessage] = (),
) -> tuple[Note, ...]:
    """The digests of who left between two states.

    head: the node that the new node stands on. said: what the new node itself says.
    """
    gone = leavers(before, after)
    if not gone:
        return ()
    log = story.log(head)
    first = max(1, log.count - MESSAGES_READ + 1)
    told = [*(log.message(ordinal) for ordinal in range(first, log.count + 1)), *said]
    covers = log.count + len(said)
    return tuple(_departure(person, told, first, covers, before, after, count) for person in gone)


def _departure(
    id: str,
    told: Sequence[StoryMessage],
    since: int,
    covers: int,
    before: State,
    after: State,
    count: Count,
) -> Note:
    person = after.character(id)
    others = [
        other for other in map(before.character, present(before)) if other is not None and other.id != id
    ]
    text = ""
    if person is not None:
        text = departure_digest(person, told, after.world.language, count, others=others)
    return Note("departure", text, covers, since, id, int(after.get(("left", id))[1]))


def memory_notes(
    story: Story,
    head: int | None,
    after: State,
    count: Count,
    messages_after: int,
    record: Mapping[str, Any] | None = None,
) -> tuple[Note, ...]:
    """The observations that are due, and the summary after them.

    head: the node that the new node stands on. messages_after: story messages with the new node. record: of
    the turn, which tells up to where a summary by the player speaks.
    """
    last = next(story.save.notes("observation", head), None)
    observed = int(last.body["covers"]) if last is not None else 1
    made = [
        note
        for block in blocks_due(observed, messages_after)
        if (note := _observation(story, head, block, after, count)) is not None
    ]
    return (*made, *_summary(summary_base(story, head, after, record), made, count))


def _observation(story: Story, head: int | None, block: Block, after: State, count: Count) -> Note | None:
    """What a block told; the block is on the path of `head` because the latest messages are never due."""
    nodes = messages(story.save, head, block.since, block.covers)
    if not nodes:
        return None
    state = story.state(nodes[-1].id)
    told = [StoryMessage(node.message, node.kind, node.text) for node in nodes]
    edits: list[Edit] = [edit for node in nodes for edit in node.content.edits]
    language = after.world.language
    text = observe(
        told,
        edits,
        language,
        count,
        name_of=lambda id: name_of(after, id),
        means_of=lambda flag: flag_meaning(after, flag),
        when=clock_text(state.clock, language) if state.clock is not None else "",
        where=name_of(state, state.player_location),
    )
    return Note("observation", text, block.covers, block.since)


def summary_base(
    story: Story,
    head: int | None,
    state: State,
    record: Mapping[str, Any] | None,
    *,
    by_model: bool = False,
) -> Summary | None:
    """The summary that the next one builds on: the player's own where it speaks of as much, else the latest note.

    record: of the last turn. by_model: only notes that a model wrote count.
    """
    found = (
        note for note in story.save.notes("summary", head) if not by_model or note.body["source"] == "model"
    )
    last = next(found, None)
    note = Summary(str(last.body["text"]), int(last.body["covers"])) if last is not None else None
    edit, memory = str(state.get(("summary",)) or ""), in_force(record)
    if not edit or memory.edited != short_hash(edit):
        return note
    return Summary(edit, memory.edited_at) if note is None or note.covers <= memory.edited_at else note


def _summary(base: Summary | None, made: Sequence[Note], count: Count) -> Iterator[Note]:
    if not made:
        return
    rolled = roll_up(base, [(note.covers, note.text) for note in made], count)
    yield Note("summary", rolled.text, rolled.covers)
