"""What the player has typed and not sent, by head. Source: docs/design.md §3, promise 6, and §7.

Every head has its own draft. An act that leads to a new head takes the words along, and undoing it brings them
back; going to a place that was there before shows what was typed there. Words never replace other words.
"""

from __future__ import annotations

from collections.abc import Mapping

from rpg.store.save import Save
from rpg.timeline.headlog import LABEL, Entry
from rpg.timeline.tree import between, is_on_path

Drafts = Mapping[int | None, str]

MOVING = frozenset({"goto", "pick", LABEL})
"""Acts that make no new head, so that every draft stays where it is."""

SAYING = frozenset({"turn", "insert"})
"""Acts that bring the player's words into the story."""


def taken_along(save: Save, head: int | None, to: int | None) -> Drafts:
    """The draft of `head` goes to `to`, an added node (`new_ref`) or one that is there and has no draft."""
    words = save.draft(head)
    if not words or to == head or (to is not None and to >= 0 and save.draft(to)):
        return {}
    return {head: "", to: words}


def undone(save: Save, entry: Entry) -> Drafts:
    """Drafts when an act is taken back: the words it said are a draft again, else what was typed comes back."""
    if save.draft(entry.before) or entry.kind in MOVING:
        return {}
    said, typed = words_of(save, entry), taken_along(save, entry.after, entry.before)
    if said and (entry.kind == "turn" or not typed):
        return {entry.before: said}
    return typed


def redone(save: Save, entry: Entry) -> Drafts:
    """Drafts when an act is done again: words that it says are no draft any more, others go along."""
    said = words_of(save, entry)
    if said and save.draft(entry.before) == said:
        return {entry.before: ""}
    if entry.kind in MOVING or (said and entry.kind == "turn"):
        return {}
    return taken_along(save, entry.before, entry.after)


def words_of(save: Save, entry: Entry) -> str:
    """The player's words that an act brought into the story; "" for none."""
    after = entry.after
    if entry.kind not in SAYING or after is None or not is_on_path(save, entry.before, after):
        return ""
    gone = between(save, entry.before, after)
    return next((save.node(link.id).text for link in gone if link.kind == "player"), "")
