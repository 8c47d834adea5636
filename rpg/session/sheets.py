"""What the player may know of a person or a place: no secrets, goals or untold topics, unless they are the author."""

from __future__ import annotations

from collections.abc import Sequence

from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.clean import clean_text
from rpg.text.messages import message
from rpg.world.macros import expand
from rpg.world.model import Character

Facts = Sequence[tuple[str, str]]
"""(label, text) pairs; a label may be empty."""


def person_facts(state: State, person: str, language: str, *, author: bool = False) -> Facts:
    """(label, text) of everything the player may know, in the order it is read.

    author: whether what the game keeps back is shown too.
    """
    who = state.character(person)
    if who is None:
        return ()
    facts = [
        ("", who.summary),
        ("", who.description),
        ("where", _where(state, person, language, author=author)),
        ("condition", state.condition(person)),
        ("relationship", state.relationship(person)),
        ("knows", "\n".join(f"• {fact}" for fact in state.knows(person))),
        *(_kept_back(who) if author else ()),
    ]
    names = {"user": state.world.player.name, "char": who.name}
    return tuple(
        (message(language, f"tui.person_{label}") if label else "", clean_text(expand(text, names)))
        for label, text in facts
        if text
    )


def _kept_back(who: Character) -> tuple[tuple[str, str], ...]:
    topics = "\n".join(f"• {topic}: {text}" for topic, text in who.topics)
    return (
        ("personality", who.personality),
        ("goals", who.goals),
        ("secrets", who.secrets),
        ("boundaries", who.boundaries),
        ("topics", topics),
    )


def _where(state: State, person: str, language: str, *, author: bool) -> str:
    """A place the player does not know is not given away."""
    if person in scene(state).present:
        return message(language, "tui.person_with_you" if state.follows(person) else "tui.person_here")
    place = whereabouts(state, person)
    if place is None or not (author or is_known(state, place)):
        return message(language, "tui.person_unknown_place")
    return name_of(state, place)


def place_facts(state: State, place: str, language: str, *, author: bool = False) -> Facts:
    """(label, text) of what can be seen there; of a place the player has not been at, what is told next door.

    author: whether the rules of the place are shown too, and all of it before it was seen.
    """
    where = state.location(place)
    if where is None:
        return ()
    facts = [
        ("", where.summary),
        ("", where.description if author or _has_seen(state, place) else ""),
        ("note", state.note(place)),
        ("rules", where.rules if author else ""),
    ]
    names = {"user": state.world.player.name, "location": where.name}
    return tuple(
        (message(language, f"tui.place_{label}") if label else "", clean_text(expand(text, names)))
        for label, text in facts
        if text
    )


def _has_seen(state: State, place: str) -> bool:
    return state.visits(place) > 0 or place == scene(state).location
