"""The settings on the screen: choose an option, say for which stories, give it a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import work
from textual.content import Content

from rpg.config.options import Option, OptionError, parse_value
from rpg.session.session import Session
from rpg.tui.dialogs.choose import Choice, ChooseDialog
from rpg.tui.dialogs.edit import EditDialog
from rpg.tui.dialogs.value import TextDialog
from rpg.tui.errors import PlayerError, explain
from rpg.tui.rows.panel import Panel
from rpg.tui.rows.view import RowView
from rpg.tui.settings.rows import (
    SettingRow,
    about,
    detail_content,
    in_words,
    name,
    row_content,
    setting_rows,
    values_text,
)
from rpg.tui.themes import NAMES
from rpg.tui.words import language_of, say

if TYPE_CHECKING:
    from rpg.tui.application import RpgApp

LONG = frozenset({"instructions", "session.instructions", "session.note", "memory.profile"})
"""Options whose text may have many lines."""

DEFAULT = ":default"


class SettingsScreen(Panel[None]):
    """All settings, of the player and of the story that is open. at: the option the cursor begins on."""

    def __init__(self, session: Session | None = None, *, at: str = "") -> None:
        super().__init__()
        self._session = session
        self._at = at
        self._settings: tuple[SettingRow, ...] = ()

    def title_text(self) -> str:
        return say(self, "settings_title")

    def hint_text(self) -> str:
        return say(self, "settings_hint")

    def lead_text(self) -> str:
        return say(self, "settings_lead", file=self._game.services.config.file)

    def on_mount(self) -> None:
        self._list()
        self.watch(self.app, "theme", self._list_soon, init=False)
        keys = [row.option.key for row in self._settings]
        self.rows.move_to(keys.index(self._at) if self._at in keys else 0)
        self.rows.focus()

    def _list(self) -> None:
        """Read the values anew: keys that work everywhere may have changed one meanwhile."""
        own = self._session.settings.values if self._session is not None else None
        self._settings = setting_rows(self._game.services.config, own)
        language = language_of(self)
        self.rows.show(
            len(self._settings), lambda at, width: row_content(self._settings[at], width, language)
        )
        if self.rows.highlighted is not None:
            self.show_detail(self.detail(self.rows.highlighted))

    def _list_soon(self) -> None:
        self.call_after_refresh(self._list)

    def detail(self, index: int) -> Content:
        return detail_content(self._settings[index], language_of(self))

    @work(exclusive=True, group="dialog")
    async def on_row_view_chosen(self, message: RowView.Chosen) -> None:
        row = self._settings[message.index]
        story = await self._for_story(row.option)
        if story is None:
            return
        value = await self._ask(row)
        if value is None:
            return
        self._set(row.option, None if value == DEFAULT else value, story=story)
        self._list()

    async def _for_story(self, option: Option) -> bool | None:
        """Whether the value is to be this story's alone; None to leave it."""
        if self._session is None or option.scope != "session":
            return False
        choices = [Choice(scope, say(self, f"setting_{scope}")) for scope in ("story", "player")]
        chosen = await self.app.push_screen_wait(
            ChooseDialog(name(option, language_of(self)), choices, lead=about(option, language_of(self)))
        )
        return None if chosen is None else chosen == "story"

    async def _ask(self, row: SettingRow) -> str | None:
        """The new value; DEFAULT for none of its own; None to leave it."""
        option, language = row.option, language_of(self)
        title, lead = name(option, language), about(option, language)
        values = _values(option)
        if values:
            choices = [Choice(value, in_words(option, value, language)) for value in values]
            choices.append(Choice(DEFAULT, say(self, "settings_default")))
            return await self.app.push_screen_wait(ChooseDialog(title, choices, lead=lead, at=row.value))
        current = "" if row.value == "—" else row.value
        if option.key in LONG:
            typed = await self.app.push_screen_wait(EditDialog(current, title=title, lead=lead))
        else:
            lead = f"{lead}\n{say(self, 'setting_values', values=values_text(option, language))}"
            hint = say(self, "value_hint")
            typed = await self.app.push_screen_wait(
                TextDialog(title, current, lead=lead, hint=hint, wrong=lambda text: self._wrong(option, text))
            )
        return DEFAULT if typed is not None and not typed.strip() else typed

    def _wrong(self, option: Option, text: str) -> str:
        """What is wrong with a value that was typed."""
        try:
            if text.strip():
                parse_value(option, text)
        except OptionError:
            values = say(self, "setting_values", values=values_text(option, language_of(self)))
            return say(self, "setting_wrong", values=values)
        return ""

    def _set(self, option: Option, value: str | None, *, story: bool) -> None:
        """Keep a value; what it changes of the prompt's space is told."""
        game = self._game
        if story and self._session is not None:
            try:
                parsed: Any = None if value is None else parse_value(option, value)
                told = self._session.set_setting(option.key, parsed)
            except PlayerError as error:
                self.notify(explain(error, language_of(self)), severity="error", markup=False)
                return
            if told:
                self.notify(told, markup=False)
            return
        game.set_option(option.key, value)
        if self._session is not None:
            self._session.reconfigure(game.services)
        if option.key == "theme" and value:
            game.theme = value

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
