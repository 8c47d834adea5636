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
from rpg.timeline.fold import fold_node
from rpg.timeline.tree import last_turn


def keep_attempt(story: Story, id: int | None, telling: Telling, services: Services) -> Act:
    """Makes an attempt the reply of the head's turn, its accepted edits with it.

    id: which; None takes the latest. Raises SessionError("no_attempt").
    """
    turn = last_turn(story.save, story.head)
    found = () if turn is None else story.save.attempts(turn.start)
    chosen = next((one for one in reversed(found) if id is None or one.id == id), None)
    if turn is None or chosen is None or story.head is None:
        raise SessionError("no_attempt")
    instead_of = turn.reply
    top = story.head if instead_of is None else story.save.link(instead_of).parent
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
