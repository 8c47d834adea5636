"""The sheet of the place the player is at."""

from __future__ import annotations

from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.session.sheets import Facts, place_facts
from rpg.text.clean import clean_line
from rpg.tui.dialogs.sheet import Sheet
from rpg.tui.words import language_of


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
