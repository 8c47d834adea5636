"""What the player knows of the place they are at."""

from __future__ import annotations

from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.text.clean import clean_line, clean_text
from rpg.text.messages import message
from rpg.tui.dialogs.sheet import Facts, Sheet
from rpg.tui.words import language_of
from rpg.world.macros import expand


def place_facts(state: State, place: str, language: str, *, author: bool = False) -> Facts:
    """(label, text) of what can be seen there. author: whether the rules of the place are shown too."""
    where = state.location(place)
    if where is None:
        return ()
    facts = [
        ("", where.summary),
        ("", where.description),
        ("note", state.note(place)),
        ("rules", where.rules if author else ""),
    ]
    names = {"user": state.world.player.name, "location": where.name}
    return tuple(
        (message(language, f"tui.place_{label}") if label else "", clean_text(expand(text, names)))
        for label, text in facts
        if text
    )


class PlaceSheet(Sheet):
    """One place."""

    def __init__(self, state: State, place: str, *, author: bool = False) -> None:
        super().__init__()
        self._state = state
        self._place = place
        self._author = author

    def title_text(self) -> str:
        return clean_line(name_of(self._state, self._place))

    def facts(self) -> Facts:
        return place_facts(self._state, self._place, language_of(self), author=self._author)
