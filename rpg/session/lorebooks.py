"""The books of a session as rows for lists, and why each entry is in the prompt or not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rpg.lore.words import sentence
from rpg.session.books import session_books
from rpg.session.errors import SessionError
from rpg.session.lore import lore_of_turn
from rpg.session.planning import plan_inputs
from rpg.session.story import Ground, Story
from rpg.timeline.tree import turn_of

if TYPE_CHECKING:
    from rpg.session.session import Session


def book_rows(session: Session) -> list[dict[str, Any]]:
    """The books for a list."""
    return [
        {
            "id": book.id,
            "name": book.name,
            "rules": book.rules,
            "enabled": book.enabled,
            "entries": len(book.entries),
            "bind": list(book.bind),
        }
        for book in session_books(session.world, session.settings)
    ]


def lore_verdicts(session: Session, draft: str, at: int | None) -> list[dict[str, Any]]:
    """Every entry with what decided about it: for a draft at the head, or for the turn of a node.

    Raises SessionError("unknown_node").
    """
    story = session.story
    ground = story.draft_ground(draft) if at is None else _ground_at(story, at)
    telling = session.telling()
    inputs = replace(plan_inputs(story, ground, telling), lore=(), lore_record={})
    lore = lore_of_turn(story, ground, telling, inputs)
    placed = {f"{one.book}.{one.entry}": one for one in lore.placements}
    rows = []
    for id, verdict in lore.why.items():
        book, _, entry = id.partition(".")
        row = {"id": id, "book": book, "entry": entry, **verdict.to_json()}
        row["text"] = sentence(session.services.language, verdict)
        if id in placed:
            row["position"] = placed[id].position
        rows.append(row)
    return rows


def _ground_at(story: Story, node: int) -> Ground:
    try:
        turn = turn_of(story.save, node, node)
    except KeyError:
        raise SessionError("unknown_node", node=node) from None
    if turn is None:
        raise SessionError("no_turn_yet")
    return story.ground(turn.start, turn.start)
