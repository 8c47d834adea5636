"""What the player may know of a person: no secrets, goals or untold topics, unless they are the author."""

from __future__ import annotations

from pathlib import Path

from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.tui.dialogs.sheet import Facts, Sheet
from rpg.tui.words import language_of
from rpg.world.macros import expand
from rpg.world.model import Character


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


class PersonSheet(Sheet):
    """One person. folder: where the world's files are, for the portrait."""

    def __init__(
        self, state: State, person: str, *, author: bool = False, folder: Path | None = None
    ) -> None:
        super().__init__()
        self._state = state
        self._person = person
        self._author = author
        self._folder = folder

    def title_text(self) -> str:
        return clean_line(name_of(self._state, self._person))

    def facts(self) -> Facts:
        return person_facts(self._state, self._person, language_of(self), author=self._author)

    def portrait(self) -> Path | None:
        who = self._state.character(self._person)
        if self._folder is None or who is None or not who.portrait:
            return None
        file = (self._folder / who.portrait).resolve()
        return file if file.is_relative_to(self._folder.resolve()) else None
