"""The lists beside the story: exits on the left, people on the right."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from rpg.tui.play.rows import ExitRow, PersonRow
from rpg.tui.rows.prose_list import ProseList
from rpg.tui.words import say


class ExitList(ProseList):
    """The ways out of the scene; Enter or a click goes."""

    DEFAULT_CSS = """
    ExitList {
        height: auto;
        max-height: 50%;
        border: none;
        padding: 0;
        background: $background;
        &:focus { border: none; }
    }
    """

    class Taken(Message):
        """The player wants to take a way."""

        def __init__(self, to: str) -> None:
            super().__init__()
            self.to = to

    def show(self, rows: Sequence[ExitRow]) -> None:
        none = [(Content.styled(say(self, "no_exits"), "dim"), None)]
        self.put([(_exit_text(row), row.to) for row in rows] or none)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.post_message(self.Taken(event.option_id))


def _exit_text(row: ExitRow) -> Content:
    """The place with the minutes behind it; below it the label, or why the way is shut."""
    number = Content.styled(f"{row.number or '·'} ", "$text-accent")
    minutes = Content.styled(f" · {row.minutes}", "dim") if row.minutes else Content("")
    name = Content.styled(row.name, "dim") if row.lock else Content(row.name)
    parts = [number, name, minutes]
    if row.label:
        parts.append(Content.styled(f"\n  {row.label}", "dim"))
    if row.lock:
        parts.append(Content.styled(f"\n  × {row.lock}", "$text-error"))
    return Content("").join(parts)


class PeopleList(ProseList):
    """Who is here and who just left; Enter opens a person."""

    DEFAULT_CSS = """
    PeopleList {
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        &:focus { border: none; }
    }
    """

    class Opened(Message):
        """The player wants to know more about a person."""

        def __init__(self, person: str) -> None:
            super().__init__()
            self.person = person

    def show(self, here: Sequence[PersonRow], left: Sequence[PersonRow]) -> None:
        gone = [(Content(""), None), *self._section("left", left)] if left else []
        self.put([*self._section("here", here), *gone])

    def _section(self, title: str, rows: Sequence[PersonRow]) -> list[tuple[Content, str | None]]:
        heading = Content.styled(say(self, title), "bold $text-primary")
        nobody = [(Content.styled(say(self, "nobody"), "dim"), None)]
        people = [(person_text(row, say(self, "with_you")), row.id) for row in rows]
        return [(heading, None), *(people or nobody)]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.post_message(self.Opened(event.option_id))


def person_text(row: PersonRow, with_you: str) -> Content:
    """A person as one or more lines; names are text, never markup."""
    sign = Content.styled("● " if row.here else "○ ", "$text-success" if row.here else "dim")
    parts: list[Content] = [sign, Content.styled(row.name, "bold" if row.here else "")]
    if row.follows:
        parts.append(Content.styled(f" · {with_you}", "$text-success"))
    for detail in row.details:
        parts.append(Content.styled(f"\n  {detail}", "dim"))
    return Content("").join(parts)
