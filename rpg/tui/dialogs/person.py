"""What the player may know of a person: no secrets, goals or untold topics."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from rpg.runtime.names import name_of
from rpg.runtime.routes import is_known
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.runtime.whereabouts import whereabouts
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import language_of, say
from rpg.world.macros import expand


def person_facts(state: State, person: str, language: str) -> tuple[tuple[str, str], ...]:
    """(label, text) of everything the player may know, in the order it is read."""
    who = state.character(person)
    if who is None:
        return ()
    facts = [
        ("", who.summary),
        ("", who.description),
        ("where", _where(state, person, language)),
        ("condition", state.condition(person)),
        ("relationship", state.relationship(person)),
        ("knows", "\n".join(f"• {fact}" for fact in state.knows(person))),
    ]
    names = {"user": state.world.player.name, "char": who.name}
    return tuple(
        (message(language, f"tui.person_{label}") if label else "", clean_text(expand(text, names)))
        for label, text in facts
        if text
    )


def _where(state: State, person: str, language: str) -> str:
    """A place the player does not know is not given away."""
    if person in scene(state).present:
        return message(language, "tui.person_with_you" if state.follows(person) else "tui.person_here")
    place = whereabouts(state, person)
    if place is None or not is_known(state, place):
        return message(language, "tui.person_unknown_place")
    return name_of(state, place)


class PersonSheet(Dialog[None]):
    """One person."""

    DEFAULT_CSS = """
    PersonSheet VerticalScroll { height: auto; max-height: 18; }
    PersonSheet .fact { margin-bottom: 1; }
    """

    def __init__(self, state: State, person: str) -> None:
        super().__init__()
        self._state = state
        self._person = person

    def title_text(self) -> str:
        return clean_line(name_of(self._state, self._person))

    def hint_text(self) -> str:
        return say(self, "back_hint")

    def body(self) -> ComposeResult:
        with VerticalScroll():
            for label, text in person_facts(self._state, self._person, language_of(self)):
                heading = Content.styled(f"{label}\n", "bold $text-primary") if label else Content("")
                fact = plain("", "fact")
                fact.update(Content.assemble(heading, text))
                yield fact
