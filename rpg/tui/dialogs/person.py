"""The sheet of a person."""

from __future__ import annotations

from pathlib import Path

from rpg.runtime.names import name_of
from rpg.runtime.state import State
from rpg.session.sheets import Facts, person_facts
from rpg.text.clean import clean_line
from rpg.tui.dialogs.sheet import Sheet
from rpg.tui.words import language_of


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
