"""The books of a session as rows for lists, and why each entry is in the prompt or not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from rpg.lore.words import sentence
from rpg.session.books import BookShelf, id_beside
from rpg.session.errors import SessionError
from rpg.session.lore import lore_of_turn
from rpg.session.planning import plan_inputs
from rpg.session.story import Ground, Story
from rpg.text.messages import message
from rpg.timeline.tree import turn_of
from rpg.world.lorebook import Lorebook

if TYPE_CHECKING:
    from rpg.session.session import Session

Source = Literal["world", "own"]


def book_rows(session: Session) -> list[dict[str, Any]]:
    """Every book for a list: the world's, those of the library that take part here, and those that do not."""
    world, shelf = session.world, session.bookshelf
    taking_part = [
        _book_row(book, "world" if book.id in world.lorebooks else "own") for book in session.books
    ]
    here = {row["id"] for row in taking_part}
    others = [row for row in library_rows(shelf) if id_beside(world, row["id"]) not in here]
    return [*taking_part, *others]


def library_rows(shelf: BookShelf) -> list[dict[str, Any]]:
    """The books of the player's library for a list."""
    return [
        {**_book_row(one.sheet, "own", takes_part=False), "file": str(one.file)}
        for one in shelf.own().sheets.values()
    ]


def _book_row(book: Lorebook, source: Source, *, takes_part: bool = True) -> dict[str, Any]:
    return {
        "id": book.id,
        "name": book.name,
        "rules": book.rules,
        "source": source,
        "takes_part": takes_part,
        "enabled": book.enabled,
        "entries": len(book.entries),
        "bind": list(book.bind),
    }


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
        elif verdict.active:
            row["text"] = message(session.services.language, "lore.nowhere", why=row["text"])
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
