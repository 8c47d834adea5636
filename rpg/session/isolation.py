"""Isolation: a session that plays by its lorebooks alone. Source: docs/tools.md.

In force when it is switched on and at least one lorebook takes part: a book of the world, the session or the
player that is on, or one bound to characters of whom somebody is in the scene. What is kept out then: long-term memory, other sessions, the
player's profile, MCP and command tools, and past results of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.session.settings import SessionSettings
from rpg.world.lorebook import Lorebook
from rpg.world.model import World

Books = Callable[[World], Sequence[Lorebook]]
"""The lorebooks of a session over a version of its world, as they are switched and bound."""


def worlds_books(world: World) -> Sequence[Lorebook]:
    """The books of a session that has only its world's, none of them switched."""
    return tuple(world.lorebooks.values())


def is_isolated(settings: SessionSettings, state: State, books: Books) -> bool:
    """Whether isolation is in force."""
    if not settings["session.isolate"]:
        return False
    here = frozenset(scene(state).present)
    return any(_takes_part(book, here) for book in books(state.world))


def _takes_part(book: Lorebook, here: frozenset[str]) -> bool:
    there = not book.bind or any(person in here for person in book.bind)
    return book.enabled and there and any(entry.enabled for entry in book.entries.values())
