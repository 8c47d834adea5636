"""What builders of acts have in common: their form, and whom a phrase means."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rpg.narrator.storyteller import acts
from rpg.narrator.storyteller.acts import Act
from rpg.narrator.storyteller.reading import Anyone, Everyone, Nothing, One, Person, Reader, Several

Groups = Mapping[str, str]
Inner = Callable[[str], Act]
Build = Callable[[Reader, Groups, Inner], Act | None]
"""The reader of a scope, the groups of the pattern that fits, and what reads a clause within the clause (what
someone is asked to do). None: the rule does not fit after all, and the next may."""


def always(act: Act) -> Build:
    return lambda reader, groups, inner: act


def someone(found: Person, make: Callable[[str | None], Act]) -> Act:
    """The act for whom was meant, or the act that says that nobody or too many were meant."""
    match found:
        case One(id):
            return make(id)
        case Anyone() | Everyone():
            return make(None)
        case Several(ids):
            return acts.Unclear("", ids, people=True)
        case Nothing(words):
            return acts.NoSuchPerson(words)
