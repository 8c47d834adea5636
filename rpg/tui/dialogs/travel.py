"""The travel menu: every known place with its distance, found by typing, and who comes along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from rpg.runtime.names import name_of
from rpg.runtime.routes import TravelOption, travel_options
from rpg.runtime.scene import scene
from rpg.runtime.state import State
from rpg.text.cells import cell_width, pad
from rpg.text.clean import clean_line
from rpg.text.folding import name_key
from rpg.text.messages import message
from rpg.tui.dialogs.company import Company
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import say

FRAME = 4
"""Rows of the frame, of the words to search for and of the blank below them."""


@dataclass(frozen=True, slots=True)
class Journey:
    """What the player chose. companions: ids of those taken along besides followers."""

    place: str
    companions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A known place. note: distance, or why it cannot be reached."""

    id: str
    name: str
    note: str
    reachable: bool


def place_rows(state: State, language: str) -> tuple[PlaceRow, ...]:
    """All known places, nearest first, those out of reach last."""
    return tuple(
        PlaceRow(
            option.location,
            clean_line(name_of(state, option.location)),
            _note(state, option, language),
            option.reachable,
        )
        for option in travel_options(state)
    )


def _note(state: State, option: TravelOption, language: str) -> str:
    if option.reason == "locked":
        return message(language, "tui.travel_locked", reason=clean_line(option.lock))
    if option.reason:
        return message(language, "tui.travel_no_way")
    parts = [] if option.minutes is None else [message(language, "tui.minutes", count=option.minutes)]
    if option.steps > 1 or not parts:
        parts.append(
            message(language, "tui.steps_one" if option.steps == 1 else "tui.steps", count=option.steps)
        )
    if option.via:
        names = message(language, "tui.comma").join(clean_line(name_of(state, place)) for place in option.via)
        parts.append(message(language, "tui.via", places=names))
    return " · ".join(parts)


def filtered(rows: Sequence[PlaceRow], words: str) -> tuple[PlaceRow, ...]:
    """The rows whose name holds `words`, in any case, width and spacing."""
    wanted = name_key(words)
    return tuple(row for row in rows if wanted in name_key(row.name))


class TravelMenu(Dialog[Journey | None]):
    """Chooses a journey."""

    DEFAULT_CSS = """
    TravelMenu #places { max-height: 100%; }
    TravelMenu Company > .option-list--option-highlighted { background: $surface; color: $foreground; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "highlight(1)", show=False, priority=True),
        Binding("up", "highlight(-1)", show=False, priority=True),
    ]

    def __init__(self, state: State, language: str) -> None:
        super().__init__()
        self._rows = place_rows(state, language)
        following = frozenset(state.followers())
        self._company = [
            (clean_line(name_of(state, person)), person)
            for person in scene(state).present
            if person not in following
        ]
        self._followers = [clean_line(name_of(state, person)) for person in scene(state).followers]

    def title_text(self) -> str:
        return say(self, "travel_title")

    def hint_text(self) -> str:
        return say(self, "travel_hint" if self._company else "travel_hint_alone")

    def body(self) -> ComposeResult:
        yield Input(placeholder=say(self, "travel_search"))
        yield OptionList(id="places")
        if self._followers:
            names = say(self, "comma").join(self._followers)
            yield plain(say(self, "travel_followers", names=names), "lead gap")
        if self._company:
            yield plain(say(self, "travel_company"), "gap")
            yield Company(self._company, id="company")

    def on_mount(self) -> None:
        self._list("")
        # the arrows reach the places from the input, so that one Tab leads to the people
        self.query_one("#places", OptionList).can_focus = False
        self.query_one(Input).focus()

    def on_resize(self, event: events.Resize) -> None:
        """Who may come along is always in view, however many places there are."""
        company = min(len(self._company), max(2, event.size.height // 5))
        followers = 3 if self._followers else 0
        around = FRAME + followers + (company + 2 if self._company else 0)
        places = max(2, event.size.height * 9 // 10 - around)
        self.query_one("#places").styles.max_height = places
        for listed in self.query(Company):
            listed.styles.max_height = company

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def _list(self, words: str) -> None:
        places = self.query_one("#places", OptionList)
        places.clear_options()
        rows = filtered(self._rows, words)
        width = max((cell_width(row.name) for row in rows), default=0)
        places.add_options([Option(_row_text(row, min(width, 28)), id=row.id) for row in rows])
        if not rows:
            places.add_option(Option(say(self, "travel_nothing"), disabled=True))
        places.highlighted = 0 if rows else None

    def action_highlight(self, step: int) -> None:
        focused = (
            self.focused if isinstance(self.focused, OptionList) else self.query_one("#places", OptionList)
        )
        if step > 0:
            focused.action_cursor_down()
        else:
            focused.action_cursor_up()

    def on_input_submitted(self) -> None:
        self._go()

    def on_company_go(self) -> None:
        self._go()

    def _go(self) -> None:
        """To the place under the cursor."""
        places = self.query_one("#places", OptionList)
        if places.highlighted is not None:
            self._choose(places.get_option_at_index(places.highlighted).id)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "places":
            self._choose(event.option_id)

    def _choose(self, place: str | None) -> None:
        if place is None:
            return
        row = next(row for row in self._rows if row.id == place)
        if not row.reachable:
            self.notify(row.note, title=row.name, severity="warning", markup=False)
            return
        company = tuple(person for listed in self.query(Company) for person in listed.ticked)
        self.dismiss(Journey(place, company))


def _row_text(row: PlaceRow, width: int) -> Content:
    name = pad(row.name, width)
    if row.reachable:
        return Content.assemble(name, Content.styled(f"  {row.note}", "dim"))
    return Content.assemble(Content.styled(name, "dim"), Content.styled(f"  {row.note}", "$text-error"))
