"""Who comes along: a list with boxes to tick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

EMPTY, TICKED = "☐", "☑"
"""Signs and not colours alone tell them apart."""


class Company(OptionList):
    """People by name; Space or a click ticks one, Enter is passed on. ticked: ids of those chosen, in order."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "select", show=False),
        Binding("enter", "go", show=False),
    ]

    class Go(Message):
        """Enter was pressed: the choice is made."""

    def __init__(self, people: Sequence[tuple[str, str]], *, id: str | None = None) -> None:
        """people: (name, id) of each."""
        self._people = people
        self._ticked: set[str] = set()
        super().__init__(*(Option(self._text(name, person), id=person) for name, person in people), id=id)

    @property
    def ticked(self) -> tuple[str, ...]:
        return tuple(person for _, person in self._people if person in self._ticked)

    def _text(self, name: str, person: str) -> Content:
        return Content(f"{TICKED if person in self._ticked else EMPTY} {name}")

    def action_select(self) -> None:
        """Tick who is under the cursor, or take the tick away."""
        if self.highlighted is None:
            return
        name, person = self._people[self.highlighted]
        self._ticked ^= {person}
        self.replace_option_prompt_at_index(self.highlighted, self._text(name, person))

    def action_go(self) -> None:
        self.post_message(self.Go())
