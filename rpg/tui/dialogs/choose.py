"""A list to choose one thing from: people, what to do with a message, approvals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.words import say


@dataclass(frozen=True, slots=True)
class Choice:
    """id: what is returned. detail: shown dim behind the label."""

    id: str
    label: str | Content
    detail: str = ""


class ChooseDialog(Dialog[str | None]):
    """Returns the id of the choice, or None."""

    def __init__(
        self, title: str, choices: Sequence[Choice], *, lead: str = "", hint: str = "", at: str = ""
    ) -> None:
        """at: the id of the choice that the cursor begins on, the first when there is none of that id."""
        super().__init__()
        self._title = title
        self._choices = choices
        self._lead = lead
        self._hint = hint
        self._at = at

    def title_text(self) -> str:
        return self._title

    def hint_text(self) -> str:
        return self._hint or say(self, "choose_hint" if self._choices else "back_hint")

    def body(self) -> ComposeResult:
        if self._lead:
            yield plain(self._lead, "lead" if self._choices else "lead last")
        if self._choices:
            menu = OptionList(*(Option(_text(choice), id=choice.id) for choice in self._choices))
            ids = [choice.id for choice in self._choices]
            menu.highlighted = ids.index(self._at) if self._at in ids else 0
            yield menu

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


def _text(choice: Choice) -> Content:
    label = choice.label if isinstance(choice.label, Content) else Content(choice.label)
    return Content.assemble(label, Content.styled(f"  {choice.detail}", "dim")) if choice.detail else label
