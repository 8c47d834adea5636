"""State conditions: `when`, `characters`, `bind`. Source: docs/lorebook.md §1, §4."""

from __future__ import annotations

from rpg.lore.scene import LoreScene
from rpg.world.lorebook import Lorebook, LoreEntry, When

ANYTHING = When()


def unmet(when: When, scene: LoreScene) -> str:
    """The first condition that does not hold, such as "location" or "flag:flooded"; "" when all hold.

    location: one of them. tag, present, visited, flag: each of them. absent: none of them.
    """
    if when is ANYTHING or when == ANYTHING:
        return ""
    if when.location and scene.location not in when.location:
        return "location"
    wanted = (
        ("tag", when.tag, frozenset(scene.tags)),
        ("present", when.present, frozenset(scene.present)),
        ("visited", when.visited, frozenset(scene.visited)),
    )
    for name, needed, actual in wanted:
        for item in needed:
            if item not in actual:
                return f"{name}:{item}"
    for item in when.absent:
        if item in scene.present:
            return f"absent:{item}"
    if when.after is not None and (scene.clock is None or scene.clock < when.after):
        return "after"
    return next((f"flag:{flag}" for flag in when.flag if not _holds(flag, scene)), "")


def _holds(flag: str, scene: LoreScene) -> bool:
    name, equals, wanted = flag.partition("=")
    value = scene.flags.get(name.strip())
    return _shown(value) == wanted.strip() if equals else bool(value)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def wrong_people(entry: LoreEntry, scene: LoreScene) -> bool:
    """Whether nobody the entry asks for is there, or somebody it excludes is."""
    people = scene.people
    if entry.characters and people.isdisjoint(entry.characters):
        return True
    return not people.isdisjoint(entry.not_characters)


def is_bound_here(book: Lorebook, scene: LoreScene) -> bool:
    """Whether one of the characters the book is bound to is in the scene."""
    return not book.bind or not scene.people.isdisjoint(book.bind)
