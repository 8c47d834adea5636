"""Keeping a reply that broke off as it is. Source: docs/design.md §3, promise 6."""

from __future__ import annotations

from dataclasses import replace

from rpg.runtime.gametools import turn_minutes
from rpg.session.acts import Act
from rpg.session.commits import narration_node
from rpg.session.digests import notes_of_reply
from rpg.session.errors import SessionError
from rpg.session.happening import with_beats
from rpg.session.planning import Telling
from rpg.session.services import Services
from rpg.session.story import Story
from rpg.store.transaction import Attempt
from rpg.timeline.fold import fold_node
from rpg.timeline.tree import Turn as TurnOnPath
from rpg.timeline.tree import is_on_path, last_turn, turn_of


def keep_attempt(story: Story, id: int | None, telling: Telling, services: Services) -> Act:
    """Makes an attempt the reply of its turn, its accepted edits with it.

    id: which, of any turn on the path; None takes the latest of the head's turn. Raises SessionError("no_attempt").
    """
    turn, chosen = _attempt(story, id)
    instead_of = turn.reply
    top = turn.nodes[-1] if instead_of is None else story.save.link(instead_of).parent
    ground = story.ground(turn.start, top if top is not None else turn.start)
    content = chosen.content
    staged = fold_node(ground.state, content, story.save.index).state
    minutes = turn_minutes(staged, (*ground.edits, *content.edits))
    if minutes is not None:
        content = replace(content, edits=(*content.edits, minutes))
    content = with_beats(story, ground, content, tell=telling.traits.offline).content
    notes = notes_of_reply(story, ground, content, telling.counter.count)
    prepared = narration_node(
        story, ground, content, notes, services.now(), instead_of=instead_of, removed_attempts=(chosen.id,)
    )
    committed = story.save.commit(prepared.transaction)
    return Act("keep", committed.head)


def _attempt(story: Story, id: int | None) -> tuple[TurnOnPath, Attempt]:
    """The attempt with its turn on the path of the head."""
    save, head = story.save, story.head
    last = last_turn(save, head)
    starts = [] if last is None else [last.start]
    if id is not None:
        starts += [node for node in save.attempted() if is_on_path(save, node, head)]
    for start in starts:
        turn = None if head is None else turn_of(save, start, head)
        chosen = next((one for one in reversed(save.attempts(start)) if id is None or one.id == id), None)
        if turn is not None and chosen is not None:
            return turn, chosen
    raise SessionError("no_attempt")
