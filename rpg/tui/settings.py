"""The settings screen, made from the one table of options: choose an option, give it a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option as Row

from rpg.config.config import Config
from rpg.config.options import OPTIONS, Option, allowed
from rpg.text.cells import pad
from rpg.text.clean import clean_line
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.frame import Dialog, plain
from rpg.tui.themes import NAMES
from rpg.tui.words import say

if TYPE_CHECKING:
    from rpg.tui.application import RpgApp

KEY_CELLS = 28


def listed_options() -> tuple[Option, ...]:
    """Options with a fixed name; the others are set by command."""
    return tuple(option for option in OPTIONS if "NAME" not in option.key)


class SettingsScreen(Dialog[None]):
    """All settings of the player with their values."""

    DEFAULT_CSS = "SettingsScreen OptionList { max-height: 18; }"

    def __init__(self, config: Config) -> None:
        super().__init__()
        self._config = config

    def title_text(self) -> str:
        return say(self, "settings_title")

    def hint_text(self) -> str:
        return say(self, "settings_hint")

    def body(self) -> ComposeResult:
        yield plain(say(self, "settings_lead", file=self._config.file), "lead")
        yield OptionList()

    def on_mount(self) -> None:
        self._list(0)

    def _list(self, highlighted: int | None) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Row(self._text(option), id=option.key) for option in listed_options()])
        options.highlighted = highlighted

    def _text(self, option: Option) -> Content:
        value = self._config.get(option.key)
        own = option.key in self._config.values
        shown = "—" if value is None or value == "" else clean_line(str(value))
        return Content.assemble(
            pad(option.key, KEY_CELLS), Content.styled(f" {shown}", "bold $text-accent" if own else "dim")
        )

    @work(exclusive=True, group="dialog")
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        option = next(option for option in OPTIONS if option.key == event.option_id)
        value = await self._ask(option)
        if value is None:
            return
        game = self._game
        game.set_option(option.key, value or None)
        self._config = game.services.config
        self._list(event.option_index)
        if option.key == "theme" and value:
            game.theme = value

    async def _ask(self, option: Option) -> str | None:
        """The new value; "" for the default; None to leave it."""
        values = _values(option)
        if values:
            choices = [Choice(value, value) for value in values]
            choices.append(Choice(" ", say(self, "settings_default")))
            chosen: str | None = await self.app.push_screen_wait(ChooseDialog(option.key, choices))
            return chosen.strip() if chosen is not None else None
        current = self._config.get(option.key)
        return await self.app.push_screen_wait(ValueDialog(option, "" if current is None else str(current)))

    @property
    def _game(self) -> RpgApp:
        from rpg.tui.application import RpgApp

        assert isinstance(self.app, RpgApp)
        return self.app


def _values(option: Option) -> tuple[str, ...]:
    """The values to choose from; none when a value is typed."""
    if option.key == "theme":
        return NAMES
    return ("on", "off") if option.kind == "bool" else option.choices


class ValueDialog(Dialog[str | None]):
    """One value, typed."""

    def __init__(self, option: Option, current: str) -> None:
        super().__init__()
        self._option = option
        self._current = current

    def title_text(self) -> str:
        return self._option.key

    def hint_text(self) -> str:
        return say(self, "value_hint")

    def body(self) -> ComposeResult:
        yield plain(f"{allowed(self._option)} {self._option.unit}".strip(), "lead")
        yield Input(self._current)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
